"""Days of the week and months as sources name them, all that may say them in a translation, and their names."""

from typing import Final, NamedTuple


class DayWords(NamedTuple):
    """Patterns of one of them in a source, and in a translation, where more may say it; and its name."""

    is_month: bool
    en: str
    zh: str
    said_en: str
    said_de: str
    name_en: str
    name_de: str


_SHORT_MONTHS: Final = "(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_BEHIND_NUMBER: Final = r"(?:(?<=\d )|(?<=\d(?:st|nd|rd|th) )|(?<=\d of )|(?<=\d(?:st|nd|rd|th) of ))"
# Short ones are beside another one, or a number.
_BEFORE_SHORT: Final = rf"(?=\.? \d|\.? ?[-–/] ?{_SHORT_MONTHS}\b)"
_BEHIND_SHORT: Final = rf"(?:{_BEHIND_NUMBER}|(?<={_SHORT_MONTHS}[-–/])|(?<={_SHORT_MONTHS} [-–/] ))"
# Words that are verbs, too, are months behind these, or at a number that is no distance.
_BEFORE: Final = (
    "in", "of", "since", "until", "till", "last", "next", "mid", "early", "late", "every", "each", "during", "between",
    "through", "from", "to",
)  # fmt: skip
_BEHIND_WORD: Final = "|".join(rf"(?<=\b{word}[ -])" for word in _BEFORE)
_BEFORE_DAY: Final = (
    r"(?= (?:the )?\d{1,2}(?:(?:st|nd|rd|th)\b|[,;:!?)-]|\.?\Z|\. | (?:at|from|to|and|is|was|until|till|will|\d{4}\b))"
    r"|,? \d{4}\b)"
)
_WEEK: Final = r"(?:(?<![\d一二两三四五六七八九十几每半多])周|(?<=每)周)"
_NO_COUNT: Final = r"(?![次个年天日月回场遍岁十至到度期周轮瞥先公直子])"
_NO_COUNT_A_WEEK: Final = r"(?![次个天回场遍岁十度轮瞥先公直子])"  # 每星期一次, but 星期一到星期五


def _weekday(name: str, zh: str, de: str, said: str, short_de: str) -> DayWords:
    said_de = rf"{said}|\b(?-i:{short_de})(?=[-–.,/:] ?|\Z)|{name}"
    return DayWords(
        False,
        rf"(?i:{name}s?)",
        f"{_WEEK}{zh}{_NO_COUNT}|(?:星期|礼拜){zh}{_NO_COUNT_A_WEEK}{'|(?:星期|礼拜)天' * (zh == '日')}",
        rf"\b{name[:3]}",
        said_de,
        name,
        de,
    )


def _month(number: int, name: str, zh: str, de: str, said: str) -> DayWords:
    short = name[:3]
    en, short_en = rf"(?:{name}|{name.upper()})", rf"{short}t?\b"
    if name in ("March", "May"):
        en = rf"{en}\b{_BEFORE_DAY}|{_BEHIND_NUMBER}{en}|(?:{_BEHIND_WORD}){en}(?!['’])"
    if name != "May":
        en += rf"|{short_en}{_BEFORE_SHORT}|{_BEHIND_SHORT}{short_en}"
    in_numbers = rf"\d\. ?0?{number}\.|[-/]0?{number}[-/]|(?<![\d/])0?{number}/\d"
    said_en = rf"\b{short}|{in_numbers}"
    said_de = rf"\b(?:{said})|\b{short}(?:{name[3:]}\b|\b)|{in_numbers}"
    return DayWords(True, en, rf"(?<![十\d上下每复某过整]){zh}月(?![内饼])", said_en, said_de, name, de)


DAYS: Final = (
    _weekday("Monday", "一", "Montag", "mont[aä]g", "Mo"),
    _weekday("Tuesday", "二", "Dienstag", "dienst[aä]g", "Di"),
    _weekday("Wednesday", "三", "Mittwoch", "mittw[oö]ch", "Mi"),
    _weekday("Thursday", "四", "Donnerstag", "donnerst[aä]g", "Do"),
    _weekday("Friday", "五", "Freitag", "freit[aä]g", "Fr"),
    _weekday("Saturday", "六", "Samstag", "samst[aä]g|sonnabend", "Sa"),
    _weekday("Sunday", "日", "Sonntag", "sonnt[aä]g", "So"),
    _month(1, "January", "一", "Januar", "jan(?:uar|\\.)|jänner"),
    _month(2, "February", "二", "Februar", "feb(?:ruar|\\.|er)"),
    _month(3, "March", "三", "März", "märz|mrz"),
    _month(4, "April", "四", "April", "april|apr\\."),
    _month(5, "May", "五", "Mai", "mai(?![lnsz])"),
    _month(6, "June", "六", "Juni", "jun[io]"),
    _month(7, "July", "七", "Juli", "jul(?:i(?![ae])|\\.)"),
    _month(8, "August", "八", "August", "august(?!us|in)|aug\\."),
    _month(9, "September", "九", "September", "sep"),
    _month(10, "October", "十", "Oktober", "okt"),
    _month(11, "November", "十一", "November", "nov(?:ember|\\.)"),
    _month(12, "December", "十二", "Dezember", "dez"),
)
