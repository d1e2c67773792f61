"""Things that an English source counts, of which a translation that ends with the number says nothing: 3 horses."""

import re
from typing import Final

# The number of a size or a page, and the name of a model, count nothing.
_LABEL: Final = re.compile(
    r"(?:(?<=[\w,] )[A-Z]\w{0,30}|\b(?:size|number|no|page|level|chapter|step|grade|room|bus|line|day|channel|version|"
    r"type|age|at|the|of|was|be|is)) \Z"
)
_LONGEST: Final = 34
_NUMBER: Final = r"(?<![\w.,:/$€£-])(?P<number>(?!(?:1[5-9]|20)\d\d\b)\d{1,6}) "
# In the plural, or at the end.
_COUNTED: Final = re.compile(
    rf"{_NUMBER}(?:(?P<things>(?:[a-z]{{1,20}}-)?(?!\w+ss\b|(?:was|is|his|this|as|its|has|does|always|perhaps|times|us|years|months|weeks|days|hours|minutes|seconds)\b)"
    r"[a-z]{2,30}s)(?![\w'’-])|(?P<thing>[a-z]{3,30})(?<!ly)(?=[.!?]?\Z))"
)
_NO_THING: Final = re.compile(
    r"today|tomorrow|tonight|now|then|again|too|ago|each|old|more|less|together|instead|fine|here"
)
_LAST: Final = re.compile(r"(?<![\w.,:/$€£-])(\d{1,6})[.!?]?\s*\Z")


def lost_things(source: str, target: str, languages: tuple[str, str]) -> tuple[str, ...]:
    """The number with what it counts, where that is not there; of other languages than English and German, none."""
    last = _LAST.search(target) if languages == ("en", "de") else None
    if last is None:
        return ()
    return tuple(
        match[0]
        for match in _COUNTED.finditer(source)
        if match["number"] == last[1]
        and not _NO_THING.fullmatch(match["thing"] or "")
        and not _LABEL.search(source[max(0, match.start() - _LONGEST) : match.start()])
    )
