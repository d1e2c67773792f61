"""Units as sources write them behind a number, all that may say them in a translation, and how it writes them."""

from typing import Final, NamedTuple


class UnitWords(NamedTuple):
    """Patterns of one unit in a source, and in a translation, where more may say it; and its plural."""

    en: str
    zh: str
    said_en: str
    said_de: str
    plural_en: str
    plural_de: str


_NEVER: Final = r"(?!)"
_AT: Final = r"(?<![^\W\d_])"  # no letter before it
_OLD: Final = r"(?![ -](?:olds?|of age)\b)"  # an age needs no word
# No year of a calendar, nor of a century.
_YEARS: Final = r"(?<!\d\d\d)(?<![05-9]\d)(?<! )年(?![代级度初底末]| ?\d)"
_TURNS: Final = "".join(f"(?<!{number}{space})" for number in (45, 90, 180, 360) for space in ("", " "))
_DEGREES: Final = f"{_TURNS}度"  # a turn of 180 needs no word
_WEEKS: Final = r"周(?![年岁日一二三四五六末])|个?(?:星期|礼拜)(?![一二三四五六日天])"
_ROUND: Final = r"o['’]clock|\d:\d\d|\b[ap]\.?m\b|day|night|24/7"  # a day has 24 hours
_IN: Final = r"\bin (?:\d+|five|ten)(?=[.,!?]|\Z)"  # minutes

UNITS: Final = (
    UnitWords("f(?:ee|oo)t", "英尺", rf"f(?:ee|oo)t|{_AT}ft|\d ?['′’]",
        rf"f[uü](?:ß|ss)|f(?:ee|oo)t|{_AT}ft|\d ?['′’]|bein|pfote", "feet", "Fuß"),
    UnitWords("inch(?:es)?", "英寸", rf"inch|{_AT}in\b|[\"″”]|'\s?'", r"zoll|zöll|inch|[\"″”“]|''", "inches", "Zoll"),
    UnitWords("miles?", "英里", rf"mile|{_AT}mi\b|mph", rf"meile|{_AT}mi\b|mph", "miles", "Meilen"),
    UnitWords("yards?", _NEVER, r"yard", rf"yard|meter|metr|{_AT}yd", "yards", "Yards"),
    UnitWords("pounds?", "英?磅", rf"pound|{_AT}lbs?\b|£|GBP|quid", rf"pfund|pfünd|{_AT}lbs?\b|£|GBP|pound",
        "pounds", "Pfund"),
    UnitWords("ounces?", "盎司", rf"ounce|{_AT}oz\b", rf"unze|{_AT}oz\b", "ounces", "Unzen"),
    UnitWords("gallons?", "加仑", rf"gallon|{_AT}gal\b", "gallone", "gallons", "Gallonen"),
    UnitWords("degrees?", _DEGREES, rf"{_AT}deg|[°º℃℉]|celsi|fahrenheit|centigrade|proof|\d0s",
        r"grad|[°º℃℉]|abschl|celsius", "degrees", "Grad"),
    UnitWords("kilomet(?:er|re)s?", _NEVER, rf"kilomet|{_AT}k", rf"kilomet|{_AT}km", "kilometers", "Kilometer"),
    UnitWords("centimet(?:er|re)s?", _NEVER, "centimet|cm", "[cz]entimet|cm", "centimeters", "Zentimeter"),
    UnitWords("met(?:er|re)s?", _NEVER, rf"met(?:er|re)|{_AT}m\b", rf"mete?r|{_AT}m(?:\b|[²³/])", "meters", "Meter"),
    UnitWords("(?:kilo(?:gram(?:me)?)?|kg)s?", _NEVER, rf"kilo|{_AT}kg", rf"kilo|{_AT}kg", "kilograms", "Kilogramm"),
    UnitWords("gram(?:me)?s?", _NEVER, rf"gram|{_AT}g\b", rf"gramm|{_AT}g\b", "grams", "Gramm"),
    UnitWords("lit(?:er|re)s?", "公升", rf"lit(?:er|re)|{_AT}l\b", rf"lite?r|{_AT}l\b", "liters", "Liter"),
    UnitWords("hours?", "个?半?(?:小时|钟头)", rf"hour|{_AT}h(?:rs?)?\b|{_ROUND}",
        rf"st[uü]nd|{_AT}std|{_AT}h\b|uhr|tag", "hours", "Stunden"),
    UnitWords("minutes?", "分钟", rf"minut|{_AT}mins?\b|half|quarter|hour|\d:\d\d|{_IN}",
        rf"min[uü]t|{_AT}min\b|viertel|halb|stunde", "minutes", "Minuten"),
    UnitWords("(?:seconds|(?<=-)second)", "秒钟?", rf"second|{_AT}secs?\b|{_AT}s\b|{_IN}",
        rf"sek[uü]nd|{_AT}sek|{_AT}s\b", "seconds", "Sekunden"),
    UnitWords("days?", "天", r"day|daily|night|week|date|tomorrow|24/7", r"tag|täg|woche|wöch|morgen|nacht|nächt",
        "days", "Tage"),
    UnitWords("weeks?", f"(?:{_WEEKS})", rf"week|{_AT}wks?\b|fortnight|days|month", r"w[oö]ch|tage|monat",
        "weeks", "Wochen"),
    UnitWords("months?", "个月", r"month|quarter|half|year|week", r"monat|quartal|jahr|jähr", "months", "Monate"),
    UnitWords(rf"(?:years|(?<=-)year|(?<=\b1 )year){_OLD}", _YEARS,
        rf"year|annual|{_AT}yrs?\b|decade|centur|\bage|\bold|since|['’]\d|\bb\.?c",
        r"jahr|jähr|jhr|jubilä|\balt|seit", "years", "Jahre"),
    UnitWords("(?:percent|per cent)", _NEVER, r"per ?cent|%", r"prozent|%|v\. ?h", "percent", "Prozent"),
    UnitWords("dollars?", "美金", r"dollar|\$|USD|buck", r"dollar|\$|USD", "dollars", "Dollar"),
    UnitWords("euros?", _NEVER, r"euro?\b|euros|€", r"eur|€", "euros", "Euro"),
    UnitWords("cents?", "美分", r"cent|¢", rf"cent|¢|{_AT}ct\b", "cents", "Cent"),
)  # fmt: skip

# What Chinese counts, which has a word in a translation, or is left out beside one for the thing: 1片.
COUNTED: Final = {
    "片": r"tablet|pill|slice|piece|chip|sheet|leaf|leaves|film",
    "粒": r"tablet|pill|grain|capsule|piece",
    "颗": r"tablet|pill|grain|piece|star",
    "瓶": r"bottle|jar|vial",
    "杯": r"cup|glass|mug",
    "盒": r"box|pack|case",
    "袋": r"bag|sack|pack|sachet",
    "罐": r"can|tin|jar",
}
