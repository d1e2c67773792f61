"""From finished translation runs to the wire: one answer, or a stream of deltas with the answer at its end."""

from collections.abc import Iterator
from typing import Any, Literal

from service.api.languages import language_of
from service.api.record import RequestRecord
from service.api.schemas.translate import DetectedLanguage, TranslateResponse, TranslationWarning
from service.api.sse import FromSource
from service.api.translation import Item, Job
from service.text.detect import Detection
from service.text.result import Translation
from service.text.warnings import Repetition, Truncation, WarningCode


def answer(job: Job, *, is_list: bool) -> dict[str, Any]:
    """The JSON of a job whose runs were read to their end; keys that say nothing are left out."""
    detections = [_detected(item.detection) for item in job.items if item.detection]
    response = TranslateResponse(
        translatedText=_shaped([run.translation.text for run in job.runs], is_list=is_list),
        detectedLanguage=_shaped(detections, is_list=is_list) if detections else None,
        warnings=list(warnings_of(job, is_list=is_list)) or None,
    )
    return response.model_dump(exclude_none=True)


class StreamedAnswer:
    """The events of one stream: deltas, then the answer with what it took."""

    def __init__(self, job: Job, record: RequestRecord, *, is_list: bool) -> None:
        self._job = job
        self._is_list = is_list
        self._record = record
        self._first_delta_s: float | None = None

    def delta(self, entry: FromSource[str]) -> dict[str, Any]:
        """Text that is appended to what came before; with `index`, which text of a list it belongs to."""
        if self._first_delta_s is None:
            self._first_delta_s = self._record.elapsed_s
        return {"index": entry.index, "delta": entry.item} if self._is_list else {"delta": entry.item}

    def end(self) -> dict[str, Any]:
        """The last event."""
        done = [run.translation for run in self._job.runs]
        return answer(self._job, is_list=self._is_list) | {
            "finishReason": _shaped([_finish_reason(translation) for translation in done], is_list=self._is_list),
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


def _shaped(values: list[Any], *, is_list: bool) -> Any:
    """A list for a list of texts, the only value for a single text."""
    return values if is_list else values[0]


def _detected(detection: Detection) -> DetectedLanguage:
    return DetectedLanguage(confidence=detection.confidence, language=language_of(detection.language).wire)


def warnings_of(job: Job, *, is_list: bool) -> Iterator[TranslationWarning]:
    """What the reader of a finished job's answer should know."""
    for number, (item, run) in enumerate(zip(job.items, job.runs, strict=True)):
        index = number if is_list else None
        if item.detection and item.detection.confidence == 0 and item.model:
            yield TranslationWarning(code=WarningCode.LANGUAGE_UNKNOWN, message=_language_unknown(item), index=index)
        for warning in run.translation.warnings:
            yield TranslationWarning(code=warning.code, message=str(warning), index=index)


def _language_unknown(item: Item) -> str:
    return f"the language could not be detected; the text was taken for {item.source}; send its code as source"
