"""Random requests of every kind for the engine's property tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from service.engine.request import GenerationRequest
from tests.service.engine.bench import make_request

VOCAB_SIZE = 24
MAX_TARGET_TOKENS = 16


@dataclass(frozen=True)
class EndsWith:
    """A stop condition: the last token is one of some."""

    tokens: frozenset[int]

    def is_met(self, token_ids: Sequence[int]) -> bool:
        return token_ids[-1] in self.tokens


TOKENS = st.integers(3, VOCAB_SIZE - 1)
SAMPLED: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"do_sample": st.just(True), "temperature": st.just(3.0), "seed": st.integers(0, 9)},
    optional={
        "num_return_sequences": st.integers(1, 3),
        "top_k": st.integers(1, 9),
        "top_p": st.floats(0.1, 0.99),
    },
)
BEAMS: st.SearchStrategy[dict[str, Any]] = st.integers(2, 5).flatmap(
    lambda num_beams: st.fixed_dictionaries(
        {"num_beams": st.just(num_beams)},
        optional={
            "num_return_sequences": st.integers(1, num_beams),
            "length_penalty": st.sampled_from([-1.0, 0.0, 0.6, 1.0, 2.0]),
            "early_stopping": st.sampled_from([True, False, "never"]),
        },
    )
)
COMMON: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"max_new_tokens": st.integers(3, 11)},
    optional={
        "min_new_tokens": st.integers(0, 3),
        "prefix": st.lists(st.integers(0, VOCAB_SIZE - 1), max_size=4).map(tuple),
        "repetition_penalty": st.sampled_from([0.8, 1.3]),
        "no_repeat_ngram_size": st.integers(1, 3),
        "suppress_tokens": st.lists(TOKENS, max_size=3).map(tuple),
        "stop": st.frozensets(TOKENS, max_size=3).map(EndsWith),
        "logprobs": st.booleans(),
        "top_logprobs": st.integers(0, 3),
        "alignment": st.booleans(),
        "stream": st.booleans(),
    },
)


@st.composite
def requests(draw: st.DrawFn, *kinds: st.SearchStrategy[dict[str, Any]]) -> GenerationRequest:
    """A request named "r" with options of one of the kinds; of every kind if none is given."""
    kind = draw(st.one_of(*(kinds or (st.just({}), SAMPLED, BEAMS))))
    source = draw(st.lists(TOKENS, max_size=6))
    return make_request("r", *source, stop_on_loop=False, **draw(COMMON), **kind)
