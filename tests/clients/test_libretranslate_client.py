"""`libretranslatepy` against a real server."""

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import httpx
import pytest
from libretranslatepy import LibreTranslateAPI

from tests.live import LiveServer, serving

TEXT = "The teacher drew ten chairs last week."


@pytest.fixture
def api(server: LiveServer) -> LibreTranslateAPI:
    return LibreTranslateAPI(server.url)


def test_translate(api: LibreTranslateAPI, client: httpx.Client) -> None:
    expected = client.post("/translate", json={"q": TEXT, "source": "en", "target": "de"}).json()["translatedText"]
    assert api.translate(TEXT, "en", "de") == expected
    assert api.translate(TEXT, "auto", "de") == expected


def test_detect(api: LibreTranslateAPI) -> None:
    [found] = api.detect(TEXT)
    assert found["language"] == "en"
    assert 50 < found["confidence"] <= 100
    assert api.detect("上周老师画了十把椅子。")[0]["language"] == "zh-Hans"
    assert api.detect("123 😆") == [{"confidence": 0.0, "language": "en"}]


def test_languages(api: LibreTranslateAPI) -> None:
    found = {language["code"]: language for language in api.languages()}
    assert set(found) == {"en", "de", "zh-Hans", "zh-Hant"}
    assert found["en"]["targets"] == ["de", "en"]


def test_errors_are_statuses(api: LibreTranslateAPI) -> None:
    for source, target, text in (("zz", "de", TEXT), ("de", "en", TEXT), ("en", "de", "")):
        with pytest.raises(HTTPError) as caught:
            api.translate(text, source, target)
        with caught.value as error:
            assert error.code == 400


@pytest.fixture(scope="module")
def locked(bundles: list[Path]) -> Iterator[LiveServer]:
    with serving(bundles[1:], environ={"DRAGOMAN_API_KEYS": "secret"}) as server:
        yield server


def test_a_key(locked: LiveServer) -> None:
    assert LibreTranslateAPI(locked.url, api_key="secret").translate(TEXT, "en", "de")
    for key, status in ((None, 400), ("wrong", 403)):
        with pytest.raises(HTTPError) as caught:
            LibreTranslateAPI(locked.url, api_key=key).translate(TEXT, "en", "de")
        with caught.value as error:
            assert error.code == status
