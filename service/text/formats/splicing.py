"""A text in stretches: some of them replaced, or those at its ends taken off."""

from collections.abc import Iterable


def splice(text: str, replacements: Iterable[tuple[int, int, str]]) -> str:
    """`text` with each `text[start:end]` replaced; the places come in order and do not overlap."""
    pieces = []
    position = 0
    for start, end, replacement in replacements:
        pieces += [text[position:start], replacement]
        position = end
    return "".join([*pieces, text[position:]])


def in_edges(text: str) -> tuple[str, str, str]:
    """White space, what stands between, white space."""
    inner = text.strip()
    start = len(text) - len(text.lstrip())
    return text[:start], inner, text[start + len(inner) :]
