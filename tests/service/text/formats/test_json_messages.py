"""JSON with messages: keys, numbers and the form of the file stay; what is a string is translated."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.json_messages import read
from service.text.marks import MarkedText
from tests.service.text.formats.translating import WORDS, shouted

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{"), max_size=10)
VALUES = st.recursive(
    TEXT | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def said(data: object) -> list[str]:
    return [unit.text for unit in read(json.dumps(data).encode()).units]


def shout(text: str) -> str:
    document = read(text.encode())
    return document.render(shouted(document.units)).decode()


@settings(deadline=None)
@given(VALUES, st.booleans(), st.sampled_from([None, 0, 2, "\t"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_is_not_changed_is_byte_for_byte_the_same(
    value: object, is_ascii: bool, indent: int | str | None, encoding: str
) -> None:
    data = json.dumps(value, ensure_ascii=is_ascii, indent=indent).encode(encoding)
    document = read(data)
    assert document.render(document.units) == data


@settings(deadline=None)
@given(translation=WORDS, is_ascii=st.booleans(), separators=st.sampled_from([(",", ":"), (" , ", " : ")]))
def test_any_translation_is_read_back_as_it_is(translation: str, is_ascii: bool, separators: tuple[str, str]) -> None:
    source = {"ключ": ["Grüße", 1.50, {"a b": "Hello", "n": None}]}
    data = json.dumps(source, ensure_ascii=is_ascii, separators=separators, indent=3).encode()
    result = read(data).render([MarkedText(translation), MarkedText("Hi")])
    assert json.loads(result) == {"ключ": [translation, 1.5, {"a b": "Hi", "n": None}]}
    assert result.isascii() <= is_ascii | translation.isascii()
    assert b"1.5," in result.replace(b" ", b"")


def test_the_form_of_the_file_stays() -> None:
    text = '\ufeff{\r\n\t"Key" :"a\\tb" ,\r\n\t"n": [1e3 , true,"c"],"either": "this\\/that",\r\n"e": ""}\r\n\r\n'
    assert shout(text) == text.replace("a\\tb", "A\\tB").replace('"c"', '"C"').replace("this\\/that", "THIS\\/THAT")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('{"a": "Gr\\u00fc\\u00dfe"}', '{"a": "\\u4f60\\u597d"}'),
        ('{"a": "Grüße"}', '{"a": "你好"}'),
        ('{"a": "Hello"}', '{"a": "你好"}'),
    ],
)
def test_characters_are_escaped_as_the_file_does(source: str, expected: str) -> None:
    assert read(source.encode()).render([MarkedText("你好")]).decode() == expected


@pytest.mark.parametrize(
    "escaped", ["\\u003c", "\\u003E", "\\u0026", "\\u0027", "\\/", "\\u00a0", "\\u2028", "\\u200b", "\\ufeff"]
)
def test_signs_that_a_file_escapes_without_need_are_escaped_everywhere(escaped: str) -> None:
    """A page that takes its messages from such a file would read `</script>` in them."""
    sign = json.loads(f'"{escaped}"')
    document = read(f'{{"a": "Grüße{escaped}!", "b": "So", "c": "x\\\\u003d"}}'.encode())
    result = document.render([MarkedText(f"\\{sign}{sign}"), MarkedText(f"{sign}="), document.units[2]]).decode()
    assert result == f'{{"a": "\\\\{escaped}{escaped}", "b": "{escaped}=", "c": "x\\\\u003d"}}'


def test_notes_of_arb_files_stay() -> None:
    messages = {
        "@@locale": "en",
        "title": "Hello",
        "@title": {"description": "Greets", "placeholders": {"x": {"example": "y"}}},
        "list": ["one", {"@note": "no", "yes": "two"}, "three"],
        "@list": ["no"],
        "end": "four",
    }
    assert said(messages) == ["Hello", "one", "two", "three", "four"]


def test_branches_of_one_message_make_the_others_messages_as_well() -> None:
    text = '{"a": "{n, plural, one {# file} other {# files}}", "b": "Open {name}"}'
    assert shout(text) == text.replace("file", "FILE").replace("FILEs", "FILES").replace("Open", "OPEN")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a": "b",\n "c" "d"}', "line 2, column 6 is not JSON"),
        (b'{"a": "b"', "line 1, column 10 is not JSON"),
        (b"", "line 1, column 1 is not JSON"),
        (b'{"a": "b\nc"}', "line 1, column 9 is not JSON"),
        (b'{\n"a": "\\ud83d!"}', 'line 2: "\\ud83d!" has half of a character'),
        (b'{\n\n"a": "{n, plural, one {x}"}', "line 3: a branch or '}' is missing"),
        (b'{"a": "\xfc"}', "line 1: byte 8 of the file is not UTF-8"),
        (b"[" * 100_000, "too deep"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(data: bytes, place: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(data)
    assert place in str(refusal.value)


def test_what_an_extension_of_a_browser_says_about_its_messages_stays() -> None:
    placeholders = {"user": {"content": "$1", "example": "Ada"}}
    assert said({"hi": {"message": "Hello", "description": "A greeting", "placeholders": placeholders}}) == ["Hello"]
    assert said([{"id": "a.b", "defaultMessage": "Hello", "description": "A greeting"}]) == ["Hello"]


def test_the_ids_of_messages_in_a_list_stay() -> None:
    assert said([{"id": "person", "translation": {"one": "a person", "other": "people"}}]) == ["a person", "people"]


def test_a_description_that_is_a_message_itself_is_translated() -> None:
    assert said({"form": {"message": "Your words", "description": "More"}, "title": "A form"}) == [
        "Your words",
        "More",
        "A form",
    ]
    assert said({"id": "Proof of identity"}) == ["Proof of identity"]


def test_a_brace_in_quotes_is_a_sign_of_a_message_where_there_are_others() -> None:
    """`It''s '{'here'}'` was taken for words beside a placeholder of another kind."""
    plural = "{n, plural, other {# dogs}}"
    document = read(json.dumps([plural, "It''s '{'here'}'", "It's '{{here}}'"]).encode())
    assert [unit.text for unit in document.units] == ["# dogs", "It's {here}", "It's '{{here}}'"]
    dogs, _, other = document.units
    rendered = document.render([dogs, MarkedText("Da's {hier}"), other])
    assert json.loads(rendered)[1:] == ["Da's '{'hier'}'", "It's '{{here}}'"]
