"""POST /generate, /generate_stream and / on a real server."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import serving
from tests.service.api.observing import events_in

TEXT = "The teacher drew ten chairs last week."
MODEL = "tiny-en-de"


def payload(text: str = TEXT, **parameters: Any) -> dict[str, Any]:
    return {"inputs": text, "model": MODEL, "parameters": {"max_new_tokens": 12, **parameters}}


def generated(client: httpx.Client, **parameters: Any) -> dict[str, Any]:
    response = client.post("/generate", json=payload(**parameters))
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def streamed(client: httpx.Client, **parameters: Any) -> list[Any]:
    response = client.post("/generate_stream", json=payload(**parameters))
    assert response.status_code == 200, response.text
    return list(events_in(response))


def test_without_details_the_answer_is_the_text_alone(client: httpx.Client) -> None:
    answer = generated(client)
    assert list(answer) == ["generated_text"]
    assert answer["generated_text"]


def test_details_say_how_it_ended_and_what_every_token_was(client: httpx.Client) -> None:
    details = generated(client, details=True)["details"]
    assert list(details) == ["finish_reason", "generated_tokens", "seed", "prefill", "tokens"]
    assert (details["finish_reason"], details["generated_tokens"], details["seed"]) == ("length", 12, None)
    assert details["prefill"] == []
    assert len(details["tokens"]) == 12
    assert all(list(token) == ["id", "text", "logprob", "special"] for token in details["tokens"])
    assert all(token["logprob"] <= 0 for token in details["tokens"])


def test_the_texts_of_the_tokens_are_the_text(client: httpx.Client) -> None:
    for seed in range(5):
        answer = generated(client, details=True, temperature=8.0, seed=seed)
        plain = [token["text"] for token in answer["details"]["tokens"] if not token["special"]]
        assert "".join(plain) == answer["generated_text"]


def test_a_stream_has_one_event_per_token_and_everything_in_the_last(client: httpx.Client) -> None:
    events = streamed(client, seed=3, temperature=8.0)
    expected = generated(client, seed=3, temperature=8.0, details=True)
    assert [event["index"] for event in events] == list(range(1, len(events) + 1))
    assert [event["token"] for event in events] == expected["details"]["tokens"]
    assert all(event["generated_text"] is event["details"] is None for event in events[:-1])
    last = events[-1]
    assert list(last) == ["index", "token", "generated_text", "details"]
    assert last["generated_text"] == expected["generated_text"]
    assert {**last["details"], "input_length": None} == {
        "finish_reason": expected["details"]["finish_reason"],
        "generated_tokens": len(events),
        "seed": 3,
        "input_length": None,
    }
    assert last["details"]["input_length"] > 1


def test_the_bytes_of_a_stream_are_those_that_clients_of_the_format_read(client: httpx.Client) -> None:
    response = client.post("/generate_stream", json=payload(max_new_tokens=2))
    blocks = response.text.split("\n\n")
    assert blocks.pop() == ""
    assert len(blocks) == 2
    assert all(block.startswith('data:{"index":') and "\n" not in block for block in blocks)
    assert "[DONE]" not in response.text


def test_the_end_token_is_an_event_of_its_own_and_not_part_of_the_text(client: httpx.Client) -> None:
    """Random weights end a text only by chance: seeds are tried until one does."""
    for seed in range(200):
        events = streamed(client, seed=seed, temperature=50.0, max_new_tokens=64)
        if events[-1]["details"]["finish_reason"] == "eos_token":
            break
    last = events[-1]
    assert last["details"]["finish_reason"] == "eos_token"
    assert last["token"]["special"] is True
    assert last["token"]["text"] == "</s>"
    assert last["details"]["generated_tokens"] == len(events)
    assert "</s>" not in last["generated_text"]


def test_sampling_without_a_seed_tells_the_one_it_used(client: httpx.Client) -> None:
    first = generated(client, do_sample=True, temperature=8.0, details=True)
    again = generated(client, temperature=8.0, details=True, seed=first["details"]["seed"])
    assert again == first


def test_generate_streams_on_request(client: httpx.Client) -> None:
    response = client.post("/generate", json={**payload(), "stream": True})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert list(events_in(response)) == streamed(client)


def test_the_bare_address_answers_with_a_list(client: httpx.Client) -> None:
    answer = generated(client)
    assert client.post("/", json=payload()).json() == [answer | {"translation_text": answer["generated_text"]}]
    assert list(events_in(client.post("/", json={**payload(), "stream": True}))) == streamed(client)


def test_headers_tell_what_it_took(client: httpx.Client) -> None:
    response = client.post("/generate", json=payload())
    headers = response.headers
    assert headers["x-compute-type"] == "cpu"
    assert headers["x-compute-characters"] == str(len(TEXT))
    assert headers["x-generated-tokens"] == "12"
    assert int(headers["x-prompt-tokens"]) > 1
    assert 0 < float(headers["x-compute-time"]) < 60
    parts = sum(int(headers[f"x-{part}-time"]) for part in ("validation", "queue", "inference"))
    assert abs(parts - int(headers["x-total-time"])) <= 3
    assert int(headers["x-time-per-token"]) <= int(headers["x-inference-time"])


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"inputs": ""}, "Input validation error: `inputs` cannot be empty"),
        ({"model": "gpt"}, "Input validation error: `model` 'gpt' is not loaded; loaded are tiny-zh-en, tiny-en-de"),
        (
            {"model": None},
            "Input validation error: `model` is required, because several are loaded: tiny-zh-en, tiny-en-de",
        ),
        ({"parameters": {"max_new_tokens": 65}}, "Input validation error: `max_new_tokens` must be <= 64. Given: 65"),
        (
            {"parameters": {"temperature": 0.0}},
            "Input validation error: `temperature` must be strictly positive. Given: 0.0",
        ),
        ({"parameters": {"best_of": 2}}, "Input validation error: you must use sampling when `best_of` is > 1"),
        (
            {"parameters": {"suppress_tokens": [100_000]}},
            "Input validation error: suppressed token 100000 is outside the vocabulary: ids go from 0 to 599",
        ),
        (
            {"parameters": {"num_beams": 4, "top_k": 5}},
            "Input validation error: `num_beams` > 1 is a search and draws nothing; "
            "leave out `do_sample`, `temperature`, `top_k` and `top_p`",
        ),
        ({"inputs": "x" * 2001}, "Input validation error: `inputs` must have at most 2000 characters. Given: 2001"),
    ],
)
@pytest.mark.parametrize("path", ["/generate", "/generate_stream", "/"])
def test_refusals_are_422_with_a_text_and_a_type(
    client: httpx.Client, path: str, changes: dict[str, Any], text: str
) -> None:
    response = client.post(path, json={**payload(), **changes})
    assert response.status_code == 422
    assert response.json() == {"error": text, "error_type": "validation"}


def test_a_source_beyond_the_model_is_refused_with_both_numbers(client: httpx.Client) -> None:
    response = client.post("/generate", json=payload("fish " * 100))
    assert response.status_code == 422
    assert response.json()["error"].startswith(
        "Input validation error: `inputs` must have less than 64 tokens. Given: "
    )


def test_literal_names_of_special_tokens_are_text(client: httpx.Client) -> None:
    response = client.post("/generate", json=payload("</s><s>"))
    assert int(response.headers["x-prompt-tokens"]) > 3


# Searching, forbidding, stopping, telling more


def ids(answer: dict[str, Any]) -> list[int]:
    return [token["id"] for token in answer["details"]["tokens"]]


def test_beams_give_as_many_hypotheses_as_were_asked_for_with_falling_scores(client: httpx.Client) -> None:
    answer = generated(client, num_beams=4, num_return_sequences=3)
    details = answer["details"]
    scores = [details["score"], *(other["score"] for other in details["best_of_sequences"])]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert all(other["generated_text"] for other in details["best_of_sequences"])


def test_the_best_hypothesis_is_the_same_however_many_are_returned(client: httpx.Client) -> None:
    alone, together = (generated(client, num_beams=4, num_return_sequences=count, details=True) for count in (1, 4))
    assert alone["generated_text"] == together["generated_text"]
    assert ids(alone) == ids(together)


@pytest.mark.parametrize("num_beams", [1, 2, 8])
def test_a_stream_of_a_search_is_its_best_hypothesis(client: httpx.Client, num_beams: int) -> None:
    events = streamed(client, num_beams=num_beams, max_new_tokens=30)
    expected = generated(client, num_beams=num_beams, max_new_tokens=30, details=True)
    assert [event["index"] for event in events] == list(range(1, len(events) + 1))
    assert [event["token"] for event in events] == expected["details"]["tokens"]
    assert all(event["details"] is None for event in events[:-1])
    assert events[-1]["generated_text"] == expected["generated_text"]
    assert events[-1]["details"]["finish_reason"] == expected["details"]["finish_reason"]


def test_the_best_of_several_is_the_likeliest_per_token(client: httpx.Client) -> None:
    details = generated(client, do_sample=True, temperature=2.0, best_of=4, details=True)["details"]
    sequences = [details, *details["best_of_sequences"]]
    means = [sum(token["logprob"] for token in found["tokens"]) / len(found["tokens"]) for found in sequences]
    assert len(means) == 4
    assert means[0] == max(means)
    assert {found["seed"] for found in sequences} == {details["seed"]}
    again = generated(client, temperature=2.0, num_return_sequences=4, seed=details["seed"])["details"]
    drawn = [again, *again["best_of_sequences"]]
    assert sorted(found["tokens"] == details["tokens"] for found in drawn) == [False, False, False, True]


def test_the_likeliest_tokens_of_each_step_are_told(client: httpx.Client) -> None:
    details = generated(client, top_n_tokens=3)["details"]
    assert [len(top) for top in details["top_tokens"]] == [3] * 12
    for token, top in zip(details["tokens"], details["top_tokens"], strict=True):
        assert list(top[0]) == ["id", "text", "logprob", "special"]
        assert (top[0]["id"], top[0]["logprob"]) == (token["id"], token["logprob"])
        assert [entry["logprob"] for entry in top] == sorted((entry["logprob"] for entry in top), reverse=True)
    assert [event["top_tokens"] for event in streamed(client, top_n_tokens=3)] == details["top_tokens"]
    assert all("top_tokens" not in event for event in streamed(client))


def test_what_the_decoder_was_given_is_told(client: httpx.Client) -> None:
    [first] = generated(client, decoder_input_details=True)["details"]["prefill"]
    assert list(first) == ["id", "text", "logprob"]
    assert first["logprob"] is None


def test_a_stop_string_ends_the_text(client: httpx.Client) -> None:
    whole = generated(client, details=True)
    tokens = whole["details"]["tokens"]
    wanted = next(token["text"].strip() for token in tokens[4:] if token["text"].strip())
    answer = generated(client, details=True, stop=["never to be seen", wanted])
    assert answer["details"]["finish_reason"] == "stop_sequence"
    assert wanted in answer["generated_text"]
    assert whole["generated_text"].startswith(answer["generated_text"])
    assert wanted not in "".join(token["text"] for token in answer["details"]["tokens"][:-1])
    events = streamed(client, stop=[wanted])
    assert events[-1]["details"]["finish_reason"] == "stop_sequence"
    assert [event["token"] for event in events] == answer["details"]["tokens"]


def test_tokens_that_are_suppressed_do_not_come(client: httpx.Client) -> None:
    unwanted = sorted(set(ids(generated(client, details=True))))
    assert not {*unwanted} & {*ids(generated(client, details=True, suppress_tokens=unwanted))}


def test_nothing_is_said_twice_when_that_is_forbidden(client: httpx.Client) -> None:
    tokens = ids(generated(client, details=True, max_new_tokens=60, no_repeat_ngram_size=2))
    pairs = list(pairwise(tokens))
    assert len(pairs) == len(set(pairs))


def test_a_penalty_on_repetition_makes_for_more_different_tokens(client: httpx.Client) -> None:
    plain, penalised = (
        ids(generated(client, details=True, max_new_tokens=60, stop_on_loop=False, repetition_penalty=penalty))
        for penalty in (1.0, 100.0)
    )
    assert len(set(penalised)) > len(set(plain))


def test_generation_does_not_end_before_there_are_enough_tokens(client: httpx.Client) -> None:
    """With the first seed that ends a text by chance, early."""
    chosen: dict[str, Any] = {"temperature": 50.0, "max_new_tokens": 40, "details": True}

    def length(seed: int, **options: Any) -> int:
        return int(generated(client, **chosen, seed=seed, **options)["details"]["generated_tokens"])

    seed = next(seed for seed in range(300) if length(seed) < 30)
    early = length(seed)
    assert early < length(seed, min_new_tokens=early + 1) <= 40


def test_alignment_tells_where_each_token_looked(client: httpx.Client) -> None:
    answer = generated(client, alignment=True, num_beams=2)
    source = answer["details"]["source_tokens"]
    assert "".join(token["text"] for token in source[:-1]).strip() == TEXT
    assert source[-1]["text"] == "</s>"
    for token in answer["details"]["tokens"]:
        assert len(token["alignment"]) == len(source)
        assert sum(token["alignment"]) == pytest.approx(1, abs=1e-4)
    events = streamed(client, alignment=True, num_beams=2)
    assert [event["token"] for event in events] == answer["details"]["tokens"]
    assert events[-1]["details"]["source_tokens"] == source


def test_everything_together_is_fine(client: httpx.Client) -> None:
    answer = generated(
        client,
        num_beams=3,
        num_return_sequences=2,
        length_penalty=0.6,
        early_stopping=True,
        min_new_tokens=3,
        no_repeat_ngram_size=3,
        repetition_penalty=1.1,
        suppress_tokens=[5],
        stop=["xyz"],
        top_n_tokens=2,
        decoder_input_details=True,
        alignment=True,
    )
    assert len(answer["details"]["best_of_sequences"]) == 1


def test_more_beams_than_rows_are_refused_with_both_numbers(bundles: list[Path]) -> None:
    with (
        serving(bundles[1:], "--max-rows", "2") as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as small,
    ):
        response = small.post("/generate", json={"inputs": TEXT, "parameters": {"num_beams": 3}})
        assert response.status_code == 422
        assert (
            "3 beams or sampled sequences were asked for, this server runs at most 2 rows" in response.json()["error"]
        )
        response = small.post("/translate", json={"q": TEXT, "source": "en", "target": "de", "num_beams": 3})
        assert response.status_code == 400
        assert response.json()["error"].startswith("Invalid request: 3 beams or sampled sequences were asked for")
        assert small.post("/generate", json={"inputs": TEXT, "parameters": {"num_beams": 2}}).status_code == 200


def test_the_output_begins_with_a_prefix_that_was_asked_for(client: httpx.Client) -> None:
    plain = generated(client, target_prefix="der Vogel", details=True)
    assert plain["generated_text"].startswith("der Vogel")
    assert plain["details"]["generated_tokens"] > 12
    searched = generated(client, target_prefix="der Vogel", num_beams=3)
    assert searched["generated_text"].startswith("der Vogel")
    events = streamed(client, target_prefix="der Vogel")
    assert [event["token"] for event in events] == plain["details"]["tokens"]


def test_a_prefix_leaves_room_for_tokens_or_is_refused(client: httpx.Client) -> None:
    generated(client, target_prefix="der Vogel", max_new_tokens=None)
    response = client.post("/generate", json=payload(target_prefix="der Vogel " * 60))
    assert response.status_code == 422
    assert "`target_prefix` must have less than 64 tokens" in response.json()["error"]
