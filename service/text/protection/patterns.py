"""What addresses, placeholders, code, figures and emoji look like.

Every repetition that could be tried from many places has a bound, so that no text takes more than linear time.
"""

import re
from typing import Final

import regex  # type: ignore[import-untyped]  # a C extension without stubs

from service.text.faces import FACE
from service.text.numbers.numerals import COUNTED
from service.text.protection.codes import CODES, QUOTED, TOUCHING
from service.text.protection.placeholders import PLACEHOLDERS

# What nobody sees: control characters, and those that only say how others are to be written.
INVISIBLE: Final = (
    r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
)

_SPECIAL = (
    rf"{INVISIBLE}\uff10-\uff19\u00a0\u2000-\u200a\u202f\u205f\u3000§±¶×÷†‡\u203b\u2070-\u20cf"
    r"\u00a2\u00b2-\u00b4\u00b9【】〔〕〖〗\uff3b\uff3d\uff5c\uff5e\uff20\uff3f\uff04\uffe0\uffe1\uffe5\uffe6"
    r"\u00bc-\u00be\u2150-\u215e0-9`%{}<>&@•$€£¥#_\\\[\]|~^*=+/\n\r\x0b\x0c\x85\u2028\u2029©®\u20e3\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297"
    r"\u3299\ufe0f\U0001F000-\U000E01EF"
)
_CAPITALS = r"A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f"

# One quick look at a text that has none of them, as most have none, is all that they may cost: it begins with one set
# of characters. Capitals behind a letter are for unusual letter case, line breaks for hard-wrapped paragraphs.
SUSPECT: Final = re.compile(
    rf"[{_SPECIAL}{_CAPITALS}一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟初廿腊—差零.:;()'\u2018\"“”„«»‹›\uff08\uff09-](?:(?<=[{_SPECIAL}])|(?<=['\u2018])(?<!\w.)(?=\w)|(?<=[^\W\d_][{_CAPITALS}])|(?<=\.)(?=[a-z]{{2}})"
    r"|(?<=[:;=])(?=['’o^-]?[)(DPp*|/\\])|(?<=:)(?=[:a-z])|(?<=-)(?=-)|(?<=-)(?<!\S.)(?=[A-Za-z])|(?<=[A-Za-z]\()"
    r"|(?<=[()\"“”„«»‹›\uff08\uff09])(?<!\S.)(?!\S)"
    r"|(?<=[一二两三四五六七八九十百千万])(?=分之|[点點月度多余来折块元]|米[一二三四五六七八九]|个[半多]|[小年天岁公英].{0,2}半|、|[章节课集页步条款篇卷讲期回关轮季题天周](?![^\s：:])|部分|\Z)"
    r"|(?<=\uff08)(?=[一二三四五六七八九十]{1,3}\uff09)"
    r"|(?<=[十百千万][一二两三四五六七八九十百千万])(?=[，。！？、；\s左以届章条节课集期页名位次号中层回任军师街周版批卷])"
    rf"|(?<=[壹贰叁肆伍陆柒捌玖拾佰仟初廿腊])|(?<=[十百千万])(?=年代|[年天个小钟分秒周星多余来里])|(?<=大)(?=年[三除初])|(?<=[A-Z])(?=[座栋幢楼班区组级类口馆厅栏列卷队选方计型])|(?<=[十百千万一二三四五六七八九])(?=[毫厘平立摄公米克吨升英磅成世到至])|(?<=—)(?=—)|(?<=[百千万十][一二三四五六七八九十])(?=[里个])|(?<=零)(?=点)|(?<=差)(?=[一二三四五六七八九十])|(?<=[A-Z])(?=\.[\u4e00-\u9fff])|(?<=[（(])(?=[cmkgl°℃WVAH][^）)]{{0,2}}[）)])|(?<=[零〇一二两三四五六七八九十百千万]{{2}})(?={COUNTED})|(?<=[一二三四五六七八九十百千万][万亿])|(?<=[“「])(?=[;:,.；：，。、！？][”」])|(?<=[A-Z])(?=、[A-Z0-9]|[码制])|(?<=[\uff3f_])(?=[年月日])"
    r"|(?<=E)(?<!\w.)(?=sc\b)"
    r"|(?<=\()(?=\.{3}|…)|(?<=[»›])(?<=[\u4e00-\u9fff].)(?!\S)|(?<=[«‹])(?<!\S.)(?=[\u4e00-\u9fff]))"
)

# Parts that a name can stand in for; of several that begin at one place, the first. None begins inside a word.
WORDS: Final = regex.compile(
    rf"(?:\b(?=\w)|(?=[^\w\s]))(?:{CODES}|{PLACEHOLDERS})",
    regex.DOTALL | regex.ASCII,  # a Chinese character before it is no part of a word
)

# What is one whatever begins directly before it; what WORDS finds beside them ends there.
ADDRESSES_BEHIND: Final = regex.compile(TOUCHING, regex.ASCII)
NO_WORDS: Final = re.compile(r"[0-9#*]\ufe0f?\u20e3|&(?:nbsp|quot|[lg]t|#(?:34|60|62|160));")
# Those that begin inside a word, or what looks like one.
WORDS_BEHIND: Final = regex.compile(r"(?<=\d)__\w{1,60}?__(?!\w)|(?<=[a-z]|\b\d{1,9})#[\p{L}_][\w-]{0,60}", regex.ASCII)

# Whatever stands in it: no link is one there.
QUOTED_CODE: Final = regex.compile("|".join(QUOTED), regex.DOTALL | regex.ASCII)

