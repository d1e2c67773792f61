"""POST /generate, /generate_stream and / on a real server."""

from typing import Any

import httpx
import pytest

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
    assert client.post("/", json=payload()).json() == [generated(client)]
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
        ({"parameters": {"best_of": 2}}, "Input validation error: `best_of` is not supported: only null or 1"),
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
