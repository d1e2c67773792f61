r"""Signs of typewriters that hardly a vocabulary has: `<`, `>`, `@`, `^`, `{`, `|`, `}`, `\` and a backtick.

A model that sees them spelled in bytes writes nonsense. Those between numbers are a figure together, those inside of
what is no word, as in a^b, a code; all others are not shown, and have their places.
"""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

import regex  # type: ignore[import-untyped]  # a C extension without stubs

from service.text.faults.scripts import base_language
from service.text.numbers.measures import CHINESE_UNIT, MEASURES, is_written_in_full
from service.text.numbers.money import MONEY
from service.text.protection.patterns import FIGURES

_SIGNS: Final = r"<>@^{|}\\`"
_OTHERS: Final = r"~=+*/:&#%!_\-"  # that stand in one run with them
_LETTER: Final = r"A-Za-z\u00c0-\u024f"
_NOT_SPACED: Final = r"\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef"
_SPACE: Final = r"[ \u00a0\u202f]?"
_NUMBER: Final = r"\d+(?:[.,]\d+){0,5}(?:[-\u2013]\d+)?%?(?![.,]?\d)(?![A-Za-z])(?! ?[万亿千百萬億])"
_HIGH_AND_LOW: Final = r"\u00b2\u00b3\u00b9\u2070-\u208e"  # digits

# A line break and the like, whatever stands at it.
_TAG: Final = r"</?(?:[abipqsu]|br|[ht]r|t[dh]|[ou]l|li|em|h[1-6]|su[bp]|div|span|code|strong|small|mark|del|ins)\s?/?>"
SPELLED_OUT: Final = re.compile(
    r"(?<![^\s\u2e80-\uffef])(?:[!-/:-@\[-^`{-~] ){3,20}[!-/:-@\[-^`{-~](?!\S)"
)  # \ / : * ? of names of files
TAGS: Final = re.compile(_TAG)
_SPACED_TERM: Final = r"(?:[A-Za-z](?:[A-Za-z](?=[\u00b2\u00b3]))?|\d{1,6}[A-Za-z]?)[\u00b2\u00b3]?(?![\w'’]|[.,]\d)"
_TERM: Final = r"(?:(?:[A-Z][a-z]?){2,4}|\(?[A-Za-z\d]{1,2}|\d{3,9})"

