"""Languages in the forms that clients write them in: the same in every API, and never taken for something else."""

from collections.abc import Callable
from typing import Any, Final

import httpx
import pytest

Ask = Callable[[httpx.Client, str, str], httpx.Response]
TEXTS: Final = {"zh": "他走了。", "en": "fish"}


def text_of(source: str) -> str:
    return TEXTS["zh" if source[:1] in "zZ" else "en"]


def model_of(source: str) -> str:
    return "tiny-zh-en" if source[:1] in "zZ" else "tiny-en-de"


def libretranslate(client: httpx.Client, source: str, target: str) -> httpx.Response:
    return client.post("/translate", json={"q": text_of(source), "source": source, "target": target})


def markup(client: httpx.Client, source: str, target: str) -> httpx.Response:
    body = {"q": text_of(source), "source": source, "target": target, "format": "html"}
    return client.post("/translate", json=body)


def deepl(client: httpx.Client, source: str, target: str) -> httpx.Response:
    body = {"text": [text_of(source)], "source_lang": source, "target_lang": target}
    return client.post("/v2/translate", json=body)


def chat(client: httpx.Client, source: str, target: str, **fields: Any) -> httpx.Response:
    messages = [{"role": "user", "content": text_of(source)}]
    body = {"model": model_of(source), "messages": messages, "source": source, "target": target}
    return client.post("/v1/chat/completions", json=body | fields)


def tokens(client: httpx.Client, source: str, target: str) -> httpx.Response:
    return chat(client, source, target, logprobs=True)


def named_by_model(client: httpx.Client, source: str, target: str) -> httpx.Response:
    body = {"model": f"{source}-{target}", "messages": [{"role": "user", "content": text_of(source)}]}
    return client.post("/v1/chat/completions", json=body)


def generate(client: httpx.Client, source: str, target: str) -> httpx.Response:
    parameters = {"src_lang": source, "tgt_lang": target}
    return client.post("/generate", json={"inputs": text_of(source), "parameters": parameters})


def infer(client: httpx.Client, source: str, target: str) -> httpx.Response:
    tensor = {"name": "text", "shape": [1], "datatype": "BYTES", "data": [text_of(source)]}
    body = {"inputs": [tensor], "parameters": {"source": source, "target": target}}
    return client.post(f"/v2/models/{model_of(source)}/infer", json=body)


def file(client: httpx.Client, source: str, target: str) -> httpx.Response:
    files = {"file": ("a.txt", text_of(source).encode())}
    return client.post("/translate_file", files=files, data={"source": source, "target": target})


APIS: Final[list[Ask]] = [libretranslate, markup, deepl, chat, tokens, named_by_model, generate, infer, file]
apis = pytest.mark.parametrize("ask", APIS, ids=lambda ask: ask.__name__)


@apis
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("zh", "en"),
        ("ZH", "EN"),
        ("zh-Hans", "en-GB"),
        ("zh_CN", "en_us"),
        ("zh-SG", "EN-AU"),
        ("zh-hans-cn", "en"),
        ("zh-cmn-Hans", "en"),
        ("zh_TW", "en"),
        ("ZH-HANT", "en"),
        ("zh-Hant-HK", "en"),
        ("en-GB", "de"),
        ("EN_US", "de-AT"),
        ("en", "DE_ch"),
    ],
)
def test_a_region_or_a_script_that_the_model_reads_is_accepted(
    client: httpx.Client, ask: Ask, source: str, target: str
) -> None:
    response = ask(client, source, target)
    assert response.status_code == 200, response.text


@apis
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("en", "zh-Hant"),
        ("en", "zh_TW"),
        ("en", "ZH-HK"),
        ("zh-yue", "en"),
        ("zh-Latn", "en"),
        ("enx", "de"),
        ("en", "dex"),
    ],
)
def test_what_would_be_another_language_is_refused_with_its_name(
    client: httpx.Client, ask: Ask, source: str, target: str
) -> None:
    response = ask(client, source, target)
    assert response.status_code in {400, 404, 422}
    wrong = source if source not in {"en"} else target
    names = [wrong, "zh-Hant"] if wrong.lower().startswith("zh") and wrong == target else [wrong]
    asks_for_pair = "have to name one of the pairs of" in response.text
    assert asks_for_pair or any(name in response.text for name in names)
