"""What people send in Chinese, through a real server with the model that comes with it: numerals, units, headings and
labels are there, in whole answers and in streams."""

import httpx
import pytest

from tests.shipped import answer_to, request_for, streamed_answer_to


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # Numerals.
        ("三分之二的学生通过了考试。", ["2/3"]),
        ("违约金为合同总额的千分之五。", ["5‰"]),
        ("气温降到了零下十度。", ["-10 °C"]),
        ("气温是零下15度。", ["-15 °C"]),
        ("每天早上七点一刻起床。", ["7:15 am"]),
        ("十二月二十五日是圣诞节。", ["December 25"]),
        ("这台电脑花了我一万五。", ["15000"]),
        ("我等了一个半小时。", ["1.5 hours"]),
        ("我们班有四十五个人，其中二十三个是女生。", ["45", "23"]),
        ("全村有三百多户人家。", ["300+"]),
        ("二百五十克", ["250 g"]),
        ("一千二百三十四", ["1234"]),
        ("今年增长了３．５％。", ["3.5%"]),
        ("房号Ａ３０２", ["A302"]),
        ("我们三点半见面。", ["3:30"]),
        ("一百二十多公里", ["120+ km"]),
        ("四五十人", ["40–50"]),
        ("人民币大写：壹万贰仟叁佰元整", [": 12300 yuan"]),
        ("腊月二十三是小年。", ["day 23 of lunar month 12"]),
        ("２０２４年３月１５日", ["March 15, 2024"]),
        ("预算增加15%；", ["15%;"]),
        ("ｉＰｈｏｎｅ１５很贵", ["iPhone15"]),
        ("下午两点到四点", ["2:00 pm–4:00 pm"]),
        ("晚上8:30-10:00", ["8:30 pm–10:00 pm"]),
        ("八点整", ["8:00"]),
        ("西瓜两块五一斤。", ["2.5 yuan"]),
        ("两万五千里", ["25000 li"]),
        ("负三度", ["-3 °C"]),
        ("差五分九点，火车就要开了。", ["8:55"]),
        ("油价每升7.85元，加满要400多块。", ["7.85 yuan", "400+ yuan"]),
        ("路上花了一个多小时。", ["1+ hours"]),
        ("有期徒刑三年以上十年以下，并处罚金。", ["3 years and over", "10 years and under"]),
        ("皇马4比1大胜。", ["4:1"]),
        ("人民币壹仟贰佰叁拾肆元伍角", ["1234.50 yuan"]),
        ("会议在上午十点半开始，十二点结束。", ["10:30 am", "12:00"]),
        ("二十一世纪是信息时代。", ["21st century"]),
        ("水温控制在六十到七十度。", ["60–70 degrees"]),
        ("成功率从六成提高到八成五。", ["60%", "85%"]),
        ("每斤八块，三斤起卖。", ["8 yuan"]),
        ("抽奖时间：１０：００－２２：００", ["10:00-22:00"]),
        # Titles and brackets.
        ("我读了《红楼梦》。", ['."']),
        ("苹果公司（Apple）发布了iPhone 15（起售价5999元）。", ["(Apple)", "iPhone 15 (", "5999 yuan)."]),
        ("版本：v2.3.1（2024-01-15）", [": v2.3.1 (2024-01-15)"]),
        # Units.
        ("1 天", ["1 day"]),
        ("2小时30分钟", ["2 hours 30 minutes"]),
        ("1茶匙=5毫升", ["1 tsp=5 ml"]),
        ("共3片", ["3 pieces in total"]),
        ("保修期：12个月", [": 12 months"]),
        ("他跑出了9秒83的成绩。", ["9.83 seconds"]),
        ("血压：120/80mmHg", [": 120/80mmHg"]),
        ("能量 每100克 1850千焦", ["100 g", "1850 kJ"]),
        ("订阅人数超过10万+", ["100,000+"]),
        ("月薪8k-15k，五险一金。", ["8k-15k"]),
        ("车牌号：京A·12345", [": 京A·12345"]),
        ("全场5折起，会员再享9.5折。", ["50% off", " 5% off"]),
        ("首班车05:30，末班车22:45，间隔6-8分钟。", ["05:30", "22:45", "6–8 minutes"]),
        ("降水概率60%，降雨量20-40毫米。", ["60%", "20-40 mm"]),
        ("北京：晴，-3℃～8℃，西北风4-5级", ["-3℃～8℃", "4-5"]),
        ("额定功率：1500W；电压：220V~50Hz", [": 1500W; ", ": 220V~50Hz"]),
        ("适用年龄：3岁以上", [": 3 years old and over"]),
        ("余额：{balance}元", [": {balance} yuan"]),
        ("上海市徐汇区漕溪北路18号30层", ["No. 18, Floor 30"]),
        ("均价2.3万元/平方米", ["23,000 yuan/m²"]),
        ("净重：2斤半", [": 2.5 jin"]),
        ("今天好开心呀(^_^)", ["(^_^)"]),
        ('文件名不能包含以下字符：\\ / : * ? " < > |', [': \\ / : * ? " < > |']),
        ("满200元打9折，满500元打八折", ["200 yuan 10% off", "500 yuan 20% off"]),
        ("用了二十八分钟", ["28 minutes"]),
        ("320大卡/份", ["320 kcal/serving"]),
        ("1杯≈240毫升", ["1 cup≈240 ml"]),
        ("苹果：5元/斤", ["5 yuan/jin"]),
        ("加入1½茶匙盐。", ["1½ tsp"]),
        ("付款期限：收到发票后30个工作日内。", ["30 working days"]),
        ("剩余 {0} 天", ["{0} days"]),
        # Letters, lines and files.
        ("血型：A型", ["type A"]),
        ("我在A座等你", ["Tower A"]),
        ("颜色：黑；尺码：S、M、L、XL", ["S, M, L, XL"]),
        ("第1行第5列没有数据", ["line 1, column 5"]),
        ("文件“报告.docx”正在被另一个程序使用。", ["报告.docx"]),
        ("无法打开C:\\Users\\admin\\日志.txt", ["C:\\Users\\admin\\日志.txt"]),
        ("详见：https://www.example.com/活动?id=5。", ["https://www.example.com/活动?id=5."]),
        ("我很高兴(^_^)", [" (^_^)"]),
        ("好的(*^▽^*)", [" (*^▽^*)"]),
        ("真是……太……太可怕了！", ["!"]),
        # Headings, items and labels.
        ("第3章 结论\n本章讨论了模型。", ["Chapter 3 ", "\n"]),
        ("第十二条 甲方应在签约后30日内支付50%的货款。", ["Article 12 ", "30", "50%"]),
        ("第1页，共10页", ["Page 1 of 10"]),
        ("一、项目背景", ["1. "]),
        ("（一）总体目标", ["(1) "]),
        ("1、坚持锻炼；2、早睡早起；3、少吃甜食。", ["1. ", "; 2. ", "; 3. "]),
        ("3.2 实验结果", ["3.2 "]),
        ("甲：1，乙：2", [": 1, ", ": 2"]),
        ("优点：便宜、好用；缺点：太重。", ["; "]),
        ("请选择：A. 苹果 B. 香蕉 C. 橙子", [": A. ", " B. ", " C. "]),
        ("Part 1：听力（15分钟）", ["Part 1: ", "(15 minutes)"]),
        ("进度：75%（3/4）", [": 75% (3/4)"]),
        ("<li>第一步：下载<strong>安装包</strong>（约20MB）</li>", ["<li>", "<strong>", "</strong>", "20MB", "</li>"]),
        ("1）打开冰箱", ["1) "]),
        ("a. 苹果", ["a. "]),
        ("① 切菜 ② 炒菜 ③ 装盘", ["① ", " ② ", " ③ "]),
        ("附录B：数据表\n图3：销售额变化", ["Appendix B: ", "Figure 3: "]),
        ("性别：□男 □女", [": □ "]),
    ],
)
def test_what_has_to_stay_is_there_once(shipped_client: httpx.Client, text: str, parts: list[str]) -> None:
    found = str(answer_to(shipped_client, request_for(text))["translatedText"])
    assert {part: found.count(part) for part in parts} == dict.fromkeys(parts, 1), found
    assert streamed_answer_to(shipped_client, request_for(text))["translatedText"] == found


def test_a_time_that_is_no_number_of_its_own_is_no_fault_of_the_server(shipped_client: httpx.Client) -> None:
    text = "@所有人 明天上午10:00在3楼会议室开会，请准时参加。"
    assert "10:00" in answer_to(shipped_client, request_for(text))["translatedText"]


@pytest.mark.parametrize("text", ["用户 4", "安全级别 3", "连射2秒"])
def test_no_markup_is_made_up(shipped_client: httpx.Client, text: str) -> None:
    assert ":" not in str(answer_to(shipped_client, request_for(text))["translatedText"])


@pytest.mark.parametrize("text", ["1 天", "血压：120/80mmHg", "用户 4"])
def test_nothing_is_told_where_nothing_is_wrong(shipped_client: httpx.Client, text: str) -> None:
    assert "warnings" not in answer_to(shipped_client, request_for(text))


def test_a_title_inside_of_quotation_marks_is_told_where_its_marks_are_lost(shipped_client: httpx.Client) -> None:
    answer = answer_to(shipped_client, request_for("他说：“我在读《红楼梦》。”"))
    assert [warning["code"] for warning in answer["warnings"]] == ["brackets_differ"]
