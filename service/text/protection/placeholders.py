"""What stands in a text for something that a program puts there."""

import re
from collections.abc import Iterator
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

_PRICED: Final = re.compile(
    rf"((?:\$?\{{[^{{}}\n]{{1,40}}\}}|\{{\{{[^{{}}\n]{{1,40}}\}}\}}|%(?:\d\$)?[sd])) ?{CHINESE_UNIT.pattern}"
)


def priced_placeholders(text: str, language: str, target: str) -> Iterator[Span]:
    """Each with a unit of Chinese behind it, which models lose: {price}元 is {price} yuan."""
    if base_language(language) == "zh" and target and not is_east_asian(target):
        for match in _PRICED.finditer(text) if "{" in text or "%" in text else ():
            yield Span(*match.span(), Kind.FIGURE, f"{match[1]} {CHINESE[match[2]]}")
