"""How Android's compiler reads the text of a string resource, and how text is written for it."""

import html
import re
from collections.abc import Callable, Mapping

from service.text.formats.xml_tokens import UNWRITABLE

# The compiler knows no white space but ASCII's: a no-break space is a character like others.
_SPACE = r"[ \t\n\r\f\v]"
_ESCAPE = re.compile(rf"\\u[\da-fA-F]{{4}}|\\[\s\S]?|\"|(?P<space>{_SPACE}+)|[^\\\" \t\n\r\f\v]+")
_LETTERS = {"\\n": "\n", "\\t": "\t"}
_WRITTEN_IN_QUOTES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\u000d"})
_WRITTEN = _WRITTEN_IN_QUOTES | {ord("'"): "\\'"}
_EDGE = re.compile(r"\A | \Z")
_SIGN = re.compile(r"\\u(?P<code>[\da-fA-F]{4})|&#\w+;")
_ASCII_END = 0x7F


def read_text(text: str, *, is_quoted: bool = False) -> str:
    """White space is one space, except between quotes, which are not part of the text. `is_quoted`: at its start."""
    read = []
    for found in _ESCAPE.finditer(text):
        piece = found[0]
        if piece == '"':
            is_quoted = not is_quoted
        elif piece.startswith("\\u") and len(piece) > 2:
            read.append(chr(int(piece[2:], 16)))
        elif piece.startswith("\\"):
            read.append(_LETTERS.get(piece, piece[1:]))
        else:
            read.append(" " if found["space"] and not is_quoted else piece)
    # Characters beyond 16 bits are written as two escapes; half of one is none.
    return "".join(read).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def write_text(text: str) -> str:
    """White space that the compiler would make one is escaped; so is what begins a reference to something else."""
    written = UNWRITABLE.sub("\ufffd", text).translate(_WRITTEN)
    written = re.sub(rf"(?<={_SPACE}){_SPACE}", lambda space: f"\\u{ord(space[0]):04x}", written)
    return f"\\{written}" if written.startswith(("@", "?")) else written


def write_quoted(text: str) -> str:
    """Text between quotation marks."""
    return UNWRITABLE.sub("\ufffd", text).translate(_WRITTEN_IN_QUOTES)


def with_edges(written: str) -> str:
    """A string outside of quotation marks: the compiler takes white space off at its ends, if it is not escaped."""
    return _EDGE.sub(r"\\u0020", written)


def like(source: str, write: Callable[[str], str]) -> Callable[[str], str]:
    """`write`, with signs as a source has them where it writes them in ASCII: `\\u2026`, `&#160;`."""
    signs = _signs(source)
    return lambda text: write(text).translate(signs)


def _signs(source: str) -> Mapping[int, str]:
    signs: dict[int, str] = {}
    for found in _SIGN.finditer(source):
        said = read_text(found[0]) if found["code"] else html.unescape(found[0])
        if len(said) == 1 and ord(said) > _ASCII_END and said != "\ufffd" and not said.isalnum():
            signs.setdefault(ord(said), found[0])
    return signs
