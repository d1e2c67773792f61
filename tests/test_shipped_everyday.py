"""What people really send, through a real server with the models that come with it: what has to stay is there once, in
whole answers and in streams, which say the same."""

import re

import httpx
import pytest

from tests.shipped import answer_to, request_for, streamed_answer_to

LINE_BREAK = re.compile(r"\r\n|\n")


def translate(client: httpx.Client, text: str) -> str:
    """The translation, which a stream says, too."""
    body = request_for(text)
    whole = str(answer_to(client, body)["translatedText"])
    assert streamed_answer_to(client, body)["translatedText"] == whole
    return whole


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # Shops.
        ("Use code SUMMER20 at the checkout.", ["SUMMER20"]),
        ("Pack of 6 bottles, €7.49 (€3.78/l)", ["€7.49", "€3.78/l"]),
        ("Free returns within 30 days*\n*Terms and conditions apply.", ["*\n*"]),
        ("A4 paper, 80 g/m², only $4.99!", ["80 g/m²", "$4.99"]),
        ("Revenue rose to $5.4m (≈ €5.0m) in Q3 2025.", ["$5.4m", "(≈ €5.0m)", "Q3 2025"]),
        ("牛奶¥68/箱。", ["¥68"]),
        ("温度：－５℃～１０℃", ["－５℃", "１０℃"]),
        # Kitchens and offices.
        ("Mix 1½ cups of milk and ½ cup of sugar.", ["1½", " ½ "]),
        ("We are open 9 am–5 pm.", ["9:00–17:00"]),
        ("Please call us between 8 a.m. and 6 p.m.", [" 8:00", " 18:00"]),
        ("The meeting is at 7:30 pm.", [" 19:30 Uhr."]),
        ("We meet at 5 pm in the park.", [" 17 Uhr "]),
        ("The party starts at 12:15 pm.", [" 12:15"]),
        ("The shop is open from 2 to 5 pm.", [" 14:00 ", " 17:00"]),
        ("会议下午7点开始。", ["7:00 pm"]),
        ("We open at 8 a.m. and close at 6:30 p.m.", [" 8 Uhr und "]),
        ("请在4月30日星期三之前回复。", ["April 30 Wednesday"]),
        ("我晚上8点回家。", ["8:00 pm"]),
        ("It costs 5,- Euro.", [" 5,- Euro."]),
        ("The flight LH 456 is late.", ["LH 456"]),
        ("Meeting ID: 812 3456 7890", ["812 3456 7890"]),
        ("请将款项汇至账号 6222 0200 1234 5678 901。", ["6222 0200 1234 5678 901"]),
        ("Please transfer it to BIC COBADEFFXXX.", ["COBADEFFXXX."]),
        ("See Art. 6(1)(f) and § 12(3).", ["6(1)(f)", "§ 12(3)"]),
        ("A is faster than B by 40%.", ["40%."]),
        ("1 | Office chair | 2 | €129.00", ["1 | ", " | 2 | €129.00"]),
        ("Milk ........ 3", [" ........ 3"]),
        ("- [ ] Write tests\n- [x] Read", ["- [ ] ", "\n- [x] "]),
        ("I. Introduction\nII. Methods", ["\nII. "]),
        # Screens and programs.
        ("Next »", [" »"]),
        ("‹ Back", ["‹ "]),
        ("Password (min. 8 characters)*", [")*"]),
        ("Press Ctrl+Shift+P to open it.", ["Ctrl+Shift+P"]),
        ("Press « Next » and then « Back ».", [" « Back »."]),
        ("Merge bugfix/ABC-12 into main.", [" bugfix/ABC-12 "]),
        ("I like AC/DC very much.", [" AC/DC "]),
        ("/* The list is empty. */", ["/* ", " */"]),
        ("Your ticket [#88213] has been closed.", ["[#88213]"]),
        ("I write C++ and C#.", ["C++", "C#"]),
        ("我会写C++和C#。", ["C++", "C#"]),
        ("fix(parser): the file is empty", ["fix(parser): "]),
        ("It returns a Promise<Response> now.", ["Promise<Response>"]),
        ("2025-11-03T08:15:42.123Z ERROR: the file is empty", ["2025-11-03T08:15:42.123Z"]),
        ("[INFO] Server started in 1.23 s", ["[INFO] ", "1.23 s"]),
        ("The password is Tr0ub4dor&3 now.", ["Tr0ub4dor&3"]),
        ("The key sk-live-4eC39HqLyjWDarjtT1zdp7dc is secret.", ["sk-live-4eC39HqLyjWDarjtT1zdp7dc"]),
        ("It is null (see docs/api.md#users).", ["docs/api.md#users"]),
        ("The place is 52°31'12\"N 13°24'18\"E.", ["52°31'12\"N", "13°24'18\"E"]),
        ("x² + y² = z² is a formula.", ["x² + y² = z²"]),
        ("Home » Shop » Shoes", [" » Shop » "]),
        ("设置 → 隐私 → Cookie", [" → Cookie"]),
        ("N/A", ["N/A"]),
        ("See arXiv:1706.03762 or doi:10.1000/182.", ["arXiv:1706.03762", "doi:10.1000/182."]),
        ("It is shown in Table 2 [12, 15].", ["[12, 15]"]),
        ("=== Results ===", [" ==="]),
        ("注：*为必填项", ["*"]),
        ("Total……………€12.50", ["……………€12.50"]),
        # Chats.
        ("✅ Done ❌ Failed ⚠️ Warning", ["✅ ", " ❌ ", " ⚠️ "]),
        ("¯\\_(ツ)_/¯ whatever", ["¯\\_(ツ)_/¯ "]),
        ("Write to @jenny.k about it", ["@jenny.k"]),
        ("他和@小明 去北京了。", ["@小明"]),
        ("今天去#北京#玩", ["#北京#"]),
        ("Q: How old is she?\nA: She is ten.", ["Q: ", "\nA: "]),
        ("( The cat is on the sofa. )", ["( Die ", ". )"]),
        ("The cat is on the sofa. ”", [". ”"]),
        # Units as words.
        ("Tom is 6 feet tall.", ["6 Fuß"]),
        ("I am almost 180 centimeters tall.", ["180 Zentimeter"]),
        ("It was about 50 yards behind her house.", ["50 Yards"]),
        ("He will return within 3 hours.", ["3 Stunden"]),
        ("I don't think they make 30-second tapes.", ["30-Sekunden"]),
        ("惊变28天", ["28 days"]),
        ("拍摄时间：最近 24 小时", ["Time: 24"]),
        ("完成率达到百分之九十五。", ["95%"]),
        ("一天有二十四小时。", ["24 hours"]),
        ("他今年三十五岁，有两个孩子。", ["35"]),
        ("Thank you for your order no. 4711.", ["Nr. 4711"]),
        ("The ratio is 3:1.", [" 3:1."]),
        # Scores, and no sign before all words, nor a percent sign of the model.
        ("3比2获胜", ["3:2"]),
        ("水和米的比例是2比1。", ["2:1"]),
        # Numbers and more, amounts, dates.
        ("We have 500+ users.", ["500+"]),
        ("100,000+ downloads", ["100,000+"]),
        ("It requires Node.js 18+.", ["18+"]),
        ("已售10000+件", ["10000+"]),
        ("Copy .env.example to .env and edit it.", [" .env.example ", " .env "]),
        ("Save it as a .pdf or .docx file.", [" .pdf ", " .docx"]),
        ("Take 5 mg/kg twice a day.", ["5 mg/kg"]),
        ("The data rate is 100 MB/s.", ["100 MB/s"]),
        ("Only $5/mo!", ["$5/mo!"]),
        ("50% - 70% off", ["50% - 70%"]),
        ("尺寸：30×20×15厘米", ["30×20×15 cm"]),
        ("净含量：500ml×12瓶", ["500ml×12"]),
        ("我身高1米75，体重70公斤。", ["1.75 m", "70 kg"]),
        ("这本书5块5。", ["5.5 yuan"]),
        ("The plan costs $1.9 trillion.", ["$1,9 Billionen"]),
        ("May 5, 2024", ["5. Mai 2024"]),
        ("The letter arrived on May 3, but nobody opened it.", ["3. Mai"]),
        ("今天的meeting改到3pm了", ["3:00 pm"]),
        ("You've used 75% of your 15 GB.", ["75", "15 GB", "%"]),
        ("{0}% complete", ["{0}%"]),
        ("加载中… {0}%", ["{0}%"]),
        (
            "Here is a badge [![npm](https://img.shields.io/a.svg)](https://npmjs.com/a) for you.",
            ["[![", "](https://img.shields.io/a.svg)](https://npmjs.com/a)"],
        ),
        ("Size: M / L / XL", ["M / L / XL"]),
        ("Colour: Red/Blue", ["/"]),
        ("1 piece = 0.5 kg", [" = 0.5 kg"]),
        ("Total = 5", [" = 5"]),
        ("3 x 5 = 15", ["3 x 5 = 15"]),
        ("Are you sure? (y/n)", ["(y/n)"]),
        ("E-mail *", [" *"]),
        ("My password is ****.", ["****."]),
        ("Required fields are marked with *.", ["*."]),
        ("The box is 20 cm/15 cm/10 cm.", ["20 cm/15 cm/10 cm."]),
        ("The parcel is 20 cm x 15 cm x 10 cm.", ["20 cm x 15 cm x 10 cm."]),
        ("1 tablespoon of sugar and 2 teaspoons of vanilla", ["1 EL", "2 TL"]),
        ("Chapter IV: The Long Way Home", [" IV: "]),
        ("The meeting is from 9 to half past 10.", [" 10:30."]),
        ("Re: Fwd: Meeting at 10:30", ["Re: Fwd: ", " 10:30"]),
        ('The Wi-Fi password is "Guest2024!".', ['"Guest2024!".']),
        ("Please fill in all fields marked with an asterisk (*).", [" (*)."]),
        ("x = 5, y = -3", ["y = -3"]),
        ("It's half past three.", [" halb vier."]),
        ("It's a quarter to eight.", [" Viertel vor acht."]),
        ("President John F. Kennedy", [" John F. Kennedy"]),
        ("Queen Elizabeth II died in 2022.", [" Elizabeth II "]),
        ("Dimensions (W × H × D): 60 × 85 × 45 cm", ["(W × H × D): 60 × 85 × 45 cm"]),
        ("John and Mary have 3 children.", [" 3 "]),
        ("Yes [ ] No [ ]", ["Ja [ ]", "nein [ ]"]),
        ("17:00 GMT+1", ["GMT+1"]),
        ("What the f***?", ["f***?"]),
        ("Are you coming?? I have been waiting", ["?? "]),
        ("are you serious?! i waited an hour!!", ["?! ", "!!"]),
        ("Save 20% (20% off) today!", ["20 %", "20%"]),
        ("E = mc² is famous.", ["E = mc²"]),
        ("Tom (12), Mary (14) and John (15) came.", [" (12)", " (14)", " (15)"]),
        ("地址：北京市海淀区中关村大街1号", ["No. 1"]),
        # Labels, items and links.
        ("Total: 5", [": 5"]),
        ("状态：正常", [": "]),
        ("总计：5", [": 5"]),
        ("小计：12.00元\n合计：12.96元", [": 12.00 yuan", ": 12.96 yuan"]),
        ("电话：010-12345678", [": 010-12345678"]),
        ("邮箱：service@example.com。", [": ", "service@example.com."]),
        ("第3章：结局", ["Chapter 3: "]),
        ("第3章", ["Chapter 3"]),
        ("Remember: never give up.", [": "]),
        ("[ ] Buy milk\n[x] Call Tom", ["[ ] ", "[x] "]),
        ("1、打开门\n2、关门", ["1. ", "\n2. "]),
        ("（3）鸡蛋？", ["(3) "]),
        ("电话：010-12345678！", [": 010-12345678!"]),
        ("总数：5。", [": 5."]),
        ("Nobody knows (or do they?).", ["?)."]),
        ("没人知道（是吗？）。", ["?)."]),
        ("谁说“永不说永不”？", ['"?']),
        ("笔刷宽高比(编辑器)：增大 1", ["): ", " 1"]),
        ("① Open the door", ["① "]),
        ("先①打开，再②关闭", ["① ", "② "]),
        ("Wait [...] there", [" [...] "]),
        ("我喜欢它[。](https://a.com)", ["it[.](https://a.com)"]),
        ("完[.](https://a.com)", ["[.](https://a.com)"]),
        ("你好[，](https://a.com)世界", ["[,](https://a.com) "]),
        ("See [→](https://a.com) here.", [" [→](https://a.com) "]),
        ("请看[1](https://a.com)。", ["[1](https://a.com)."]),
        ("谢谢[！](https://a.com)", ["[!](https://a.com)"]),
        ("颜色：蓝色｜尺寸：XL｜数量：2", [": 2"]),
        ("首页｜关于我们", ["｜"]),
        ("> 注意：这是引用。", ["> ", ": "]),
        ("[00:12] 小红：你在哪里？\n[00:15] 小明：在家。", ["[00:12] ", "\n[00:15] "]),
        ("[door opens] Who's there?", ["[", "] Wer"]),
        ("※ 请勿触摸", ["※ "]),
        ("下一步»", ["»"]),
        ("附件：1.docx、2.pdf", [": 1.docx, 2.pdf"]),
    ],
)
def test_what_has_to_stay_is_there_once(forgetful_client: httpx.Client, text: str, parts: list[str]) -> None:
    found = translate(forgetful_client, text)
    assert {part: found.count(part) for part in parts} == dict.fromkeys(parts, 1), found
    assert LINE_BREAK.findall(found) == LINE_BREAK.findall(text)


@pytest.mark.parametrize("text", ["共1页", "用户 4", "安全级别 3", "3比2获胜"])
def test_nothing_is_made_up_before_or_behind_what_is_said(shipped_client: httpx.Client, text: str) -> None:
    found = str(answer_to(shipped_client, request_for(text))["translatedText"])
    assert found[0].isalnum()
    assert "%" not in found


def test_a_unit_that_is_lost_is_told(shipped_client: httpx.Client) -> None:
    warnings = answer_to(shipped_client, request_for("每次1片"))["warnings"]
    assert [(warning["code"], warning["values"]["missing"]) for warning in warnings] == [("numbers_differ", ["1片"])]
