"""What a finished generation is answered with: its text, and as many details as were asked for."""

from collections.abc import Sequence
from typing import Any, Final

from service.api.schemas.generate import GenerateParameters
from service.api.schemas.generated import (
    BestOfSequence,
    FinishReasonName,
    FullDetails,
    GenerateResponse,
    PrefillToken,
    SourceToken,
    StreamDetails,
    StreamEvent,
)
from service.api.tokens import TokenWriter
from service.engine.events import Finished, FinishReason, Hypothesis
from service.engine.request import GenerationRequest
from service.runtime.tokenizer import Tokenizer

FINISH_REASONS: Final[dict[FinishReason, FinishReasonName]] = {
    FinishReason.STOP: "eos_token",
    FinishReason.LENGTH: "length",
    FinishReason.STOP_SEQUENCE: "stop_sequence",
    FinishReason.REPETITION: "repetition",
}


class AnswerWriter:
    """Writes the answer to one request."""

    def __init__(
        self, parameters: GenerateParameters, submitted: GenerationRequest, tokenizer: Tokenizer, decoder_start: int
    ) -> None:
        self._parameters = parameters
        self._submitted = submitted
        self._tokenizer = tokenizer
        self._decoder_start = decoder_start

    def whole(self, finished: Finished) -> GenerateResponse:
        """The answer of a request that does not stream."""
        best, *others = self._ranked(finished.hypotheses)
        if not self._parameters.wants_details:
            return GenerateResponse(generated_text=self._tokenizer.decode([*best.token_ids]))
        text, fields = self._sequence(best, finished.seed)
        further = [self._sequence(hypothesis, finished.seed) for hypothesis in others]
        details = FullDetails(
            **fields,
            best_of_sequences=[BestOfSequence(generated_text=text, **fields) for text, fields in further],
            source_tokens=self._source_tokens(),
        )
        return GenerateResponse(generated_text=text, details=details)

    def last_event(self, finished: Finished, writer: TokenWriter) -> StreamEvent:
        """The event of the last token of a stream, which `writer` has written."""
        token = writer.end()
        details = StreamDetails(
            **_ending(finished.best, finished.seed),
            input_length=len(self._submitted.source_ids),
            source_tokens=self._source_tokens(),
        )
        return StreamEvent(
            index=len(writer.tokens),
            token=token,
            top_tokens=writer.top_tokens[-1],
            generated_text=writer.text,
            details=details,
        )

    def _ranked(self, hypotheses: Sequence[Hypothesis]) -> Sequence[Hypothesis]:
        """Best first. Of those that `best_of` drew it is the one with the highest log-probability per token."""
        if self._parameters.best_of in (None, 1):
            return hypotheses
        best = max(hypotheses, key=_mean_logprob)
        return [best, *(hypothesis for hypothesis in hypotheses if hypothesis is not best)]

    def _sequence(self, hypothesis: Hypothesis, seed: int | None) -> tuple[str, dict[str, Any]]:
        """Text and the fields of SequenceDetails."""
        writer = TokenWriter(self._tokenizer)
        for event in hypothesis.tokens:
            writer.push(event)
        writer.end()
        fields = _ending(hypothesis, seed) | {
            "prefill": self._prefill() if self._parameters.decoder_input_details else [],
            "tokens": writer.tokens,
            "top_tokens": writer.top_tokens if self._parameters.top_n_tokens else [],
            "score": hypothesis.score if self._submitted.options.num_beams > 1 else None,
        }
        return writer.text, fields

    def _prefill(self) -> list[PrefillToken]:
        text = self._tokenizer.token_text(self._decoder_start)
        return [PrefillToken(id=self._decoder_start, text=text, logprob=None)]

    def _source_tokens(self) -> list[SourceToken]:
        if not self._parameters.alignment:
            return []
        text_of = self._tokenizer.token_text
        return [SourceToken(id=token_id, text=text_of(token_id)) for token_id in self._submitted.source_ids]


def _ending(hypothesis: Hypothesis, seed: int | None) -> dict[str, Any]:
    """The fields of Ending."""
    reason = FINISH_REASONS[hypothesis.reason]
    return {"finish_reason": reason, "generated_tokens": len(hypothesis.tokens), "seed": seed}


def _mean_logprob(hypothesis: Hypothesis) -> float:
    return sum(token.logprob or 0.0 for token in hypothesis.tokens) / len(hypothesis.tokens)
