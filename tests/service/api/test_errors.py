import asyncio
import json
import logging
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from service.api import problems
from service.api.errors import LIBRETRANSLATE, UNKNOWN, ErrorShape, Failure, describe, outcome_of
from service.api.openai.errors import CHAT, COMPLETIONS
from service.api.schemas.deepl import DEEPL
from service.api.schemas.kserve import KSERVE
from service.api.schemas.tgi_errors import TGI
from service.engine import errors as engine

SHAPES = {"libretranslate": LIBRETRANSLATE, "tgi": TGI, "openai": CHAT, "deepl": DEEPL, "kserve": KSERVE}
KEYS = {
    "libretranslate": ["error"],
    "tgi": ["error", "error_type"],
    "openai": ["error"],
    "deepl": ["message"],
    "kserve": ["error"],
}
# The status in most APIs, and in those that differ.
CASES: list[tuple[Exception, int, dict[str, int]]] = [
    (problems.BadRequest("x is odd"), 400, {"tgi": 422}),
    (problems.InvalidField("x", "x is odd"), 400, {"tgi": 422}),
    (problems.MalformedJson("line 1"), 400, {"tgi": 422}),
    (problems.InvalidInput("zz is not supported"), 400, {"tgi": 422}),
    (problems.UnknownModel("no such model"), 400, {"tgi": 422, "openai": 404, "kserve": 404}),
    (problems.MissingKey(), 401, {"libretranslate": 400, "deepl": 403}),
    (problems.InvalidKey(), 401, {"libretranslate": 403, "deepl": 403}),
    (problems.RateLimited("2 per 1 hour", 9.5), 429, {}),
    (problems.Disabled("off"), 403, {}),
    (problems.BodyTooLarge(11, 10), 413, {}),
    (problems.UnsupportedContentType("a/b", ["c/d"]), 415, {}),
    (problems.CompressedBody("gzip"), 415, {}),
    (problems.NoRoute("Not Found"), 404, {}),
    (problems.NotReady(["zh-en"]), 503, {}),
    (problems.ShuttingDown(), 503, {}),
    (problems.StorageFull(5, "No space left on device"), 503, {}),
    (problems.ClientGone(), 499, {}),
    (ClientDisconnect(), 499, {}),
    (engine.SourceTooLong(90, 64), 400, {"tgi": 422}),
    (engine.TargetTooLong(90, 64), 400, {"tgi": 422}),
    (engine.QueueFull(7, 2.4), 429, {}),
    (engine.TokensFull(990, 20, 1000, 2.4), 429, {}),
    (engine.EngineStopped("it broke"), 503, {}),
    (engine.GenerationFailed("the model failed"), 500, {"tgi": 424}),
    (KeyError("secret"), 500, {}),
]


def answer(shape: ErrorShape, error: Exception) -> tuple[int, dict[str, str], dict[str, Any]]:
    """Status, headers and body."""
    response = shape.response(describe(error, "r"))
    return response.status_code, dict(response.headers), json.loads(bytes(response.body))


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(("error", "usual", "others"), CASES, ids=lambda case: type(case).__name__)
def test_each_cause_has_a_status_in_each_api(error: Exception, usual: int, others: dict[str, int], name: str) -> None:
    status, _, body = answer(SHAPES[name], error)
    assert (status, list(body)) == (others.get(name, usual), KEYS[name])


@pytest.mark.parametrize(
    ("error", "kind", "param", "code"),
    [
        (problems.InvalidField("n", "n is odd"), "invalid_request_error", "n", None),
        (problems.InvalidKey(), "invalid_request_error", None, "invalid_api_key"),
        (problems.RateLimited("2 per 1 hour", 1), "rate_limit_error", None, "rate_limit_exceeded"),
        (problems.UnknownModel("x"), "invalid_request_error", None, "model_not_found"),
        (engine.SourceTooLong(90, 64), "invalid_request_error", "messages", "context_length_exceeded"),
        (engine.QueueFull(7, 2.4), "rate_limit_error", None, "server_overloaded"),
        (engine.TokensFull(990, 20, 1000, 2.4), "rate_limit_error", None, "server_overloaded"),
        (engine.EngineStopped("x"), "server_error", None, None),
    ],
)
def test_openai_tells_the_kind_the_field_and_the_code(
    error: Exception, kind: str, param: str | None, code: str | None
) -> None:
    found = answer(CHAT, error)[2]["error"]
    assert (found["type"], found["param"], found["code"]) == (kind, param, code)
    assert list(found) == ["message", "type", "param", "code"]


def test_a_completion_has_its_text_in_another_field_than_a_chat() -> None:
    assert answer(COMPLETIONS, engine.SourceTooLong(90, 64))[2]["error"]["param"] == "prompt"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("libretranslate", "Slowdown: 2 per 1 hour"),
        ("openai", "Rate limit reached: at most 2 per 1 hour are taken; try again in 10 s"),
        ("deepl", "Too many requests: at most 2 per 1 hour are taken; try again in 10 s"),
        ("tgi", "Too many requests: at most 2 per 1 hour are taken; try again in 10 s"),
        ("kserve", "Too many requests: at most 2 per 1 hour are taken; try again in 10 s"),
    ],
)
def test_too_many_requests_are_told_in_the_words_of_each_api(name: str, message: str) -> None:
    assert message in str(answer(SHAPES[name], problems.RateLimited("2 per 1 hour", 9.5))[2])


def test_libretranslate_prefixes_the_detail_of_a_bad_request() -> None:
    assert answer(LIBRETRANSLATE, problems.BadRequest("missing q parameter"))[2] == {
        "error": "Invalid request: missing q parameter"
    }
    assert answer(LIBRETRANSLATE, problems.InvalidInput("zz is not supported"))[2] == {"error": "zz is not supported"}


def test_tgi_names_both_numbers_of_a_source_that_is_too_long() -> None:
    assert answer(TGI, engine.SourceTooLong(90, 64))[2] == {
        "error": "Input validation error: `inputs` must have less than 64 tokens. Given: 90",
        "error_type": "validation",
    }


@pytest.mark.parametrize("shape", SHAPES.values())
def test_what_passes_by_itself_says_when_to_come_back(shape: ErrorShape) -> None:
    assert answer(shape, engine.QueueFull(7, 2.4))[1]["retry-after"] == "3"
    assert answer(shape, engine.QueueFull(7, 0.01))[1]["retry-after"] == "1"
    assert answer(shape, engine.TokensFull(990, 20, 1000, 2.4))[1]["retry-after"] == "3"
    assert answer(shape, problems.RateLimited("2 per 1 hour", 9.5))[1]["retry-after"] == "10"
    assert answer(shape, problems.NotReady(["x"]))[1]["retry-after"] == "1"
    assert "retry-after" not in answer(shape, problems.BadRequest("x"))[1]


def test_an_unknown_exception_is_logged_and_says_nothing_to_the_client(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        body = answer(TGI, KeyError("secret"))[2]
    assert "secret" not in body["error"]
    assert "secret" in caplog.text


def test_the_outcome_of_work_is_its_result_or_what_went_wrong() -> None:
    async def works() -> str:
        return "fine"

    async def fails() -> str:
        raise KeyError("x")

    assert asyncio.run(outcome_of(works(), "r")) == "fine"
    failure = asyncio.run(outcome_of(fails(), "r"))
    assert isinstance(failure, Failure)
    assert failure.row is UNKNOWN


def test_cancelling_is_no_failure() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(outcome_of(cancelled(), "r"))
