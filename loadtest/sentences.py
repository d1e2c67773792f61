"""Ordinary sentences of several lengths, and a paragraph for each language."""

import itertools
from typing import Final

CHINESE: Final = (
    "谢谢你。",
    "我饿了。",
    "你在哪里？",
    "明天见！",
    "今天天气很好。",
    "请把门关上。",
    "这本书多少钱？",
    "我不知道他住在哪里。",
    "她每天早上七点起床。",
    "火车晚点了二十分钟。",
    "你能帮我拿一下这个箱子吗？",
    "昨天晚上下了一场大雨，路上都是水。",
    "如果明天不下雨，我们就去公园散步。",
    "他一边喝咖啡，一边看今天的报纸。",
    "医生告诉我应该多喝水，早点睡觉。",
    "这家饭馆的面条很好吃，价钱也不贵。",
    "我们的新邻居是一对年轻夫妇，他们养了两只猫。",
    "虽然这条路比较远，但是风景很美，所以我常常走这里。",
    "妈妈打电话来说，爷爷下个星期要从乡下来看我们，让我去车站接他。",
    "会议原来定在星期二下午三点，因为有几个人出差还没有回来，所以改到了星期四上午。",
)
ENGLISH: Final = (
    "Thank you.",
    "I am hungry.",
    "Where are you?",
    "See you tomorrow!",
    "The weather is nice today.",
    "Please close the door.",
    "How much does this book cost?",
    "I don't know where he lives.",
    "She gets up at seven every morning.",
    "The train was twenty minutes late.",
    "Could you help me with this suitcase?",
    "It rained heavily last night and the roads are full of water.",
    "If it doesn't rain tomorrow, we will go for a walk in the park.",
    "He drinks his coffee while he reads the newspaper.",
    "The doctor told me to drink more water and to go to bed earlier.",
    "The noodles in this restaurant are good, and they are not expensive.",
    "Our new neighbours are a young couple who have two cats.",
    "This road is longer, but the view is beautiful, so I often walk here.",
    "My mother called to say that grandfather is coming to see us next week, and that I should meet him at the "
    "station.",
    "The meeting was planned for Tuesday afternoon at three, but because some people were still travelling, "
    "it was moved to Thursday morning.",
)
CHINESE_PARAGRAPH: Final = "".join(CHINESE[10:16]) + "\n\n" + "".join(CHINESE[16:])
ENGLISH_PARAGRAPH: Final = " ".join(ENGLISH[10:16]) + "\n\n" + " ".join(ENGLISH[16:])
CONNECTIVES: Final = (", and ", ", but ", " because ", " while ", ", so ", " although ")


def many_sentences(count: int) -> list[str]:
    """`count` different English sentences: the statements above, and pairs of them in one sentence.

    Raises ValueError when there are not so many.
    """
    statements = [text for text in ENGLISH if text.endswith(".") and not text.startswith(("Thank", "Please"))]
    pairs = (
        f"{first.removesuffix('.')}{connective}{_inside(second)}"
        for connective in CONNECTIVES
        for first, second in itertools.permutations(statements, 2)
    )
    found = [*statements, *itertools.islice(pairs, max(0, count - len(statements)))][:count]
    if len(found) < count:
        raise ValueError(f"{count} sentences were asked for, there are {len(found)}; name a file with more of them")
    return found


def _inside(sentence: str) -> str:
    """As it stands within another one."""
    return sentence if sentence.startswith("I ") else sentence[0].lower() + sentence[1:]
