import asyncio
import json
import logging

import pytest
from starlette.requests import ClientDisconnect

from service.api import problems
from service.api.errors import LIBRETRANSLATE, TGI, UNKNOWN, ErrorShape, Failure, describe, outcome_of
from service.engine import errors as engine

CASES = [
    (problems.BadRequest("x is odd"), 400, 422),
    (problems.MalformedJson("line 1"), 400, 422),
    (problems.InvalidInput("zz is not supported"), 400, 422),
    (problems.UnknownModel("no such model"), 400, 422),
    (problems.BodyTooLarge(11, 10), 413, 413),
    (problems.UnsupportedContentType("a/b", ["c/d"]), 415, 415),
    (problems.NotReady(["zh-en"]), 503, 503),
    (problems.ShuttingDown(), 503, 503),
    (problems.ClientGone(), 499, 499),
    (ClientDisconnect(), 499, 499),
    (engine.SourceTooLong(90, 64), 400, 422),
    (engine.TargetTooLong(90, 64), 400, 422),
    (engine.QueueFull(7, 2.4), 429, 429),
    (engine.Draining(), 503, 503),
    (engine.EngineStopped("it broke"), 503, 503),
    (engine.GenerationFailed("the model failed"), 500, 424),
    (KeyError("secret"), 500, 500),
]


def answer(shape: ErrorShape, error: Exception) -> tuple[int, dict[str, str], dict[str, str]]:
    """Status, headers and body."""
    response = shape.response(describe(error, "r"))
    return response.status_code, dict(response.headers), json.loads(bytes(response.body))


@pytest.mark.parametrize(("error", "libretranslate", "tgi"), CASES, ids=lambda case: type(case).__name__)
def test_each_cause_has_a_status_in_each_api(error: Exception, libretranslate: int, tgi: int) -> None:
    status, _, body = answer(LIBRETRANSLATE, error)
    assert (status, list(body)) == (libretranslate, ["error"])
    status, _, body = answer(TGI, error)
    assert (status, list(body)) == (tgi, ["error", "error_type"])


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


@pytest.mark.parametrize("shape", [LIBRETRANSLATE, TGI])
def test_what_passes_by_itself_says_when_to_come_back(shape: ErrorShape) -> None:
    assert answer(shape, engine.QueueFull(7, 2.4))[1]["retry-after"] == "3"
    assert answer(shape, engine.QueueFull(7, 0.01))[1]["retry-after"] == "1"
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
