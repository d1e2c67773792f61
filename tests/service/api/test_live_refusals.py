"""Whatever is refused, and by whichever API: the answer speaks of the fields that this API has, and of no other's."""

import re
from collections.abc import Mapping
from typing import Any, Final

import httpx
import pytest

LONG: Final = "x" * 2001
MANY: Final = ["x"] * 9
WORDS: Final = "a " * 400  # more tokens than the model takes in one piece
LIMIT: Final = "a text of 2001 characters is too long: at most 2000 are taken; send parts"
NUMBER: Final = "has 9 texts, at most 8 are taken at once; send parts"
UNKNOWN: Final = "zz is not supported; there are en, de, zh-Hans"
NO_PAIR: Final = "is not available as a target language from"
PAIRS: Final = re.compile(rf"{NO_PAIR} English \(en\).*; there are (?=.*en-de)(?=.*zh-Hans-en)")
CHAT: Final = "/v1/chat/completions"
INFER: Final = "/v2/models/tiny-en-de/infer"
# A request that is fine, whose fields the cases change.
FINE: Final[Mapping[str, dict[str, Any]]] = {
    "/translate": {"q": "fish", "source": "en", "target": "de"},
    "/detect": {"q": "fish"},
    "/v2/translate": {"text": ["fish"], "source_lang": "EN", "target_lang": "DE"},
    CHAT: {"model": "tiny-en-de", "messages": [{"role": "user", "content": "fish"}]},
    "/v1/completions": {"model": "tiny-en-de", "prompt": "fish"},
    "/generate": {"model": "tiny-en-de", "inputs": "fish"},
    "/generate_stream": {"model": "tiny-en-de", "inputs": "fish"},
    INFER: {"inputs": [{"name": "text", "shape": [1], "datatype": "BYTES", "data": ["fish"]}]},
}
LIBRE: Final = "exceeds text limit|Invalid request|parameter |`q`"
# What only other APIs call their fields, and the sentences of LibreTranslate.
FOREIGN: Final[Mapping[str, str]] = {
    "/translate": "`|inputs|prompt|messages|source_lang|src_lang",
    "/detect": "`|inputs|prompt|messages|source_lang|src_lang",
    "/v2/translate": f"{LIBRE}|inputs|prompt|messages|src_lang|`source`|`target`",
    CHAT: f"{LIBRE}|inputs|prompt|source_lang|src_lang",
    "/v1/completions": f"{LIBRE}|inputs|messages|source_lang|src_lang",
    "/generate": f"{LIBRE}|prompt|messages|source_lang|`source`|`target`",
    "/generate_stream": f"{LIBRE}|prompt|messages|source_lang|`source`|`target`",
    INFER: f"{LIBRE}|prompt|messages|source_lang|src_lang",
}


