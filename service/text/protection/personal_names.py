"""Names of people with initials or the number of a king, of which models lose parts: J. R. R. Tolkien, Henry VIII."""

import re
from collections.abc import Iterator
from typing import Final

from service.text.faults.scripts import base_language
from service.text.spans import Kind, Span

_NAME: Final = r"[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{1,20}"
_INITIAL: Final = r"[A-Z]\."
# Behind a letter that is none, and in front of it.
_NO_NAME: Final = (
    r"(?:A|An|And|Appendix|Are|Article|As|At|Book|But|Chapter|Class|Did|Do|For|Gate|Grade|Group|He|Her|His|How|If|In|Is|It|Its|Let|Most|My|No|Not|Now|"
    r"On|One|Option|Or|Our|Part|Phase|Plan|Point|Section|Please|Room|See|She|So|Some|Team|That|The|Then|There|They|This|To|Type|Vitamin|Was|We|"
    r"What|When|Where|Who|Why|Yes|You|Your|Mr|Mrs|Ms|Dr|Prof|World|War|King|Queen|Pope|Emperor|Prince|President)\b"
)
_NO_INITIALS: Final = r"(?!(?:U\. ?[SKN]|E\. ?U|D\. ?C|P\. ?[OS]|L\. ?A|N\. ?Y|B\. ?C|A\. ?D)\.)"
_INITIALS: Final = (
    rf"(?:(?!{_NO_NAME}){_NAME} (?:{_INITIAL} ?){{1,3}}|{_NO_INITIALS}{_INITIAL} ?{_INITIAL} ?(?:{_INITIAL} ?)?)"
)
_KING: Final = r"(?:I{2,3}|IV|VI{0,3}|IX|XI{1,3}|XI?V|XVI{0,3})"
_WITH_INITIALS: Final = re.compile(rf"(?<![\w.'’-]){_INITIALS}(?!{_NO_NAME}){_NAME}(?![\w])")
_OF_KINGS: Final = re.compile(rf"(?<![\w.'’-])(?:(?!{_NO_NAME}){_NAME} ){{1,2}}{_KING}(?![\w'’-])")
_WITH_APOSTROPHE: Final = re.compile(
    r"(?<![\w.'’-])[ODL]['’](?!Clock)[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{1,20}(?![\w])"
)  # O'Brien
_ROMAN: Final = re.compile(rf"\b{_KING}\b|{_INITIAL}|\b[ODL]['’][A-Z]")


def personal_spans(text: str, language: str) -> Iterator[Span]:
    """Each of an English text, as a part that stays as it is."""
    if base_language(language) != "en" or not _ROMAN.search(text):
        return
    for pattern in (_WITH_INITIALS, _OF_KINGS, _WITH_APOSTROPHE):
        yield from (Span(*match.span(), Kind.WORD, match[0]) for match in pattern.finditer(text))
