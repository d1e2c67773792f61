"""A small grammar that writes the same sentence in Chinese, English and German: text that tests may train on.

The three word orders differ, tense is a verb form in two languages and a particle in the third, and counted nouns
take a measure word in Chinese: a model that only copies or sorts words does not get these sentences right.
"""

import random
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in three languages."""

    zh: str
    en: str
    de: str


@dataclass(frozen=True, slots=True)
class _Time:
    zh: str
    en: str
    de: str
    is_past: bool


@dataclass(frozen=True, slots=True)
class _Verb:
    """Plain form and past form; Chinese has one form."""

    zh: str
    en: tuple[str, str]
    de: tuple[str, str]


_TIMES = (
    _Time("昨天", "yesterday", "Gestern", True),
    _Time("上周", "last week", "Letzte Woche", True),
    _Time("今天早上", "this morning", "Heute Morgen", True),
    _Time("明天", "tomorrow", "Morgen", False),
    _Time("下周", "next week", "Nächste Woche", False),
    _Time("今天晚上", "tonight", "Heute Abend", False),
)
_SUBJECTS = (
    ("老师", "the teacher", "der Lehrer"),
    ("学生", "the student", "der Student"),
    ("医生", "the doctor", "der Arzt"),
    ("我的朋友", "my friend", "mein Freund"),
    ("她的哥哥", "her brother", "ihr Bruder"),
    ("孩子", "the child", "das Kind"),
    ("邻居", "the neighbour", "der Nachbar"),
    ("司机", "the driver", "der Fahrer"),
    ("厨师", "the cook", "der Koch"),
    ("农民", "the farmer", "der Bauer"),
)
_VERBS = (
    _Verb("买", ("buy", "bought"), ("kauft", "kaufte")),
    _Verb("看见", ("see", "saw"), ("sieht", "sah")),
    _Verb("画", ("draw", "drew"), ("zeichnet", "zeichnete")),
    _Verb("找到", ("find", "found"), ("findet", "fand")),
    _Verb("带来", ("bring", "brought"), ("bringt", "brachte")),
    _Verb("卖", ("sell", "sold"), ("verkauft", "verkaufte")),
)
_NUMBERS = (
    ("两", "two", "zwei"),
    ("三", "three", "drei"),
    ("四", "four", "vier"),
    ("五", "five", "fünf"),
    ("七", "seven", "sieben"),
    ("八", "eight", "acht"),
    ("十", "ten", "zehn"),
)
_OBJECTS = (
    ("本书", "books", "Bücher"),
    ("个苹果", "apples", "Äpfel"),
    ("把椅子", "chairs", "Stühle"),
    ("个杯子", "cups", "Tassen"),
    ("张照片", "photos", "Fotos"),
    ("张票", "tickets", "Karten"),
    ("朵花", "flowers", "Blumen"),
    ("条鱼", "fish", "Fische"),
    ("辆自行车", "bicycles", "Fahrräder"),
    ("封信", "letters", "Briefe"),
)


def make_sentences(count: int, seed: int = 1) -> list[Sentence]:
    """`count` different sentences, always the same ones for a seed. Raises ValueError beyond what there is."""
    choices = list(product(_TIMES, _SUBJECTS, _VERBS, _NUMBERS, _OBJECTS))
    if count > len(choices):
        raise ValueError(f"the grammar has {len(choices)} sentences, {count} were asked for")
    return [_sentence(*choice) for choice in random.Random(seed).sample(choices, count)]


def _sentence(
    time: _Time, subject: tuple[str, ...], verb: _Verb, number: tuple[str, ...], objects: tuple[str, ...]
) -> Sentence:
    chinese_verb = f"{verb.zh}了" if time.is_past else f"要{verb.zh}"
    english_verb = verb.en[1] if time.is_past else f"will {verb.en[0]}"
    english = f"{subject[1]} {english_verb} {number[1]} {objects[1]} {time.en}."
    return Sentence(
        zh=f"{time.zh}{subject[0]}{chinese_verb}{number[0]}{objects[0]}。",
        en=english[0].upper() + english[1:],
        de=f"{time.de} {verb.de[time.is_past]} {subject[2]} {number[2]} {objects[2]}.",
    )