def said(content: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": content}]


def tensor(data: Any, num_strings: int = 1) -> list[dict[str, Any]]:
    return [{"name": "text", "shape": [num_strings], "datatype": "BYTES", "data": data}]


CASES: Final[list[tuple[str, dict[str, Any], str]]] = [
    ("/translate", {"q": MANY}, "Invalid request: request (9) exceeds text limit (8)"),
    ("/translate", {"q": ["x", LONG]}, "Invalid request: request (2001) exceeds text limit (2000)"),
    ("/translate", {"q": LONG, "format": "html"}, "Invalid request: request (2001) exceeds text limit (2000)"),
    ("/translate", {"q": ""}, "missing q parameter"),
    ("/translate", {"q": []}, "missing q parameter"),
    ("/translate", {"q": 5}, "q parameter must be a string or an array of strings"),
    ("/translate", {"q": [5]}, "q parameter must be a string or an array of strings"),
    ("/translate", {"source": 5}, "source parameter must be a string"),
    ("/translate", {"source": "zz"}, "zz is not supported"),
    ("/translate", {"target": "zz"}, "zz is not supported"),
    ("/translate", {"target": "zh-TW"}, f"Chinese (traditional) (zh-Hant) {NO_PAIR} English (en)"),
    ("/translate", {"nonsense": 1}, "unknown parameter nonsense; known are q, source"),
    ("/detect", {"q": ""}, "missing q parameter"),
    ("/detect", {"q": 5}, "q parameter must be a string or an array of strings"),
    ("/v2/translate", {"text": MANY}, f"`text` {NUMBER}"),
    ("/v2/translate", {"text": ["x", LONG]}, f"`text[1]`: {LIMIT}"),
    ("/v2/translate", {"text": ["x", LONG], "tag_handling": "html"}, f"`text[1]`: {LIMIT}"),
    ("/v2/translate", {"text": ["a", "<b>"], "tag_handling": "xml"}, "text[1]: the text is not well-formed XML"),
    ("/v2/translate", {"text": [""]}, "`text` is empty"),
    ("/v2/translate", {"text": []}, "`text`: "),
    ("/v2/translate", {"text": "fish"}, "`text`: "),
    ("/v2/translate", {"text": [5]}, "`text.0`: "),
    ("/v2/translate", {"text": None}, "`text`: "),
    ("/v2/translate", {"source_lang": "zz"}, f"`source_lang`: {UNKNOWN}"),
    ("/v2/translate", {"source_lang": 5}, "`source_lang`: "),
    ("/v2/translate", {"target_lang": "zz"}, f"`target_lang`: {UNKNOWN}"),
    ("/v2/translate", {"target_lang": ""}, "`target_lang`: "),
    ("/v2/translate", {"target_lang": "ZH-HANT"}, f"Chinese (traditional) (zh-Hant) {NO_PAIR} English (en)"),
    ("/v2/translate", {"nonsense": 1}, "`nonsense` is not a known field; known are text, target_lang"),
    (CHAT, {"messages": said(LONG)}, f"`messages`: {LIMIT}"),
    (CHAT, {"messages": said(LONG), "logprobs": True}, f"`messages`: {LIMIT}"),
    (CHAT, {"messages": said(WORDS), "logprobs": True}, "the source has "),
    (CHAT, {"messages": said("")}, "`messages`: the last of the user's has no text"),
    (CHAT, {"messages": said(5)}, "`messages.0.content.str`: "),
    (CHAT, {"messages": []}, "`messages`: "),
    (CHAT, {"messages": 5}, "`messages`: "),
    (CHAT, {"messages": None}, "`messages`: "),
    (CHAT, {"source": "zz", "target": "de"}, f"`source`: {UNKNOWN}"),
    (CHAT, {"source": "zz", "target": "de", "logprobs": True}, f"`source`: {UNKNOWN}"),
    (CHAT, {"target": "zz"}, f"`target`: {UNKNOWN}"),
    (CHAT, {"target": "zz", "source": "en", "logprobs": True}, f"`target`: {UNKNOWN}"),
    (CHAT, {"target": "zh_TW", "source": "en"}, f"Chinese (traditional) (zh-Hant) {NO_PAIR} English (en)"),
    (CHAT, {"target": "zh", "source": "de", "logprobs": True}, f"Chinese (zh-Hans) {NO_PAIR} German (de)"),
    (CHAT, {"nonsense": 1}, "`nonsense` is not a known field; known are model"),
    ("/v1/completions", {"prompt": MANY}, f"`prompt` {NUMBER}"),
    ("/v1/completions", {"prompt": ["x", LONG]}, f"`prompt`: {LIMIT}"),
    ("/v1/completions", {"prompt": WORDS}, "the source has "),
    ("/v1/completions", {"prompt": ""}, "`prompt`: "),
    ("/v1/completions", {"prompt": []}, "`prompt`: "),
    ("/v1/completions", {"prompt": {}}, "`prompt`: "),
    ("/v1/completions", {"prompt": [10**9]}, "`prompt`: token ids of tiny-en-de are 0 to "),
    ("/generate", {"inputs": LONG}, "`inputs` must have at most 2000 characters. Given: 2001"),
    ("/generate", {"inputs": WORDS}, "`inputs` must have less than "),
    ("/generate", {"inputs": ""}, "`inputs` cannot be empty"),
    ("/generate", {"inputs": 5}, "`inputs`: "),
    ("/generate", {"inputs": None}, "`inputs`: "),
    ("/generate", {"inputs": ["fish"]}, "`inputs`: "),
    ("/generate", {"parameters": {"src_lang": "zz", "tgt_lang": "de"}}, f"`src_lang`: {UNKNOWN}"),
    ("/generate", {"parameters": {"src_lang": "en", "tgt_lang": "zz"}}, f"`tgt_lang`: {UNKNOWN}"),
    ("/generate", {"parameters": {"src_lang": "en"}}, "`src_lang` and `tgt_lang` are required together"),
    ("/generate", {"parameters": {"src_lang": "de", "tgt_lang": "zh"}}, f"Chinese (zh-Hans) {NO_PAIR} German (de)"),
    ("/generate_stream", {"inputs": LONG}, "`inputs` must have at most 2000 characters. Given: 2001"),
    ("/generate_stream", {"inputs": WORDS}, "`inputs` must have less than "),
    (INFER, {"inputs": tensor(MANY, 9)}, f"`inputs[0].data` {NUMBER}"),
    (INFER, {"inputs": tensor(["x", LONG], 2)}, f"`inputs[0].data[1]`: {LIMIT}"),
    (INFER, {"inputs": tensor([], 0)}, "`inputs.0.data`: "),
    (INFER, {"inputs": tensor("fish")}, "`inputs.0.data`: "),
    (INFER, {"inputs": tensor([5])}, "`inputs.0.data.0`: "),
    (INFER, {"inputs": tensor(None)}, "`inputs.0.data`: "),
    (INFER, {"inputs": []}, "`inputs`: "),
    (INFER, {"inputs": 5}, "`inputs`: "),
    (INFER, {"parameters": {"source": "zz"}}, "`source` and `target` have to name one of the pairs of tiny-en-de"),
]


def refusal(response: httpx.Response) -> str:
    """The message, wherever an API has it."""
    assert 400 <= response.status_code < 500, response.text
    found = response.json()
    message = found.get("error") or found.get("message")
    return str(message["message"] if isinstance(message, dict) else message)


@pytest.mark.parametrize("path", FINE)
def test_the_requests_that_the_cases_change_are_fine_without(client: httpx.Client, path: str) -> None:
    assert client.post(path, json=FINE[path]).status_code == 200


@pytest.mark.parametrize(("path", "changes", "words"), CASES)
def test_a_refusal_names_the_field_of_its_api(
    client: httpx.Client, path: str, changes: dict[str, Any], words: str
) -> None:
    message = refusal(client.post(path, json=FINE[path] | changes))
    assert words in message
    if "is not a known field" not in message:  # there they are all named
        assert not re.search(FOREIGN[path], message), message


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("/v2/translate", {"target_lang": "ZH-HANT"}),
        (CHAT, {"source": "en-GB", "target": "zh_TW"}),
        ("/generate", {"model": None, "parameters": {"src_lang": "eng_Latn", "tgt_lang": "zho_Hant"}}),
    ],
)
def test_a_pair_that_is_not_there_is_refused_with_those_that_are(
    client: httpx.Client, path: str, changes: dict[str, Any]
) -> None:
    """LibreTranslate's clients know that sentence without them."""
    assert PAIRS.search(refusal(client.post(path, json=FINE[path] | changes)))


