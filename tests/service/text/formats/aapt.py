"""What an Android app shows of a string resource, by the rules that its documentation gives."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

XLIFF = "{urn:oasis:names:tc:xliff:document:1.2}"
SPACE = " \t\n\r\f\v"
LETTERS = {"n": "\n", "t": "\t"}


class NotCompiled(Exception):
    """What the compiler refuses."""


@dataclass
class Compiler:
    """Puts a string together. Styles end a quotation, and white space before one and behind it is no run together."""

    shown: list[str] = field(default_factory=list)
    is_quoted: bool = False
    was_space: bool = False

    def add(self, text: str) -> None:
        characters = iter(text)
        for character in characters:
            is_space = character in SPACE and not self.is_quoted
            if character == '"':
                self.is_quoted = not self.is_quoted
            elif character == "\\":
                self.shown.append(_escape(characters))
            elif is_space and not self.was_space:
                self.shown.append(" ")
            elif not is_space and character == "'" and not self.is_quoted:
                raise NotCompiled(f"an apostrophe that is not escaped in {text!r}")
            elif not is_space:
                self.shown.append(character)
            self.was_space = is_space

    def end_style(self) -> None:
        self.is_quoted = self.was_space = False


def _escape(characters: Iterator[str]) -> str:
    letter = next(characters, "")
    if letter != "u":
        return LETTERS.get(letter, letter)
    digits = "".join(next(characters, "") for _ in range(4))
    try:
        return chr(int(digits, 16))
    except ValueError as error:
        raise NotCompiled(f"\\u{digits}") from error


def shown_by(element: etree._Element) -> str:
    """The text of a string; ends of styles are \\x01, and do not count as text."""
    segments = list(_segments(element))
    if None not in segments:
        texts = [number for number, segment in enumerate(segments) if segment]
        if texts:
            segments[texts[0]] = (segments[texts[0]] or "").lstrip(SPACE)
            segments[texts[-1]] = (segments[texts[-1]] or "").rstrip(SPACE)
    compiler = Compiler()
    for segment in segments:
        if segment is None:
            compiler.end_style()
        else:
            compiler.add(segment)
    return "".join(compiler.shown).encode("utf-16", "surrogatepass").decode("utf-16")


def _segments(element: etree._Element) -> Iterator[str | None]:
    """Texts between elements, comments left out; None where a style begins or ends."""
    text = element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            is_style = not child.tag.startswith(XLIFF)
            yield from (text, *([None] if is_style else []), *_segments(child), *([None] if is_style else []))
            text = child.tail or ""
        else:
            text += (str(child) if isinstance(child, etree._Entity) else "") + (child.tail or "")
    yield text


def strings_of(data: bytes) -> list[str]:
    """What each string, item of a plural and item of an array shows."""
    return [shown_by(element) for element in etree.fromstring(data, None).iter("string", "item")]
