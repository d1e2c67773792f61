"""What stands in a text for something that a program puts there."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language, is_east_asian
from service.text.numbers.measures import CHINESE, CHINESE_UNIT
from service.text.spans import Kind, Span

_CONVERSION = r"[-+#0]*(?:\*|\d+)?(?:\.\d+)?(?:hh|h|ll|l|L|z|j|t|q)?[diouxXeEfFgGcCsSpa@]"
_UNIT = (
    r"(?:[KMGTkmc]?[Bbmg]|[KMG]iB|p[xt]|r?em|[mn]?s|m?l|x|h|d|min|secs?|hrs?|k?m/|Hz|dpi|fps|st|nd|rd|th|[KkWVACF])"
    r"(?![A-Za-z])"
)
_PRINTF: Final = (
    rf"%\d{{1,3}}\${_CONVERSION}",
    r"(?<!\w)%@",
    rf"%{_CONVERSION}(?![A-Za-z])",
    # Between letters it is no percent sign.
    r"(?<=[A-Za-z])%[dsfu](?=[A-Za-z])",
    # A letter may follow where it cannot be a percent sign and a word, as in 5%discount: behind a width, before a
    # capital or a unit, and where another one follows, as in %shere%s. Hexadecimal %20 is a space of a URL.
    r"(?<!\w)%(?!20)[-+#]?(?:\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(?:ll?)?[dfsuxXeg]",
    rf"(?<!\w)%(?:ll?|z)?(?:[dsfu](?=[A-Z])|[df](?={_UNIT}))",
    r"(?<!\w)%s(?=s\b|[a-z][^%\n]{0,200}%s(?![A-Za-z]))",
)

_PERCENT: Final = r"(?:%(?![\w%{(@])| %(?![\w%{(@]| ?\{))?"  # of the number that will be there

PLACEHOLDERS: Final = "|".join(
    (
        r"(?:\{\{\{.{0,200}?\}\}\}|\{\{.{0,200}?\}\})" + _PERCENT,
        r"\{%.{0,200}?%\}|<%.{0,200}?%>|<\?.{0,200}?\?>",  # of templates
        r"\[%.{0,200}?%\]|\*\|\w[^|\n]{0,60}\|\*|::\w{1,60}::|%%\w{1,60}%%|<<\w{1,60}>>",
        r"@(?:\.\w{1,30})?:(?:\w[\w.-]{0,80}(?<![.-])|\([\w.-]{1,80}\))",  # of another message
        r"[$#%@]?\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,500}\}){0,500}\}){0,500}\}" + _PERCENT,
        *_PRINTF,
        r"%\(\w{1,60}\)[-+#0]*\d*(?:\.\d+)?[a-zA-Z]|%[A-Za-z_]\w{1,60}%|%%",
        r"#{2,3}\w{1,60}#{2,3}|__\w{1,60}?__(?!\w)|@@\w{1,60}@@|\[\[/?\w[^\[\]\n]{0,60}\]\]|\$[A-Za-z_]\w{0,60}\$?",
        r"(?<![\w:]):[a-z0-9_+-]{1,60}:(?![a-z0-9_])|(?<![\w:/)]):[a-z_][A-Za-z0-9_]+\b",
    )
)

_COUNT: Final = r"((?:\$?\{[^{}\n]{1,40}\}|\{\{[^{}\n]{1,40}\}\}|%(?:\d\$)?[sd]))"
_PRICED: Final = re.compile(rf"{_COUNT} ?{CHINESE_UNIT.pattern}")
_THINGS: Final = MappingProxyType(
    {
        "天": "days", "小时": "hours", "个小时": "hours", "分钟": "minutes", "秒": "seconds", "个月": "months",
        "周": "weeks", "年": "years", "人": "people", "页": "pages", "次": "times", "件": "items", "项": "items",
        "个文件": "files", "个项目": "items", "条评论": "comments", "条消息": "messages", "条记录": "records",
    }
)  # fmt: skip
_COUNTED: Final = re.compile(
    rf"{_COUNT} ?({'|'.join(sorted(_THINGS, key=len, reverse=True))})(?![月岁末名员数码面目级度])"
)


def priced_placeholders(text: str, language: str, target: str) -> Iterator[Span]:
    """Each with a unit of Chinese behind it, or in English a thing, which models lose: {price}元 is {price} yuan."""
    if base_language(language) == "zh" and target and not is_east_asian(target):
        for match in _PRICED.finditer(text) if "{" in text or "%" in text else ():
            yield Span(*match.span(), Kind.FIGURE, f"{match[1]} {CHINESE[match[2]]}")
        is_english = base_language(target) == "en" and ("{" in text or "%" in text)
        for match in _COUNTED.finditer(text) if is_english else ():
            yield Span(*match.span(), Kind.FIGURE, f"{match[1]} {_THINGS[match[2]]}")
