"""The `openai` package, sync and async, against a real server with the bundles that come with it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest
from openai import AsyncOpenAI, OpenAI
from openai.types.chat import ChatCompletionChunk

from service.runtime.tokenizer import Tokenizer
from tests.live import LiveServer, serving
from tests.readme import ROOT

TEXT = "The teacher drew ten chairs last week."
LONG = f"{TEXT}\n\n" + " ".join([TEXT] * 10)
MODEL = "en-de"
PICTURE = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with serving([ROOT / "models" / "bundles"]) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client


@pytest.fixture
def api(server: LiveServer) -> Iterator[OpenAI]:
    with OpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0, timeout=60) as api:
        yield api


def chat(api: OpenAI, text: str = TEXT, **options: Any) -> Any:
    return api.chat.completions.create(**{"model": MODEL, "messages": [{"role": "user", "content": text}]} | options)


def translated(client: httpx.Client, **fields: Any) -> str:
    answer = client.post("/translate", json={"q": TEXT, "source": "en", "target": "de"} | fields).json()
    text: str = answer["translatedText"]
    return text


def texts_of(chunks: list[ChatCompletionChunk], num_choices: int = 1) -> list[str]:
    texts = [""] * num_choices
    for chunk in chunks:
        for choice in chunk.choices:
            texts[choice.index] += choice.delta.content or ""
    return texts


def test_models_are_the_bundles(api: OpenAI) -> None:
    assert {model.id for model in api.models.list()} == {"zh-en", "en-de"}
    assert api.models.retrieve(MODEL).id == MODEL
    with pytest.raises(openai.NotFoundError, match="there are en-de, zh-en"):
        api.models.retrieve("gpt-5")


@pytest.mark.parametrize("text", [TEXT, LONG, "😆"])
def test_a_chat_is_the_translation_of_the_last_message_of_its_user(
    api: OpenAI, client: httpx.Client, text: str
) -> None:
    completion = chat(api, text)
    assert completion.object == "chat.completion"
    assert completion.choices[0].message.role == "assistant"
    assert completion.choices[0].message.content == translated(client, q=text)
    usage = completion.usage
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens


@pytest.mark.parametrize(
    ("options", "source"),
    [
        ({"model": "en-de"}, "en"),
        ({"model": "auto-de"}, "en"),
        ({"extra_body": {"target": "de"}}, "en"),
        ({"extra_body": {"source": "auto", "target": "de"}}, "en"),
        ({"extra_body": {"source": "en-GB", "target": "de"}}, "en"),
        ({"model": "zh-Hans-en"}, "zh"),
        ({"model": "zh-en"}, "zh"),
    ],
)
def test_the_languages_come_from_the_model_or_from_fields(
    api: OpenAI, client: httpx.Client, options: dict[str, Any], source: str
) -> None:
    text, target = (TEXT, "de") if source == "en" else ("上周老师画了十把椅子。", "en")
    assert chat(api, text, **options).choices[0].message.content == translated(
        client, q=text, source=source, target=target
    )


def test_messages_may_come_in_parts(api: OpenAI) -> None:
    parts = [{"type": "text", "text": TEXT[:10]}, {"type": "text", "text": TEXT[10:]}]
    whole = chat(api).choices[0].message.content
    assert chat(api, messages=[{"role": "user", "content": parts}]).choices[0].message.content == whole


def test_what_has_no_effect_is_named(api: OpenAI) -> None:
    messages = [{"role": "system", "content": "Translate!"}, {"role": "user", "content": TEXT}]
    completion = chat(api, messages=messages, user="somebody", n=1, frequency_penalty=0, tools=[])
    assert completion.choices[0].message.content == chat(api).choices[0].message.content
    unused = [warning for warning in completion.model_extra["warnings"] if warning["code"] == "option_unused"]
    assert [warning["param"] for warning in unused] == ["user", "messages[0]"]


def test_terms_of_the_user_are_kept(api: OpenAI) -> None:
    text = "His name was Roger Stone and the weather was nice."
    terms = {"no_translate": ["Roger Stone"], "glossary": {"weather": "Klima"}}
    for stream in (False, True):
        answer = chat(api, text, extra_body=terms, stream=stream)
        said = texts_of(list(answer))[0] if stream else answer.choices[0].message.content
        assert "Roger Stone" in said
        assert "Klima" in said
    with pytest.raises(openai.BadRequestError, match="leave out the ones or the others"):
        chat(api, text, extra_body=terms, logprobs=True)


TERMS = {"no_translate": ["Roger Stone"], "glossary": {"weather": "Klima"}}
WITH_TERMS = ["His name was Roger Stone.", "The weather was nice. The weather is nice."]


def test_terms_are_kept_in_completions_as_in_chats(api: OpenAI) -> None:
    expected = [chat(api, text, extra_body=TERMS).choices[0].message.content for text in WITH_TERMS]
    assert "Roger Stone" in expected[0]
    assert expected[1].count("Klima") == 2
    whole = api.completions.create(model=MODEL, prompt=WITH_TERMS, extra_body=TERMS)
    assert [choice.text for choice in whole.choices] == expected
    texts = ["", ""]
    options: Any = {"stream": True, "stream_options": {"include_usage": True}, "extra_body": TERMS}
    for chunk in api.completions.create(model=MODEL, prompt=WITH_TERMS, **options):
        for choice in chunk.choices:
            texts[choice.index] += choice.text
    assert texts == expected
    assert chunk.usage == whole.usage


def test_completions_with_terms_have_the_options_that_others_have(api: OpenAI) -> None:
    options: Any = {"model": MODEL, "prompt": WITH_TERMS[1], "extra_body": TERMS}
    whole = api.completions.create(**options).choices[0].text
    assert api.completions.create(**options, stop="Klima").choices[0].text == whole.partition("Klima")[0]
    short = api.completions.create(**options, max_tokens=2).choices[0]
    assert (short.finish_reason, whole.startswith(short.text)) == ("length", True)
    assert len({choice.text for choice in api.completions.create(**options, n=3).choices}) == 3


def test_warnings_of_several_completions_name_their_texts(api: OpenAI) -> None:
    long = " ".join(["the teacher and"] * 80)
    answer = api.completions.create(model=MODEL, prompt=["Hello.", long], extra_body=TERMS)
    warnings = (answer.model_extra or {})["warnings"]
    assert {warning["param"] for warning in warnings} == {"prompt[1]"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"logprobs": 0}, "leave out the ones or the others"),
        ({"temperature": 0.5}, "leave out the ones or the others"),
        ({"prompt": [5, 6]}, "send `prompt` as text"),
        ({"prompt": ["a", "b"], "n": 2}, "send each by itself"),
        ({"prompt": ["x"] * 10_000}, "texts, at most"),
    ],
)
def test_terms_that_a_completion_cannot_have_are_refused(api: OpenAI, options: dict[str, Any], words: str) -> None:
    with pytest.raises(openai.BadRequestError, match=words):
        api.completions.create(**{"model": MODEL, "prompt": "Hello.", "extra_body": TERMS} | options)


def test_of_a_history_the_last_message_of_the_user_is_translated(api: OpenAI) -> None:
    said = {"user": "Good morning.", "assistant": "Guten Morgen."}
    messages = [*({"role": role, "content": text} for role, text in said.items()), {"role": "user", "content": TEXT}]
    expected = chat(api).choices[0].message.content
    for answered, unused in (([], [0, 1]), ([{"role": "assistant", "content": "Der"}], [0, 1, 3])):
        completion = chat(api, messages=messages + answered)
        assert completion.choices[0].message.content == expected
        named = [warning["param"] for warning in completion.model_extra["warnings"]]
        assert named == [f"messages[{index}]" for index in unused]


@pytest.mark.parametrize("text", [TEXT, LONG, "😆"])
def test_a_stream_has_the_chunks_that_clients_expect(api: OpenAI, text: str) -> None:
    chunks = list(chat(api, text, stream=True))
    whole = chat(api, text)
    first, *middle, last = [chunk for chunk in chunks if chunk.choices]
    assert (first.choices[0].delta.role, first.choices[0].delta.content) == ("assistant", "")
    assert all(chunk.choices[0].delta.content and not chunk.choices[0].finish_reason for chunk in middle)
    assert last.choices[0].delta.content is None
    assert last.choices[0].finish_reason == whole.choices[0].finish_reason
    assert texts_of(chunks) == [whole.choices[0].message.content]
    assert len({(chunk.id, chunk.created, chunk.object) for chunk in chunks}) == 1
    assert chunks[0].object == "chat.completion.chunk"
    assert all(chunk.usage is None for chunk in chunks)


def test_usage_comes_last_if_it_is_asked_for(api: OpenAI) -> None:
    chunks = list(chat(api, stream=True, stream_options={"include_usage": True}))
    assert [bool(chunk.usage) for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    assert chunks[-1].choices == []
    assert chunks[-1].usage == chat(api).usage
    assert all(chunk.usage is None for chunk in chat(api, stream=True, stream_options={}))


def test_the_bytes_of_a_stream(client: httpx.Client) -> None:
    body = {"model": MODEL, "messages": [{"role": "user", "content": TEXT}], "stream": True}
    response = client.post("/v1/chat/completions", json=body)
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    *events, done, rest = response.text.split("\n\n")
    assert (done, rest) == ("data: [DONE]", "")
    assert all(event.startswith('data: {"id":"chatcmpl-') for event in events)


def test_several_choices_are_the_best_of_a_search(api: OpenAI, client: httpx.Client) -> None:
    texts = [choice.message.content for choice in chat(api, n=3).choices]
    assert 1 <= len(texts) <= 3
    assert len(set(texts)) == len(texts)
    assert texts[0] == translated(client, num_beams=3)
    with pytest.raises(openai.BadRequestError, match="can be streamed only with a `temperature`"):
        chat(api, n=2, stream=True)


def test_usage_counts_the_tokens_of_all_choices(api: OpenAI) -> None:
    one, two = (chat(api, n=n, extra_body={"num_beams": 2}) for n in (1, 2))
    assert len(two.choices) == 2
    assert two.usage.prompt_tokens == one.usage.prompt_tokens
    assert two.usage.completion_tokens > 1.5 * one.usage.completion_tokens


def test_drawn_choices_can_be_repeated_and_streamed(api: OpenAI) -> None:
    options: dict[str, Any] = {"n": 2, "temperature": 2.0, "seed": 7, "max_tokens": 12}
    choices = chat(api, **options).choices
    assert [choice.index for choice in choices] == [0, 1]
    texts = [choice.message.content for choice in choices]
    assert texts[0] != texts[1]
    assert texts_of(list(chat(api, **options, stream=True)), 2) == texts
    assert chat(api, **options | {"n": 1, "seed": 8}).choices[0].message.content == texts[1]


def test_the_first_stop_text_ends_the_answer_and_is_not_in_it(api: OpenAI) -> None:
    whole = chat(api, LONG).choices[0].message.content
    stop = whole[40:43]
    expected = whole[: whole.index(stop)]
    completion = chat(api, LONG, stop=["never said", stop])
    assert (completion.choices[0].message.content, completion.choices[0].finish_reason) == (expected, "stop")
    chunks = list(chat(api, LONG, stop=stop, stream=True))
    assert texts_of(chunks) == [expected]


@pytest.mark.parametrize("field", ["max_tokens", "max_completion_tokens"])
def test_an_answer_has_no_more_tokens_than_asked_for(api: OpenAI, field: str) -> None:
    whole = chat(api, LONG).choices[0].message.content
    completion = chat(api, LONG, **{field: 5})
    text = completion.choices[0].message.content
    assert completion.choices[0].finish_reason == "length"
    assert 0 < len(text) < len(whole)
    assert whole.startswith(text)
    assert texts_of(list(chat(api, LONG, **{field: 5}, stream=True))) == [text]
    chunks = list(chat(api, LONG, **{field: 5}, stream=True, stream_options={"include_usage": True}))
    assert completion.usage.completion_tokens == 5
    assert chunks[-1].usage == completion.usage
    assert chat(api, LONG, **{field: 100_000}).choices[0].message.content == whole


def test_log_probabilities_of_a_chat(api: OpenAI) -> None:
    choice = chat(api, logprobs=True, top_logprobs=3, max_tokens=8).choices[0]
    tokens = choice.logprobs.content
    assert "".join(token.token for token in tokens) == choice.message.content
    assert b"".join(bytes(token.bytes) for token in tokens).decode() == choice.message.content
    for token in tokens:
        assert token.logprob <= 0
        assert [top.logprob for top in token.top_logprobs] == sorted(
            (top.logprob for top in token.top_logprobs), reverse=True
        )
        assert len(token.top_logprobs) == 3
    chunks = list(chat(api, logprobs=True, top_logprobs=3, max_tokens=8, stream=True))
    streamed = [part for chunk in chunks for part in chunk.choices if part.logprobs]
    assert [token for part in streamed for token in part.logprobs.content] == tokens


def test_completions_take_texts_as_they_are(api: OpenAI, client: httpx.Client) -> None:
    completion = api.completions.create(model=MODEL, prompt=[TEXT, "fish"], max_tokens=6)
    body = {"inputs": TEXT, "model": MODEL, "parameters": {"max_new_tokens": 6, "details": True}}
    expected = client.post("/generate", json=body).json()
    assert completion.object == "text_completion"
    assert [choice.index for choice in completion.choices] == [0, 1]
    assert completion.choices[0].text == expected["generated_text"]
    assert completion.choices[0].finish_reason == "length"
    assert completion.usage is not None
    assert 6 < completion.usage.completion_tokens <= 12


def test_texts_may_come_as_the_ids_of_their_tokens(api: OpenAI) -> None:
    tokenizer = Tokenizer.from_file(ROOT / "models" / "bundles" / MODEL / "tokenizer.json")
    ids = tokenizer.encode(TEXT)
    expected = api.completions.create(model=MODEL, prompt=TEXT)
    assert api.completions.create(model=MODEL, prompt=ids).choices == expected.choices
    assert api.completions.create(model=MODEL, prompt=ids).usage == expected.usage
    several = api.completions.create(model=MODEL, prompt=[ids, tokenizer.encode("fish")])
    assert [choice.text for choice in several.choices] == [
        choice.text for choice in api.completions.create(model=MODEL, prompt=[TEXT, "fish"]).choices
    ]


@pytest.mark.parametrize(
    ("prompt", "message"),
    [([-1], "are 0 to 7999, not -1"), ([9000], "are 0 to 7999, not 9000"), ([2], "stand for no text")],
)
def test_ids_that_are_no_text_are_refused(api: OpenAI, prompt: list[int], message: str) -> None:
    with pytest.raises(openai.BadRequestError, match=message) as caught:
        api.completions.create(model=MODEL, prompt=prompt)
    assert caught.value.param == "prompt"


def test_a_stream_of_completions_tells_whose_text_it_is(api: OpenAI) -> None:
    options: dict[str, Any] = {"model": MODEL, "prompt": [TEXT, "fish"], "n": 2, "temperature": 2.0, "seed": 1}
    whole = api.completions.create(**options, max_tokens=8)
    texts = [""] * 4
    stream = api.completions.create(**options, max_tokens=8, stream=True, stream_options={"include_usage": True})
    for chunk in stream:
        for choice in chunk.choices:
            texts[choice.index] += choice.text
        usage = chunk.usage
    assert texts == [choice.text for choice in whole.choices]
    assert usage == whole.usage


def test_log_probabilities_of_a_completion(api: OpenAI) -> None:
    choice = api.completions.create(model=MODEL, prompt=TEXT, max_tokens=6, logprobs=2).choices[0]
    assert choice.logprobs is not None
    found = choice.logprobs
    assert found.tokens is not None
    assert found.top_logprobs is not None
    assert found.text_offset is not None
    assert "".join(found.tokens) == choice.text
    assert all(
        choice.text[start:].startswith(token) for start, token in zip(found.text_offset, found.tokens, strict=True)
    )
    assert all(1 <= len(top) <= 2 for top in found.top_logprobs)
    assert all(token in top for token, top in zip(found.tokens, found.top_logprobs, strict=True))


def test_the_best_of_a_search(api: OpenAI) -> None:
    completion = api.completions.create(model=MODEL, prompt=TEXT, n=3, max_tokens=8)
    assert len({choice.text for choice in completion.choices}) == 3


@pytest.mark.parametrize(
    ("options", "error", "param", "message"),
    [
        ({"model": "gpt-5"}, openai.NotFoundError, None, "does not exist"),
        ({"messages": []}, openai.BadRequestError, "messages", "at least 1 item"),
        (
            {"messages": [{"role": "assistant", "content": "x"}]},
            openai.BadRequestError,
            "messages",
            "none is the user's",
        ),
        ({"messages": [{"role": "user", "content": []}]}, openai.BadRequestError, "messages", "the last of the user's"),
        ({"stop": list("abcde")}, openai.BadRequestError, "stop", "a text, or up to 4 texts, and none may be empty"),
        ({"stop": [""]}, openai.BadRequestError, "stop", "a text, or up to 4 texts, and none may be empty"),
        ({"top_logprobs": 3}, openai.BadRequestError, None, "is only for `logprobs`: true"),
        ({"messages": [PICTURE]}, openai.BadRequestError, "messages", "type `text` is all that can be translated"),
        ({"temperature": 3}, openai.BadRequestError, "temperature", "less than or equal to 2"),
        ({"n": 99}, openai.BadRequestError, "n", "less than or equal to 8"),
        ({"tools": [{"type": "function"}]}, openai.BadRequestError, "tools", "is not supported"),
        ({"extra_body": {"nonsense": 1}}, openai.BadRequestError, "nonsense", "is not a known field"),
        ({"extra_body": {"target": "zz"}}, openai.BadRequestError, "target", "`target`: zz is not supported"),
        ({"extra_body": {"source": "de", "target": "en"}}, openai.BadRequestError, "target", "not available"),
    ],
)
def test_errors_are_raised_as_the_client_knows_them(
    api: OpenAI, options: dict[str, Any], error: type[openai.APIStatusError], param: str | None, message: str
) -> None:
    for stream in (False, True):
        with pytest.raises(error, match=message) as caught:
            chat(api, **options, stream=stream)
        assert caught.value.type == "invalid_request_error"
        assert caught.value.param == param


@pytest.mark.parametrize("prompt", [[], "", [""], ["a", ""], ["a", 1], [[]], [[1], "a"], None, {}, [1.5], [True]])
def test_a_prompt_that_is_none_is_told_what_it_can_be(api: OpenAI, prompt: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="a text, or its token ids, or a list of either") as caught:
        api.completions.create(model=MODEL, prompt=prompt)
    assert caught.value.param == "prompt"


@pytest.mark.parametrize(
    ("prompt", "message"),
    [("x" * 20_001, "a text of 20001 characters is too long: at most 20000"), (["a"] * 129, "`prompt` has 129 texts")],
)
def test_a_prompt_beyond_the_limits_is_told_the_numbers(api: OpenAI, prompt: Any, message: str) -> None:
    with pytest.raises(openai.BadRequestError, match=message):
        api.completions.create(model=MODEL, prompt=prompt)


def test_a_text_beyond_the_model_names_its_cause(api: OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="takes at most") as caught:
        api.completions.create(model=MODEL, prompt="and then they ate fish " * 200)
    assert (caught.value.code, caught.value.param) == ("context_length_exceeded", "prompt")
    with pytest.raises(openai.BadRequestError, match="takes at most") as caught:
        chat(api, "and then they ate fish " * 200, logprobs=True)
    assert (caught.value.code, caught.value.param) == ("context_length_exceeded", "messages")


def test_the_async_client(server: LiveServer, api: OpenAI) -> None:
    async def scenario() -> tuple[str | None, str]:
        async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0, timeout=60) as client:
            message: Any = {"role": "user", "content": TEXT}
            whole = await client.chat.completions.create(model=MODEL, messages=[message])
            stream = await client.chat.completions.create(model=MODEL, messages=[message], stream=True)
            chunks = [chunk async for chunk in stream]
            return whole.choices[0].message.content, texts_of(chunks)[0]

    expected = chat(api).choices[0].message.content
    assert asyncio.run(scenario()) == (expected, expected)
