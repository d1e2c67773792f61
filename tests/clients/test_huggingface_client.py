"""`huggingface_hub.InferenceClient` against a real server: the client of text-generation-inference."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from huggingface_hub import InferenceClient
from huggingface_hub.errors import HfHubHTTPError, ValidationError

from tests.live import LiveServer, serving

TEXT = "The teacher drew ten chairs last week."


@pytest.fixture(scope="module")
def single_server(bundles: list[Path]) -> Iterator[LiveServer]:
    """One model: clients of text-generation-inference cannot name one."""
    with serving(bundles[1:]) as server:
        yield server


@pytest.fixture(params=["", "/generate"])
def inference(single_server: LiveServer, request: pytest.FixtureRequest) -> InferenceClient:
    return InferenceClient(model=single_server.url + request.param, token="none", timeout=60)


def test_huggingface_hub_text(inference: InferenceClient) -> None:
    assert inference.text_generation(TEXT, max_new_tokens=5)


def test_huggingface_hub_details(inference: InferenceClient) -> None:
    output = inference.text_generation(TEXT, max_new_tokens=5, details=True)
    assert output.details is not None
    assert (output.details.finish_reason, output.details.generated_tokens) == ("length", 5)
    assert "".join(token.text for token in output.details.tokens if not token.special) == output.generated_text


def test_huggingface_hub_stream(inference: InferenceClient) -> None:
    whole = inference.text_generation(TEXT, max_new_tokens=8, temperature=8.0, seed=1)
    outputs = list(
        inference.text_generation(TEXT, max_new_tokens=8, temperature=8.0, seed=1, stream=True, details=True)
    )
    details = outputs[-1].details
    assert outputs[-1].generated_text == whole
    assert details is not None
    assert details.generated_tokens == len(outputs)
    texts = inference.text_generation(TEXT, max_new_tokens=8, temperature=8.0, seed=1, stream=True)
    assert list(texts) == [output.token.text for output in outputs]


def test_huggingface_hub_errors(inference: InferenceClient) -> None:
    with pytest.raises(ValidationError, match=r"`max_new_tokens` must be <= 64\. Given: 100"):
        inference.text_generation(TEXT, max_new_tokens=100)
    with pytest.raises(ValidationError, match=r"`stop` supports up to 4 stop sequences\. Given: 5"):
        inference.text_generation(TEXT, stop=["a", "b", "c", "d", "e"])


def test_huggingface_hub_best_of(inference: InferenceClient) -> None:
    output = inference.text_generation(
        TEXT, max_new_tokens=5, temperature=2.0, best_of=3, details=True, decoder_input_details=True
    )
    assert output.details is not None
    assert output.details.best_of_sequences is not None
    assert [len(found.tokens) for found in output.details.best_of_sequences] == [5, 5]
    assert [found.logprob for found in output.details.prefill] == [None]


def test_huggingface_hub_top_tokens(inference: InferenceClient) -> None:
    output = inference.text_generation(TEXT, max_new_tokens=5, top_n_tokens=4, details=True)
    assert output.details is not None
    assert output.details.top_tokens is not None
    assert [len(top) for top in output.details.top_tokens] == [4] * 5
    events = inference.text_generation(TEXT, max_new_tokens=5, top_n_tokens=4, details=True, stream=True)
    assert [event.top_tokens for event in events] == output.details.top_tokens


def test_huggingface_hub_stop(inference: InferenceClient) -> None:
    whole = inference.text_generation(TEXT, max_new_tokens=12)
    wanted = whole.strip()[-1]
    output = inference.text_generation(TEXT, max_new_tokens=12, stop=[wanted], details=True)
    assert output.details is not None
    assert output.details.finish_reason == "stop_sequence"
    assert whole.startswith(output.generated_text)


def test_huggingface_hub_translation(single_server: LiveServer) -> None:
    """That client has no field of its own for the text of a translation: it has to be in the list at the address."""
    inference = InferenceClient(model=single_server.url, token="none", timeout=60)
    assert inference.translation(TEXT).translation_text == inference.text_generation(TEXT)


def test_huggingface_hub_translation_between_languages(bundles: list[Path]) -> None:
    """They choose among several models, which that client cannot name."""
    with serving(bundles) as server:
        inference = InferenceClient(model=server.url, token="none", timeout=60)
        german = inference.translation(TEXT, src_lang="en", tgt_lang="de").translation_text
        body = {"inputs": TEXT, "model": "tiny-en-de"}
        assert german == httpx.post(f"{server.url}/generate", json=body, trust_env=False).json()["generated_text"]
        with pytest.raises(HfHubHTTPError, match="not available as a target language"):
            inference.translation(TEXT, src_lang="de", tgt_lang="en")


def test_info_has_what_clients_of_the_format_look_for(single_server: LiveServer) -> None:
    info = httpx.get(f"{single_server.url}/info", trust_env=False).json()
    assert (info["model_id"], info["model_pipeline_tag"], info["router"]) == ("tiny-en-de", "translation", "dragoman")
    assert (info["max_input_tokens"], info["max_total_tokens"]) == (64, 128)
    assert (info["max_best_of"], info["max_stop_sequences"], info["max_client_batch_size"]) == (8, 4, 1)
    assert info["max_concurrent_requests"] > 1000


def test_headers_tell_what_an_answer_took(single_server: LiveServer) -> None:
    body = {"inputs": TEXT, "parameters": {"max_new_tokens": 5}}
    headers = httpx.post(f"{single_server.url}/", json=body, trust_env=False).headers
    times = ("x-total-time", "x-validation-time", "x-queue-time", "x-inference-time", "x-time-per-token")
    found = {name: int(headers[name]) for name in times}
    assert found["x-total-time"] >= found["x-inference-time"] >= found["x-time-per-token"]
    assert headers["x-generated-tokens"] == "5"
    assert int(headers["x-prompt-tokens"]) > 5


def test_huggingface_hub_chat(single_server: LiveServer) -> None:
    inference = InferenceClient(base_url=single_server.url, api_key="none", timeout=60)
    messages = [{"role": "user", "content": TEXT}]
    whole = inference.chat_completion(messages, model="tiny-en-de", max_tokens=5)
    chunks = inference.chat_completion(messages, model="tiny-en-de", max_tokens=5, logprobs=True, stream=True)
    assert whole.choices[0].message.content
    assert whole.choices[0].finish_reason == "length"
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