@pytest.mark.parametrize("path", FINE)
def test_a_field_that_is_missing_is_named(client: httpx.Client, path: str) -> None:
    for name in FINE[path].keys() - {"source_lang"}:
        body = {key: value for key, value in FINE[path].items() if key != name}
        assert name in refusal(client.post(path, json=body))


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"messages": said(LONG)}, "messages"),
        ({"messages": said(LONG), "logprobs": True}, "messages"),
        ({"target": "zz"}, "target"),
        ({"source": "zz", "target": "de"}, "source"),
        ({"source": "zz", "target": "de", "logprobs": True}, "source"),
        ({"source": "en", "target": "zh-Hant"}, "target"),
        ({"source": "de", "target": "zh", "logprobs": True}, "target"),
    ],
)
def test_openai_clients_are_told_the_field_by_itself(client: httpx.Client, changes: dict[str, Any], param: str) -> None:
    assert client.post(CHAT, json=FINE[CHAT] | changes).json()["error"]["param"] == param


def test_a_text_of_deepl_whose_language_is_uncertain_is_said_to_need_its_own_field(client: httpx.Client) -> None:
    [warning, *_] = client.post("/v2/translate", json={"text": ["ok"], "target_lang": "DE"}).json()["warnings"]
    assert warning["message"].endswith("send its code as source_lang")
