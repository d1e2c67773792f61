"""From finished translation runs to the wire: one answer, or a stream of deltas with the answer at its end."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from service.api.languages import language_of
from service.api.record import RequestRecord
from service.api.schemas.translate import DetectedLanguage, TranslateResponse, TranslationWarning
from service.api.sse import FromSource
from service.api.translation import Item, Job
from service.text.detect import Detection
from service.text.run import Translation
from service.text.warnings import Repetition, TextWarning, Truncation

CODES: Final[dict[type[TextWarning], Literal["truncated", "repetition"]]] = {
    Truncation: "truncated",
    Repetition: "repetition",
}


def answer(job: Job) -> dict[str, Any]:
    """The JSON of a job whose runs were read to their end; keys that say nothing are left out."""
    detections = [_detected(item.detection) for item in job.items if item.detection]
    response = TranslateResponse(
        translatedText=_shaped(job, [run.translation.text for run in job.runs]),
        detectedLanguage=_shaped(job, detections) if detections else None,
        warnings=list(warnings_of(job)) or None,
    )
    return response.model_dump(exclude_none=True)


class StreamedAnswer:
    """The events of one stream: deltas, then the answer with what it took."""

    def __init__(self, job: Job, record: RequestRecord) -> None:
        self._job = job
        self._record = record
        self._first_delta_s: float | None = None

    def delta(self, entry: FromSource[str]) -> dict[str, Any]:
        """Text that is appended to what came before; with `index`, which text of a list it belongs to."""
        if self._first_delta_s is None:
            self._first_delta_s = self._record.elapsed_s
        return {"index": entry.index, "delta": entry.item} if self._job.request.is_list else {"delta": entry.item}

    def end(self) -> dict[str, Any]:
        """The last event."""
        done = [run.translation for run in self._job.runs]
        return answer(self._job) | {
            "finishReason": _shaped(self._job, [_finish_reason(translation) for translation in done]),
            "usage": {
                "sourceTokens": sum(translation.source_tokens for translation in done),
                "targetTokens": sum(translation.target_tokens for translation in done),
            },
            "timings": {
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


def _shaped(job: Job, values: list[Any]) -> Any:
    """A list for a list of texts, the only value for a single text."""
    return values if job.request.is_list else values[0]


def _detected(detection: Detection) -> DetectedLanguage:
    return DetectedLanguage(confidence=detection.confidence, language=language_of(detection.language).wire)


def warnings_of(job: Job) -> Iterator[TranslationWarning]:
    """What the reader of a finished job's answer should know."""
    for number, (item, run) in enumerate(zip(job.items, job.runs, strict=True)):
        index = number if job.request.is_list else None
        if item.detection and item.detection.confidence == 0 and item.model:
            yield TranslationWarning(code="language_unknown", message=_language_unknown(item), index=index)
        for warning in run.translation.warnings:
            yield TranslationWarning(code=CODES[type(warning)], message=str(warning), index=index)


def _language_unknown(item: Item) -> str:
    return f"the language could not be detected; the text was taken for {item.source}; send its code as source"
