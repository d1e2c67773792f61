"""What came of the texts of a request, whatever its API and whether they have markup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.api.languages import Language
from service.api.translation import Item, Job
from service.text.detect import Detection
from service.text.result import Translation

# How long parts of an answer take to be written, where planning a character takes 1.
CHAR_COST: Final = 0.0025
WARNING_COST: Final = 9
WEIGHT_COST: Final = 0.6


@dataclass(frozen=True, slots=True)
class TextResult:
    """One text. Where it was translated in units, there is a translation for each of them, otherwise one."""

    text: str
    source: Language
    detection: Detection | None
    is_translated: bool  # False: it was in the target language, and is as it was
    translations: Sequence[Translation]


def results_of(job: Job) -> list[TextResult]:
    """One for each text of a job whose runs were read to their end."""
    return [_result(item, run.translation) for item, run in zip(job.items, job.runs, strict=True)]


def writing_cost(results: Sequence[TextResult]) -> int:
    """As long as planning how many characters it takes to write an answer of these."""
    done = [translation for result in results for translation in result.translations]
    weights = sum(alignment.weights.size for translation in done for alignment in translation.alignments)
    warnings = sum(len(translation.warnings) for translation in done)
    chars = sum(len(result.text) for result in results)
    return int(CHAR_COST * chars + WARNING_COST * warnings + WEIGHT_COST * weights)


def _result(item: Item, translation: Translation) -> TextResult:
    return TextResult(translation.text, item.source, item.detection, item.model is not None, (translation,))
