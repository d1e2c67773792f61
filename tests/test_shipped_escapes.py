"""Files whose strings are escaped through the shipped models, read back by the libraries that their users have."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import httpx
import javaproperties
import polib
import pysubs2
import pytest
from markdown_it import MarkdownIt

from tests.service.text.formats.aapt import strings_of

PLACEHOLDER: Final = re.compile(r"%(?:\d\$)?[sd]|%\(\w+\)s|%%|\{\{?\w+\}?\}|https?://\S+|C:\\\w+|😀")
KEPT_INLINE: Final = ("link_open", "code_inline", "hardbreak")
# Words that models say nothing for, or only a part of another word.
BARE: Final = ("undo", "Undo", "OK", "ok", "on", "Redo", "x", "re:", "...more", "(none)")
STRINGS: Final = r"""<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="a">\u0020and more\u0020</string>
    <string name="b">"  quoted  "</string>
    <string name="c">"Don't open <xliff:g id="n">%1$s</xliff:g>  now"</string>
    <string name="d">She said \"hello\" \@home</string>
    <string name="e">First line\n\n\tThe weather is nice\n</string>
    <string name="f">  The weather
        is nice   </string>
    <string name="g"><![CDATA[<p>The weather is <b>nice</b></p>  ]]></string>
    <string name="h"> The <b>weather</b> is <i>nice</i> &amp; good </string>
    <string name="i">50%% of C:\\temp is full \ud83d\ude00</string>
    <plurals name="p"><item quantity="one">%d file</item><item quantity="other">"%d files "</item></plurals>
    <string-array name="q"><item>Monday</item><item>"Tuesday "</item></string-array>
</resources>
"""
PROPERTIES: Final = r"""# The weather\
lead=\ \ Hello world\ 
cont=The weather is \
    beautiful today, \
    and I have two dogs.
begins=\
    The weather is nice\n
colon\:key = Time\: the weather is nice
latin=The caf\u00e9 is open\u2026
path=Open C:\\Users now
tab=The weather\tThe dog
args={0} has {1} dogs
"""
CATALOGUE: Final = r"""msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#, c-format
msgid "You have %d message\n"
msgid_plural "You have %d messages\n"
msgstr[0] ""
msgstr[1] ""

msgctxt "verb"
msgid "Open"
msgstr ""

msgid "She said \"hello\" to C:\\dir\tand left."
msgstr ""

msgid ""
"\n"
"The weather is nice.\n"
"  I have %(count)s dogs.\n"
msgstr ""

#~ msgid "The dog"
#~ msgstr ""
"""
MESSAGES: Final = (
    r'{"a":"The weather\nThe dog","b":"She said \"hello\".","c":"The caf\u00e9 is \ud83d\ude00 open","d":"The dog",'
    r'"d":"The cat","e":"  Hello world  ","f":"\u003cb\u003eThe dog\u003c/b\u003e","g":"C:\\temp is full",'
    r'"h":"{{count}} files","i":["Monday",1,null,"Tuesday"]}'
)
TABLE: Final = (
    '\ufeffid;text\r\n1;"He said ""hello""; and left."\r\n2;"The weather\nThe dog"\r\n3;Good morning, sir\r\n'
    '4;  The dog  \r\n5;""\r\n6;=SUM(A1)\r\n7;12'
)
SUBTITLES: Final = (
    "\ufeff1\n00:00:01,000 --> 00:00:02,000 X1:100 X2:200\n{\\an8}<i>The weather is nice today,</i>\n"
    "<i>and I have two dogs.</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n- Hello.\n- Good morning!\n\n3\n"
    '00:00:07,000 --> 00:00:08,000\n<font color="#ff0000">The dog is happy.</font>\n'
)
PAGE: Final = r"""+++
title = "The weather"
+++

The weather
===========

My \*dog\* is nice and my cat is here.

> [!NOTE]
> The weather is
> nice.

:::tip The dog
I have two dogs[^1].
:::

!!! note "The dog"
    The dog is here.

| Name | Note |
|:-----|-----:|
| The dog | a \| b |

[The weather][w] is nice and [my dog](http://a.b/c_(d) "The dog") is here.

[w]: http://w.x "The weather"

~~~python
The weather = 1
~~~

<div class="a">
The weather is nice.
</div>

* [x] Buy milk
1) The dog
2) The cat {{ name }}

The weather is nice.\
The dog is here.

