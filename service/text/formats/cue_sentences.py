"""Which parts of subtitles belong to one sentence."""

import re
from collections.abc import Sequence
from itertools import pairwise

from service.text.formats.cue_parts import Part

_ENDS = re.compile(r"""[.!?…。！？]["'”’»」』)\]*]*$|[\])）】」』]$""")
# A sentence that breaks off, and goes on in the next cue only if that does not begin like a new one.
_BREAKS_OFF = re.compile(r"""(?:\.\.|…|[-‐–—])["'”’»]*$""")
_GOES_ON = re.compile(r"\.\.|…")
_BEGINS = re.compile(r"[\[(（【]")

# A longer pause between two cues ends a sentence, and so does this many characters: a transcript without stops would
# else be a single one.
_MAX_PAUSE_MS = 3_000
_MAX_CHARS = 300
# Where fewer than one cue in so many ends a sentence, the file does without stops, and each cue is for itself.
_MAX_CUES_PER_STOP = 5


def sentences(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts in order, together with those that continue what they begin."""
    if not parts:
        return []
    num_stops = sum(_is_stopped(part) for part in parts)
    has_stops = num_stops * _MAX_CUES_PER_STOP >= len(parts)
    groups = [[parts[0]]]
    for before, part in pairwise(parts):
        length = sum(len(earlier.source.text) for earlier in groups[-1])
        if has_stops and length + len(part.source.text) <= _MAX_CHARS and _continues(before, part):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _is_stopped(part: Part) -> bool:
    return bool(_ENDS.search(part.source.text))


def _continues(before: Part, part: Part) -> bool:
    if part.has_dash or part.has_label or part.voice not in {None, before.voice} or _BEGINS.match(part.source.text):
        return False
    if part.is_sung or before.is_sung:
        return False
    if part.cue.shown_ms - before.cue.hidden_ms > _MAX_PAUSE_MS:
        return False
    if _BREAKS_OFF.search(before.source.text):
        return part.source.text[0].islower() or bool(_GOES_ON.match(part.source.text))
    return not _is_stopped(before)
