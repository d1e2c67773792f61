"""Finished generations written in the shapes of text-generation-inference, key by key."""

from typing import Any

import numpy as np
import pytest

from service.api.decoding import decoding_options
from service.api.details import AnswerWriter
from service.api.schemas.generate import GenerateParameters
from service.api.tokens import TokenWriter
from service.engine.events import Finished, FinishReason, Hypothesis, TokenEvent
from service.engine.request import GenerationRequest
from tests.service.text.fakes import EOS, NO_TIME, byte_tokenizer

START = 1
SOURCE = (3 + ord("a"), 3 + ord("b"), EOS)
TOKENS = ["id", "text", "logprob", "special"]


def writer_for(parameters: dict[str, Any]) -> AnswerWriter:
    chosen, tokenizer = GenerateParameters.model_validate(parameters), byte_tokenizer()
    options = decoding_options(chosen, tokenizer, limit=64, is_streamed=False)
    return AnswerWriter(chosen, GenerationRequest("r", SOURCE, options), tokenizer, START)


def hypothesis(
    data: bytes, logprob: float = -0.5, *, score: float | None = None, reason: FinishReason = FinishReason.STOP
) -> Hypothesis:
    events = [TokenEvent(3 + byte, logprob) for byte in data] + [TokenEvent(EOS, logprob)]
    return Hypothesis(tuple(events), reason, score)


def whole(parameters: dict[str, Any], *hypotheses: Hypothesis, seed: int | None = None) -> dict[str, Any]:
    return writer_for(parameters).whole(Finished(hypotheses, NO_TIME, seed)).model_dump()


def test_without_details_there_is_the_text_alone() -> None:
    assert whole({}, hypothesis(b"hi")) == {"generated_text": "hi"}


def test_details_are_those_of_the_format() -> None:
    details = whole({"details": True}, hypothesis(b"h"), seed=7)["details"]
    assert details == {
        "finish_reason": "eos_token",
        "generated_tokens": 2,
        "seed": 7,
        "prefill": [],
        "tokens": [
            {"id": 3 + ord("h"), "text": "h", "logprob": -0.5, "special": False},
            {"id": EOS, "text": "</s>", "logprob": -0.5, "special": True},
        ],
    }


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        (FinishReason.STOP, "eos_token"),
        (FinishReason.LENGTH, "length"),
        (FinishReason.STOP_SEQUENCE, "stop_sequence"),
        (FinishReason.REPETITION, "repetition"),
    ],
)
def test_reasons_have_the_names_of_the_format(reason: FinishReason, name: str) -> None:
    assert whole({"details": True}, hypothesis(b"h", reason=reason))["details"]["finish_reason"] == name


def test_what_the_decoder_was_given_is_its_start_token_without_a_log_probability() -> None:
    details = whole({"decoder_input_details": True}, hypothesis(b"h"))["details"]
    assert details["prefill"] == [{"id": START, "text": "<s>", "logprob": None}]


def test_top_tokens_are_a_list_for_each_token() -> None:
    top = ((3 + ord("h"), -0.5), (EOS, -2.0))
    best = Hypothesis((TokenEvent(3 + ord("h"), -0.5, top), TokenEvent(EOS, -0.1, top)), FinishReason.STOP)
    [first, second] = whole({"top_n_tokens": 2}, best)["details"]["top_tokens"]
    assert first == second
    assert [list(token) for token in first] == [TOKENS, TOKENS]
    assert [token["text"] for token in first] == ["h", "</s>"]


def test_the_best_of_drawn_sequences_is_the_likeliest_per_token_and_the_others_follow_as_drawn() -> None:
    drawn = [hypothesis(b"a", -0.9), hypothesis(b"bbbbbb", -0.4), hypothesis(b"c", -0.6)]
    answer = whole({"do_sample": True, "best_of": 3, "details": True}, *drawn, seed=5)
    assert answer["generated_text"] == "bbbbbb"
    others = answer["details"]["best_of_sequences"]
    assert [other["generated_text"] for other in others] == ["a", "c"]
    assert {key for other in others for key in other} == {
        "generated_text",
        "finish_reason",
        "generated_tokens",
        "seed",
        "prefill",
        "tokens",
    }
    assert [other["seed"] for other in others] == [5, 5]
    assert [len(other["tokens"]) for other in others] == [2, 2]


def test_the_best_is_chosen_without_details_too() -> None:
    drawn = [hypothesis(b"a", -0.9), hypothesis(b"b", -0.4)]
    assert whole({"do_sample": True, "best_of": 2}, *drawn) == {"generated_text": "b"}


def test_sequences_that_were_only_asked_for_stay_in_order() -> None:
    drawn = [hypothesis(b"a", -0.9, score=-1.8), hypothesis(b"b", -0.4, score=-0.8)]
    answer = whole({"do_sample": True, "num_return_sequences": 2}, *drawn)
    assert answer["generated_text"] == "a"
    assert [other["generated_text"] for other in answer["details"]["best_of_sequences"]] == ["b"]
    assert "score" not in answer["details"]


def test_hypotheses_of_a_search_tell_their_scores() -> None:
    answer = whole(
        {"num_beams": 2, "num_return_sequences": 2}, hypothesis(b"a", score=-0.25), hypothesis(b"b", score=-0.75)
    )
    assert answer["details"]["score"] == -0.25
    assert [other["score"] for other in answer["details"]["best_of_sequences"]] == [-0.75]


def test_alignment_comes_with_the_tokens_that_it_refers_to() -> None:
    weights = np.array([0.5, 0.25, 0.25], np.float32)
    best = Hypothesis((TokenEvent(EOS, -0.1, alignment=weights),), FinishReason.STOP)
    details = whole({"alignment": True}, best)["details"]
    assert [token["text"] for token in details["source_tokens"]] == ["a", "b", "</s>"]
    assert [token["alignment"] for token in details["tokens"]] == [[0.5, 0.25, 0.25]]


def last_event(parameters: dict[str, Any], best: Hypothesis, seed: int | None = None) -> dict[str, Any]:
    tokens = TokenWriter(byte_tokenizer())
    for event in best.tokens:
        tokens.push(event)
    return writer_for(parameters).last_event(Finished((best,), NO_TIME, seed), tokens).model_dump()


def test_the_last_event_of_a_stream_is_its_last_token_with_the_text_and_how_it_ended() -> None:
    assert last_event({}, hypothesis(b"h"), seed=3) == {
        "index": 2,
        "token": {"id": EOS, "text": "</s>", "logprob": -0.5, "special": True},
        "generated_text": "h",
        "details": {"finish_reason": "eos_token", "generated_tokens": 2, "seed": 3, "input_length": 3},
    }


def test_the_last_event_has_what_was_asked_for_besides() -> None:
    weights = np.array([0.5, 0.25, 0.25], np.float32)
    best = Hypothesis((TokenEvent(EOS, -0.1, ((EOS, -0.1),), weights),), FinishReason.STOP)
    event = last_event({"top_n_tokens": 1, "alignment": True}, best)
    assert [token["text"] for token in event["top_tokens"]] == ["</s>"]
    assert len(event["details"]["source_tokens"]) == len(event["token"]["alignment"]) == 3
