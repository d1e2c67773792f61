"""From finished translations to the wire of /translate: one answer, or deltas with the answer at their end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal

from starlette.responses import Response

from service.api.json_writing import json_response
from service.api.languages import Language, language_of
from service.api.record import RequestRecord
from service.api.results import TextResult, results_of, writing_cost
from service.api.schemas.translate import TranslationWarning
from service.api.sse import FromSource
from service.api.translation import Job
from service.text.detect import Detection
from service.text.result import Alignment, Translation
from service.text.warnings import Repetition, TextWarning, Truncation, Values, WarningCode, values_of

UNCERTAIN: Final = 50  # above this confidence, at least 95 of 100 detections are right
DIGITS: Final = 4  # of an attention weight


@dataclass(frozen=True, slots=True)
class Shape:
    """What a request wants its answer to have."""

    is_list: bool = False
    has_alternatives: bool = False
    has_scores: bool = False
    has_alignment: bool = False
    has_markup: bool = False


async def respond(results: Sequence[TextResult], shape: Shape) -> Response:
    """The whole answer."""
    return await json_response(partial(answer, results, shape), num_chars=writing_cost(results))


def answer(results: Sequence[TextResult], shape: Shape) -> dict[str, Any]:
    """The JSON of finished texts, a TranslateResponse; keys that say nothing are left out."""
    is_list = shape.is_list
    fields: dict[str, Any] = {"translatedText": _shaped([result.text for result in results], is_list=is_list)}
    if detections := [_detected(result.detection) for result in results if result.detection]:
        fields["detectedLanguage"] = _shaped(detections, is_list=is_list)
    fields |= _further(results, shape)
    if warnings := [*warnings_in(results, is_list=is_list), *_unused(results, shape)]:
        fields["warnings"] = [warning.model_dump(exclude_none=True) for warning in warnings]
    return fields


def _further(results: Sequence[TextResult], shape: Shape) -> dict[str, Any]:
    """What is there only for those who ask for it."""
    fields: dict[str, Any] = {}
    if shape.has_alternatives:
        fields["alternatives"] = _shaped(list(map(_alternatives, results)), is_list=shape.is_list)
    if shape.has_scores:
        fields["scores"] = _shaped(list(map(_scores, results)), is_list=shape.is_list)
    if shape.has_alignment:
        fields["alignment"] = _shaped(list(map(_alignment, results)), is_list=shape.is_list)
    return fields


def _alternatives(result: TextResult) -> list[str]:
    """Of a text with markup there are none: nothing says where its tags would stand."""
    return [alternative.text for found in _only(result) for alternative in found.alternatives]


def _scores(result: TextResult) -> list[float | None]:
    """Of the translation, then of each alternative."""
    return [score for found in _only(result) for score in (found.score, *(other.score for other in found.alternatives))]


def _only(result: TextResult) -> Sequence[Translation]:
    return result.translations if len(result.translations) == 1 else ()


def _alignment(result: TextResult) -> list[dict[str, Any]]:
    return [_sentence(alignment) for found in result.translations for alignment in found.alignments]


def _sentence(alignment: Alignment) -> dict[str, Any]:
    weights = [[round(weight, DIGITS) for weight in row] for row in alignment.weights.tolist()]
    return {"source": [*alignment.source], "target": [*alignment.target], "weights": weights}


class StreamedAnswer:
    """The events of one stream: deltas, then the answer with what it took."""

    def __init__(self, job: Job, record: RequestRecord, shape: Shape) -> None:
        self._job = job
        self._shape = shape
        self._record = record
        self._first_delta_s: float | None = None

    def delta(self, entry: FromSource[str]) -> dict[str, Any]:
        """Text that is appended to what came before; with `index`, which text of a list it belongs to."""
        if self._first_delta_s is None:
            self._first_delta_s = self._record.elapsed_s
        return {"index": entry.index, "delta": entry.item} if self._shape.is_list else {"delta": entry.item}

    def end(self) -> dict[str, Any]:
        """The last event."""
        done = [run.translation for run in self._job.runs]
        reasons = [_finish_reason(translation) for translation in done]
        return answer(results_of(self._job), self._shape) | {
            "finishReason": _shaped(reasons, is_list=self._shape.is_list),
            "usage": {
                "sourceTokens": sum(translation.source_tokens for translation in done),
                "targetTokens": sum(translation.target_tokens for translation in done),
            },
            "timings": {
                "queueSeconds": round(max(run.queue_s for run in self._job.runs), 6),
                "firstDeltaSeconds": self._first_delta_s and round(self._first_delta_s, 6),
                "totalSeconds": round(self._record.elapsed_s, 6),
            },
        }


def _finish_reason(translation: Translation) -> Literal["stop", "length", "repetition"]:
    """How the sentences of a text ended: in the worst way, if there are several."""
    kinds = set(map(type, translation.warnings))
    if Truncation in kinds:
        return "length"
    return "repetition" if Repetition in kinds else "stop"


def _shaped(values: list[Any], *, is_list: bool) -> Any:
    """A list for a list of texts, the only value for a single text."""
    return values if is_list else values[0]


def _detected(detection: Detection) -> dict[str, Any]:
    return {"confidence": detection.confidence, "language": language_of(detection.language).wire}


def warnings_of(job: Job, *, is_list: bool) -> Iterator[TranslationWarning]:
    """What the reader of a finished job's answer should know."""
    return warnings_in(results_of(job), is_list=is_list)


def warnings_in(
    results: Sequence[TextResult], *, is_list: bool, source_field: str = "source"
) -> Iterator[TranslationWarning]:
    """What the reader of finished texts should know; in a list, with the number of the text.

    `source_field` is what an API calls the language of the texts.
    """
    for number, result in enumerate(results):
        index = number if is_list else None
        # A text that was taken for one in the target language came back as it was: a pity if it has words.
        matters = result.is_translated or any(map(str.isalpha, result.text))
        if matters and result.detection and result.detection.confidence <= UNCERTAIN:
            yield language_warning(result.detection, "text", result.source, index, source_field)
        for translation in result.translations:
            for warning in translation.warnings:
                yield text_warning(warning, index)


def text_warning(warning: TextWarning, index: int | None) -> TranslationWarning:
    """One about a sentence of a text."""
    return TranslationWarning(code=warning.code, message=str(warning), index=index, values=values_of(warning))


def language_warning(
    detection: Detection, what: str, source: Language, index: int | None = None, source_field: str = "source"
) -> TranslationWarning:
    """One for nothing known at all, another for a guess."""
    code, finding = WarningCode.LANGUAGE_UNKNOWN, "the language could not be detected"
    if detection.confidence > 0:
        code, finding = WarningCode.LANGUAGE_UNCERTAIN, f"the language is uncertain ({detection.confidence:g} of 100)"
    message = f"{finding}; the {what} was taken for {source}; send its code as {source_field}"
    values: Values = {"confidence": detection.confidence, "language": source.wire}
    return TranslationWarning(code=code, message=message, index=index, values=values)


def _unused(results: Sequence[TextResult], shape: Shape) -> Iterator[TranslationWarning]:
    if not shape.has_markup:
        return
    if shape.has_alternatives:
        message = "alternatives are given for texts without markup only"
        yield TranslationWarning(code="option_unused", message=message, values={"option": "alternatives"})
    if shape.has_scores and not all(map(_only, results)):
        message = "scores are given only for texts that are translated in one piece, and markup divides this one"
        yield TranslationWarning(code="option_unused", message=message, values={"option": "scores"})
