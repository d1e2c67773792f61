"""Which of the loaded languages a text is written in, for `"source": "auto"`."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import eldc  # type: ignore[import-untyped]  # a C extension without stubs

# Found by counting, on words, phrases and sentences in four languages: of the answers with a confidence above
# 50, at least 95 in 100 are then right; below it, fewer than half.
_SHARPNESS = 4


@dataclass(frozen=True, slots=True)
class Detection:
    """A language and how sure it is, 0 to 100."""

    language: str
    confidence: float


class LanguageDetector:
    """Chooses among the languages it is given; one that the detector does not know is never its answer.

    The confidence is the score of the best language, lowered where the second comes close: a word that fits
    two languages equally well gets at most 50. Without a letter, or in a script of none of them, it is 0, and
    the language is the first one given.
    """

    def __init__(self, languages: Sequence[str]) -> None:
        if not languages:
            raise ValueError("language detection needs at least one language to choose from")
        self._default = languages[0]
        self._known = [language for language in languages if language in eldc.LANGUAGES]
        eldc.init()
        self._detector = eldc.instance()
        self._detector.set_languages(self._known)
        self._detector.set_scores(2)

    def detect(self, text: str) -> Detection:
        """The most probable language of `text`."""
        ranked = self._ranked(text)
        if not ranked:
            return Detection(self._default, 0.0)
        language, best = ranked[0]
        second = ranked[1][1] if len(ranked) > 1 else 0.0
        certainty = best**_SHARPNESS / (best**_SHARPNESS + second**_SHARPNESS)
        return Detection(language, round(100 * best * certainty, 1))

    def _ranked(self, text: str) -> list[tuple[str, float]]:
        # Without a language to choose from, the detector would choose from all that it knows.
        if not self._known or not any(map(str.isalpha, text)):
            return []
        scores: dict[str, float] = self._detector.detect_details(text).scores
        return sorted(scores.items(), key=itemgetter(1), reverse=True)
