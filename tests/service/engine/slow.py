"""Decoding as one would write it down: one request, one target at a time, everything computed anew.

The engine has to give exactly these tokens, and scores that differ by rounding only.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from service.engine.events import FinishReason
from service.engine.options import DecodingOptions
from service.engine.processors import make_processors
from service.engine.request import GenerationRequest
from service.engine.sampling import Sampler
from tests.fakes import DECODER_START, EOS, Ids, Rule


@dataclass(frozen=True)
class Answer:
    """A target, its log-probability and, when it has ended, why."""

    tokens: Ids
    total: float = 0.0
    reason: FinishReason | None = None

    def score(self, options: DecodingOptions) -> float:
        """What answers are ranked by."""
        length = len(self.tokens) - len(options.prefix)
        return float(self.total / length**options.length_penalty)


class SlowDecoder:
    """Decodes one request by a fake model's rule. Loops are not looked for."""

    def __init__(self, rule: Rule, request: GenerationRequest, vocab_size: int) -> None:
        self._rule = rule
        self._source = request.source_ids
        self._options = request.options
        self._vocab_size = vocab_size
        self._processors = make_processors(request.options, eos=EOS)

    def single(self, index: int = 0) -> Answer:
        """The greedy answer, or the one that sequence `index` draws."""
        options = self._options
        sampler = Sampler(options, (options.seed or 0, index)) if options.do_sample else None
        answer = Answer(options.prefix)
        while answer.reason is None:
            logits = self._rule(self._source, (DECODER_START, *answer.tokens), self._vocab_size)
            scores = self._process(answer.tokens, logits.copy())
            token = sampler.pick(scores) if sampler else int(scores.argmax())
            answer = self._end((*answer.tokens, token), answer.total + float(log_softmax(logits)[token]))
        return answer

    def beams(self) -> list[Answer]:
        """The answers of a beam search, best first."""
        options, num_beams = self._options, self._options.num_beams
        live, ended = [Answer(options.prefix)], list[Answer]()
        while live and not self._is_over(live, ended):
            candidates = sorted((one for each in live for one in self._continue(each)), key=lambda one: -one.total)
            candidates = candidates[: 2 * num_beams]
            ended += [one for one in candidates[:num_beams] if one.reason]
            ended = sorted(ended, key=lambda one: -one.score(options))[:num_beams]
            live = [one for one in candidates if not one.reason][:num_beams]
        return ended[: options.num_return_sequences]

    def _is_over(self, live: list[Answer], ended: list[Answer]) -> bool:
        options = self._options
        if len(ended) < options.num_beams:
            return False
        length = len(live[0].tokens) - len(options.prefix)
        if options.early_stopping == "never" and options.length_penalty > 0:
            length = options.max_new_tokens
        can_improve = live[0].total / length**options.length_penalty > ended[-1].score(options)
        return options.early_stopping is True or not can_improve

    def _continue(self, answer: Answer) -> list[Answer]:
        logits = self._rule(self._source, (DECODER_START, *answer.tokens), self._vocab_size)
        scores = self._process(answer.tokens, log_softmax(logits).astype(np.float32))
        allowed = np.flatnonzero(scores > -np.inf).tolist()
        best = sorted(allowed, key=lambda token: -scores[token])[: 2 * self._options.num_beams]
        return [self._end((*answer.tokens, token), answer.total + float(scores[token])) for token in best]

    def _process(self, tokens: Ids, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        for process in self._processors:
            process(np.array(tokens, np.int32), scores)
        return scores

    def _end(self, tokens: Ids, total: float) -> Answer:
        options = self._options
        new = tokens[len(options.prefix) :]
        if new[-1] == EOS:
            return Answer(tokens, total, FinishReason.STOP)
        if options.stop and options.stop.is_met(new):
            return Answer(tokens, total, FinishReason.STOP_SEQUENCE)
        return Answer(tokens, total, FinishReason.LENGTH if len(new) == options.max_new_tokens else None)


def log_softmax(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """[V] -> [V]."""
    wide = logits.astype(np.float64)
    result: npt.NDArray[np.float64] = wide - wide.max() - np.log(np.exp(wide - wide.max()).sum())
    return result