[^1]: The dog is nice.
"""
FILES: Final[Mapping[str, str]] = {
    "strings.xml": STRINGS,
    "a.properties": PROPERTIES,
    "a.po": CATALOGUE,
    "a.json": MESSAGES,
    "a.csv": TABLE,
    "a.srt": SUBTITLES,
    "a.md": PAGE,
}


def _catalogue(data: bytes) -> list[str]:
    entries = [entry for entry in polib.pofile(data.decode()) if not entry.obsolete]
    pairs = [
        ({0: entry.msgid, 1: entry.msgid_plural}[number], form)
        for entry in entries
        for number, form in (entry.msgstr_plural or {0: entry.msgstr}).items()
    ]
    return [form or source for source, form in pairs]


def _messages(data: bytes) -> list[str]:
    pairs = json.loads(data, object_pairs_hook=list)
    return [text for _, value in pairs for text in (value if isinstance(value, list) else [value])]


def _table(data: bytes) -> list[str]:
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";", strict=True)
    return [cell for row in rows for cell in row]


def _page(data: bytes) -> list[object]:
    """The blocks of a page with their code, and the words of each line with its links."""
    found: list[object] = []
    for token in MarkdownIt().enable("table").parse(data.decode()):
        inner = token.children or []
        links = sorted(str(child.attrs.get("href", child.content)) for child in inner if child.type in KEPT_INLINE)
        code = token.content if token.type == "fence" else re.findall("<[^>]*>", token.content)
        found.append((token.type, token.tag, token.markup, links, "" if inner else code))
        found += ["".join(child.content for child in inner if child.type == "text")] if inner else []
    return found


# What a program of somebody else reads in each file.
READERS: Final[Mapping[str, Callable[[bytes], Sequence[object]]]] = {
    "strings.xml": strings_of,
    "a.properties": lambda data: [*javaproperties.loads(data.decode("ascii")).values()],
    "a.po": _catalogue,
    "a.json": _messages,
    "a.csv": _table,
    "a.md": _page,
    "a.srt": lambda data: [event.text for event in pysubs2.SSAFile.from_string(data.decode("utf-8-sig"))],
}


def translated(client: httpx.Client, name: str, data: bytes) -> bytes:
    form = {"source": "en", "target": "de"} | ({"columns": "text"} if name.endswith("csv") else {})
    answer = client.post("/translate_file", files={"file": (name, data)}, data=form)
    assert answer.status_code == 200, answer.text
    return client.get(answer.json()["translatedFileUrl"]).content


def shape(value: object) -> object:
    """What has to be in a string again: the space around its lines, its placeholders and tags, and some words."""
    if not isinstance(value, str):
        return value
    edges = [re.sub(r"\S.*\S|\S", "x", line) for line in value.split("\n")]
    tags = re.findall(r"</?\w+[^<>]*>|\{\\\w+\}", value)
    return edges, Counter(PLACEHOLDER.findall(value)), tags, any(map(str.isalpha, value)), value.count('"')


@pytest.mark.parametrize("name", FILES)
def test_others_read_the_same_space_placeholders_and_signs_around_the_words(
    shipped_client: httpx.Client, name: str
) -> None:
    source = FILES[name].encode()
    result = translated(shipped_client, name, source)
    before, after = READERS[name](source), READERS[name](result)
    assert [*map(shape, after)] == [*map(shape, before)]
    said = [pair for pair in zip(before, after, strict=True) if re.search("[a-z]{3}", str(pair[0]))]
    assert any(one != other for one, other in said)


@pytest.mark.parametrize("name", sorted({*FILES} - {"a.md"}))
def test_no_string_with_letters_comes_back_empty(shipped_client: httpx.Client, name: str) -> None:
    """A program has nothing to show for one that is; a label may be a word that a model says nothing for."""
    values = READERS[name](translated(shipped_client, name, _labels(name).encode()))
    words = [str(value) for value in values]
    assert len(words) >= len(BARE)
    assert all(map(str.strip, words)), words


def _labels(name: str) -> str:
    """A file of this kind with all of these labels."""
    match name:
        case "strings.xml":
            return "<resources>{}</resources>".format("".join(f'<string name="a">{word}</string>' for word in BARE))
        case "a.properties":
            return "".join(f"key{number}={word}\n" for number, word in enumerate(BARE))
        case "a.po":
            return "\n".join(f'msgctxt "{number}"\nmsgid "{word}"\nmsgstr ""\n' for number, word in enumerate(BARE))
        case "a.json":
            return json.dumps(dict(enumerate(BARE)))
        case "a.csv":
            return "id;text\n" + "".join(f"{number};{word}\n" for number, word in enumerate(BARE))
        case _:
            times = [f"00:00:{number:02},000 --> 00:00:{number:02},900" for number in range(0, 5 * len(BARE), 5)]
            return "\n".join(f"{time}\n{word}\n" for time, word in zip(times, BARE, strict=True))
