"""Keys, codes, citations and names that people write without backticks."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans


def found(text: str) -> list[str]:
    language = "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in text) else "en"
    return [span.target for span in protected_spans(MarkedText(text), TranslationOptions(), language)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Press Ctrl+C or Cmd+Shift+S now.", ["Ctrl+C", "Cmd+Shift+S"]),
        ("Press Ctrl + Alt + Del, Alt+F4 or Shift+Tab.", ["Ctrl + Alt + Del", "Alt+F4", "Shift+Tab"]),
        ("Press ⌘S or ⌥⇧K now.", ["⌘S", "⌥⇧K"]),
        ("按Ctrl+C复制。", ["Ctrl+C"]),
        ("Use SUMMER20 or WELCOME5 today.", ["SUMMER20", "WELCOME5"]),
        ("The key is aB3xK9pQ, the password Tr0ub4dor&3.", ["aB3xK9pQ", "Tr0ub4dor&3"]),
        ("I write C++, C# and F#.", ["C++", "C#", "F#"]),
        ("我会写C++和C#。", ["C++", "C#"]),
        ("It returns a Promise<Response> or a Map<String, User>.", ["Promise<Response>", "Map<String, User>"]),
        ("Ticket [#88213] and [JIRA-123] are closed.", ["[#88213]", "[JIRA-123]"]),
        ("fix(parser): handle lines\nfeat!: add a list", ["fix(parser):", "feat!:"]),
        ("2025-11-03T08:15:42.123Z is now", ["2025-11-03T08:15:42.123Z"]),
        ("Merge bugfix/ABC-12 and feature/login into origin/main.", ["bugfix/ABC-12", "feature/login", "origin/main"]),
        ("fix/issue-42 is in release/2.4.", ["fix/issue-42", "release/2.4"]),
        ("分支feature/login已经好了", ["feature/login"]),
        ("Tax No. 27/123/45678 is ours", ["27/123/45678"]),
        ("Send it to BIC: COBADEFFXXX please", ["COBADEFFXXX"]),
        ("The flight LH 456 and the Train to Hamburg (ICE 702) leave.", ["LH 456", "ICE 702"]),
        ("x² + y² = z² is known, and a + b = c, too.", ["x² + y² = z²", "a + b = c"]),
        ("Here E = mc² is famous.", ["E = mc²"]),
        ("N/A or n/a, AC/DC and TCP/IP here", ["N/A", "n/a", "AC/DC", "TCP/IP"]),
        ("Intel Core i7-13700K, f/2.8", ["i7-13700K", "f/2.8"]),
        ("See arXiv:1706.03762 or doi:10.1000/182.", ["arXiv:1706.03762", "doi:10.1000/182"]),
        ("as shown in the table [12, 15] and [3-5]", ["[12, 15]", "[3-5]"]),
        ("=== Results ===", ["===", "==="]),
        ("注：*为必填项", ["*"]),
        ("In Q3 2025 and Q2 it rose", ["Q3 2025", "Q2"]),
        ("Copy .env.example to .env, not .gitignore.", [".env.example", ".env", ".gitignore"]),
        ("All .txt files, a .tar.gz, .NET 8 and a .com domain", [".txt", ".tar.gz", ".NET", ".com"]),
        ("请改.env文件", [".env"]),
        ("What the f***, s**t or sh*t!", ["f***", "s**t", "sh*t"]),
        ("My password is ****.", ["****"]),
        ("Wifi password: Sunny!Day_2024", ["Sunny!Day_2024"]),
        ("Password: hunter2!\nPIN: 1234", ["hunter2!", "1234"]),
        ("密码：abc#12 请保密", ["abc#12"]),
        ("Press Esc to cancel.", ["Esc"]),
        ("按Esc取消。", ["Esc"]),
        ("A+B=C is not x=y", ["A+B=C", "x=y"]),
        ("Fields (*) are marked with *, too.", ["(*)", "*"]),
        ("E-mail *\nName *", ["*", "*"]),
        ("1 piece = 0.5 kg, but 2 + 2 = 4", ["= 0.5 kg"]),
        ("Total = 5, the price = $9.00, 1 EUR = 1.1 USD", ["= 5", "= $9.00", "1 EUR", "= 1.1 USD"]),
        ("Qty: 2 × $4.50 = $9.00, 3x5=15", ["2 × $4.50 = $9.00", "3x5=15"]),
        ("Size: M / L / XL, or S, M and 2XL", ["M / L / XL", "S, M"]),
        ("Sizes XS/S/M, S, M, L here (y/n)", ["XS/S/M", "S, M, L", "y/n"]),
        ("Colour: Red/Blue", ["/"]),
        ("颜色：黑色/白色/红色", ["/", "/"]),
    ],
)
def test_codes_stay(text: str, parts: list[str]) -> None:
    assert found(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("See Art. 6(1)(f) and § 12(3) of it.", ["6(1)(f)", "§ 12(3)"]),
        ("He lives at 12a, see section 3b.", ["12a", "3b"]),
        ("Mix 1½ cups and ½ cup.", ["1½", "½"]),
        ("需要1½杯牛奶和½杯水。", ["1½", "½"]),
        ("Costs €3.78/kg or 5 €/m² or $10/100 g.", ["€3.78/kg", "5 €/m²", "$10/100 g"]),
        ("It is (≈ $5.4m) or ~£3k or ≈ 5 zł", ["≈ $5.4m", "~£3k", "≈ 5 zł"]),
        ("It is 48.8584° N, 2.2945° E here.", ["48.8584° N", "2.2945° E"]),
        ("约￥30~50元或￥30-50", ["￥30~50", "￥30-50"]),
        ("Take 250 mg/day of it.", ["250 mg", ""]),
        ("温度：－５℃～１０℃", ["－５℃～１０℃"]),
    ],
)
def test_numbers_stay_with_what_is_said_by_them(text: str, parts: list[str]) -> None:
    assert found(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("他和@小明 去北京了。", ["@小明"]),
        ("@小明：你今天来吗？", ["@小明"]),
        ("#旅行 今天去北京", ["#旅行"]),
        ("今天去#北京 三日游#玩", ["#北京 三日游#"]),
        ("车牌号：京A·12345，沪B8C912", ["京A·12345", "沪B8C912"]),
        ("去玩 #旅行", ["#旅行"]),
    ],
)
def test_users_and_topics_stay_in_chinese_too(text: str, parts: list[str]) -> None:
    assert found(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "He is in control and has the option to shift.",
        "An MP3 player and a PS5, H2O and WW2.",
        "Please call at 7a.m. today.",
        "The table(see below) and word(s) of it.",
        "They said: fix it (now): please.",
        "Note (important): read this.",
        "the word hello<br",
        "AND/OR he/she/it",
        "He left .envious ...and .then",
    ],
)
def test_words_are_no_codes(text: str) -> None:
    assert not {*found(text)} & {
        "7a",
        "(see below)",
        "fix",
        "Note (important):",
        "MP3",
        "PS5",
        "H2O",
        "WW2",
        "option",
        "AND/OR",
        "he/she/it",
    }