# Is greater than five; two to the power of ten.
COMPARISONS: Final = re.compile(
    rf"(?<![\w<>=~.,-])(?:\d+(?:[.,]\d+){{0,5}}(?:{_SPACE}[<>]=?{_SPACE}\d+(?:[.,]\d+){{0,5}}|\^-?\d+){{1,20}}(?![\w.,]?\d)"
    rf"|(?!</?\d{{1,9}}\s?/?>)[<>~\u2248\u2264\u2265]=?{_SPACE}(?:{MEASURES.pattern}|{FIGURES.pattern}|{_NUMBER})(?!{CHINESE_UNIT.pattern}))",
    re.ASCII,
)
# E=mc², H₂O, a^b, \alpha: letters with signs on both sides of which there is something.
FORMULAS: Final = re.compile(
    # With spaces: x² + y² = z².
    r"(?<![\w.,=+*/-])(?<![=+*/-] )(?=[^=\n]{1,30} = )(?=[\d +*/-]{0,20}[A-Za-z])"
    rf"{_SPACED_TERM}(?: [-+*/=\u00d7\u00b7] {_SPACED_TERM}){{1,9}}"
    # What is greater: a > b.
    r"|(?<![\w.,<>=+*/'’-])(?<![<>=+*/-] )[A-Za-z]\d? [<>]=? (?:[A-Za-z]\d?|\d{1,6}(?:[.,]\d{1,6})?)"
    r"(?![\w<>='’]|[.,]\d| [<>=])"
    # With a sign before a number: y = -3.
    r"|(?<![\w.,=+*/-])[a-z] = -\d{1,6}(?:[.,]\d{1,6})?(?![\w=]|[.,]\d)"
    # Of letters alone: A+B=C.
    r"|(?<![\w.,=+*/-])[A-Za-z]\d?(?:[+*/-][A-Za-z\d]\d?){1,9}=[A-Za-z\d]{1,3}(?![\w=+*/-])"
    rf"|(?<![\w{_SIGNS}.])(?<!</)(?<!\d[ \u00a0])(?<!g/)(?<!g/c)"
    r"(?!\d[\d.,]{0,20}[A-Za-z]{1,3}[\u00b2\u00b3](?![\w=^]))(?:"
    rf"(?=[\w=+*/().-]{{0,40}}[{_HIGH_AND_LOW}]){_TERM}(?:[=+*/.()-]{_TERM}){{0,9}}\)?[{_HIGH_AND_LOW}]"
    rf"(?:[A-Z][a-z]?|[\d()=+*/{_HIGH_AND_LOW}-]){{0,20}}(?!\w)"
    rf"|(?=[\w=+*/.:-]{{1,60}}(?!{_TAG})[{_SIGNS}]{{1,3}}\w)[\w{_LETTER}]{{1,40}}"
    rf"(?:(?:(?!{_TAG})[{_SIGNS}=+*/.:-]){{1,3}}[\w{_LETTER}]{{1,40}}){{1,8}})"
    r"|(?<![\w\\])\\[A-Za-z]{2,30}(?:\{[^{}\n]{0,80}\}){0,3}",
    re.ASCII,
)
_MONEY: Final = r"(?:[€$£¥\uffe5][ \u00a0]?\d[\d.,]{0,12}|\d[ \u00a0]?(?:[€$£¥\uffe5元块]|EUR|USD|CHF))"
_AMOUNT: Final = r"\d[ \u00a0]?(?:[mk]?g|m?l|km|kWh|[MG]B)"
_PARTS: Final = "second|minute|hour|day|night|week|month|year|person|user|piece"
# For each of them, behind money or an amount.
_PER: Final = MappingProxyType(
    {
        "en": (regex.compile(rf"(?<={_MONEY}|{_AMOUNT}) ?/ ?(?=(?:{_PARTS})\b)"), " per "),
        "zh": (regex.compile(rf"(?<={_MONEY}) ?/ ?(?=[月年天日人次晚斤件张箱瓶包盒]|小时)"), "每"),
    }
)
# Of words, as some keyboards make them: I don`t.
APOSTROPHES: Final = re.compile(r"(?<=[A-Za-z])[`\u00b4](?=(?:s|t|m|d|re|ve|ll)(?![A-Za-z]))", re.IGNORECASE)
# A blank to fill in.
BLANKS: Final = re.compile(r"(?<![\w\uff3f])(?:_{2,50}|\uff3f{2,50})(?![\w\uff3f])")
# What stands between two words, or terms.
BARS: Final = re.compile(r"[<>|](?<=[^\W\d_]{3}.)(?=[^\W\d_]{3})")
# Between words that are all there is of a line, as in yes/no.
_CHOICE: Final = r"(?:\p{Lu}\p{Ll}{1,29}|\p{Ll}{2,30}|[\u2e80-\u9fff]{1,9})"
_LABEL: Final = r"(?:\p{Lu}\p{Ll}{1,29}: |[\u2e80-\u9fff]{1,9}[:：])?"
SLASHES: Final = regex.compile(
    rf"(?m)(?<=(?:^[^\S\n]{{0,9}}{_LABEL}|[.?!:] ){_CHOICE}(?:/{_CHOICE}){{0,3}})/"
    rf"(?={_CHOICE}(?:/{_CHOICE}){{0,3}}[:.?!]?[^\S\n]{{0,9}}$)"
)
_ADDEND: Final = r"[€$£¥]?\d+(?:[.,]\d+){0,5}"
_WORD_BEFORE: Final = r"(?:(?<=[A-Za-z\u00b0\u2e80-\u9fff][A-Za-z\u2e80-\u9fff] )|(?<=[)%] ))"
# What something amounts to: 2 x 5 = 10, and the end of 1 piece = 0.5 kg. Models know 2 + 2 = 4.
EQUALS: Final = re.compile(
    rf"(?<![\w.,=+*/€$£¥-]){_ADDEND}(?: ?[x\u00d7*/\u00f7] ?{_ADDEND}){{1,9}} ?= ?{_ADDEND}%?(?![\w=]|[.,]\d)"
    rf"|{_WORD_BEFORE}= (?:{MONEY.pattern}|{MEASURES.pattern}|{FIGURES.pattern}|{_NUMBER})(?! ?[-+*/=\u00d7])",
    re.ASCII,
)
LONE: Final = re.compile(
    rf"(?<!\S)(?=[{_OTHERS}]{{0,9}}[~{_SIGNS}])[{_OTHERS}{_SIGNS}]{{1,50}}(?!\S)|(?<=[{_NOT_SPACED}])[{_SIGNS}]{{1,50}}"
    rf"|(?<=[^\W\d_]{{3}})[{_HIGH_AND_LOW}]{{1,3}}(?!\w)"  # of a note
    r"|(?:(?<=\w\w)|(?<=[)\]%\uff09]))\*{1,2}(?![\w*])"  # of a note, or of a field that has to be filled in
    r"|(?<!\S)(?:/\*{1,2}|\*{1,2}/)(?!\S)"  # of a comment
    r"|(?<!\S)(?:={2,}|\*{3,})(?!\S)"  # around a heading
    r"|(?<!\S)&{2}(?!\S)"  # of a program
    r"|(?<!\S)\*{1,20}(?=[.,;:!?](?!\S))|(?<=[(\"“„'‘])\*{1,20}(?=[)\"”“'’])"  # one that is spoken of
    r"|(?m:(?<=[^\W_] )\*{1,3}(?=[^\S\n]*$))"  # of a field, too
    r"|(?<![\w*])\*{1,2}(?=[\u4e00-\u9fff])"
    rf"|[{_SIGNS}]{{1,50}}(?=[{_NOT_SPACED}])|(?<!\w)[{_SIGNS}]{{1,50}}|[{_SIGNS}]{{1,50}}(?!\w)"
)
# Two characters that stand for a line break or a tab.
ESCAPES: Final = re.compile(
    rf"(?:(?<=[.!?:;,])|(?<![\w\\])(?=\\[nrt](?:\W|[A-Z\d]|\Z))"
    rf"|(?<=\w)(?=\\[nrt](?:\\|[\WA-Z\d{_NOT_SPACED}]|\Z)))(?:\\[nrt]){{1,20}}"
)


def strokes(text: str, language: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each stroke between an amount and what it is of, and how it is said: £5/hour."""
    pattern, said = _PER.get(base_language(language), (None, ""))
    for match in pattern.finditer(text) if pattern else ():
        if not is_written_in_full(text, match.start(), target):
            yield *match.span(), said