_TIME = r"(?:[T ]\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?(?![\w:]))?"

# Numbers that models do not copy well: of five digits and more, with separated groups, or an amount of money.
_DIGITS = r"\d+(?:[.,' \u00a0\u202f]\d+){0,5}"
_CLAUSES = r"(?:\((?:\d{1,3}|[a-z]|[ivx]{1,4})\)){1,4}"  # of a law
_FRACTIONS = r"\u00bc-\u00be\u2150-\u215e"
_FIGURE_END = r"(?![.,]?\d)(?![A-Za-z])(?! ?[万亿千百萬億])"
FIGURES: Final = re.compile(
    rf"(?<![\w.,])(?:(?:[€$£¥] ?{_DIGITS}|{_DIGITS}[ \u00a0]?[€£¥]){_FIGURE_END}"
    r"|(?<![€$£¥\u20a0-\u20cf\uffe5])(?:\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d\d?/\d\d?/\d\d"
    rf"|(?:\d{{4}}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{{4}}){_TIME}"
    r"|\d+[.,]\d+(?<=[\d.,]{6})|\d{1,3}/\d{1,3}|\d{5,}"
    rf"|§ ?\d{{1,4}}[a-z]?{_CLAUSES}|\d{{1,4}}{_CLAUSES}"
    rf"|[\u00b1\u2248\u2260\u2264\u2265\u221a§] ?\d+(?:[.,]\d+)?){_FIGURE_END}"
    r"(?! (?:[mb]illion|Mill?i)|[ \u00a0]?[€£¥][A-Za-z]))"
    rf"|(?<![\w.,/])(?:\d{{1,4}}[ \u00a0\u202f]?)?[{_FRACTIONS}](?!\w)",
    re.ASCII,
)

# A degree of a number is part of a figure, and so is money.
_PICTURE = (
    r"(?:\p{Extended_Pictographic}|(?!(?<=\d[ \u00a0\u202f]?)[°℃℉])\p{So})"
    r"(?:\ufe0f|\p{Emoji_Modifier})?[\U000E0020-\U000E007F]*\ufe0f?\u20e3?"
)
# Of money without a number, of mathematics and of typesetting: vocabularies lack most of them.
_SIGN = r"(?<!\w|\d[ \u00a0\u202f])\p{Sc}(?![\w{$(]| ?\d|[-/]\p{L})|(?![\x00-\x7f])[\p{Sm}§†‡¶](?! ?\d)"

# One of money at letters, a placeholder or a bracket, as in €uro, €{price} and US$.
SIGN_OF_MONEY: Final = regex.compile(r"(?<!\d|\d[ \u00a0\u202f])(?:\$(?![({])|(?!\$)\p{Sc})(?! ?\d)")

# A smile as a typewriter has it, behind a space or a Chinese sign: a number of a list has no nose.
_SMILE: Final = r"(?<![^\s\u2e80-\uffef])(?:[:;=]['’]?[-o^]?|8[-^])[)(DPp*|/\\]{1,3}(?![\w/(])"

ENTITY: Final = r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"

CODE_ELEMENT: Final = re.compile(r"<(code|kbd|samp|var)>[^<>\n]{1,300}</\1>")
# Whatever stands in one: an address in it is no word of the sentence.
TAG: Final = re.compile(r"<[A-Za-z][\w:-]{0,30}\s+[\w:.@-]{1,60}\s?=[^<>\n]{1,1000}>")

# When something was said or is sung, before that on its line.
CUE_TIME: Final = re.compile(r"^[^\S\n]{0,9}(\[\d{1,2}(?::\d\d){1,2}(?:[.,]\d{1,3})?\])", re.MULTILINE)

# What is no part of a sentence's grammar: emoji with all their sequences, other pictures, tags, signs between labels,
# square brackets, which models lose or double, several spaces in a row or an unusual one, entities, and what nobody
# sees, but inside a word.
OMITTED: Final = regex.compile(
    r"(?:©|\([cC]\)) ?\d{4}(?:[-\u2013]\d{2,4})?(?!\d)|"
    rf"\p{{Regional_Indicator}}{{2}}|[0-9#*]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*|{_SIGN}"
    r"|[\u203b\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]"  # of a note, and circled numbers
    r"|[\[(\uff08](?:\.{3}|…{1,2})[\])\uff09]"  # where something was left out
    rf"|{_SMILE}"
    rf"|{FACE}"
    r"|[\p{Emoji_Modifier}\u2190-\u21ff\u2b00-\u2bff\ufe0f]"
    r"|</?[A-Za-z][^<>\n]{0,500}>|</?\d+\s*/?>|<!--.{0,500}?-->"
    r"|(?<=\S )[|•](?= \S)|(?<=[^\W\d] )[<>/](?= [^\W\d])"
    r"|[¯\uffe3]\\?_?\([^()\n]{1,7}\)_?/[¯\uffe3]"
    r"|\[(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\]"
    r"|\[(?:\d{1,3}(?:(?:, ?|[-\u2013])\d{1,3}){0,8}|\^[\w-]{1,30})\]"
    r"|[\[\]【】〔〕〖〗\uff3b\uff3d\uff5c]"
    r"|(?<=\S)[^\S\n\r]{2,}(?=\S)|(?<=[^\W\d])[^\S\n\r\t ](?=\w)|(?<=\S)\u3000(?=\S)"
    rf"|{ENTITY}"
    rf"|\x1b\[[0-9;]{{0,20}}[A-Za-z]|(?<!\w)[{INVISIBLE}]+|[{INVISIBLE}]+(?!\w)",
    regex.DOTALL,
)
