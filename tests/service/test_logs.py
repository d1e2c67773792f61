import json
import logging
import sys

from service.logs import JsonFormatter, PlainFormatter


def record(message: str = "hello %s", **extra: object) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"name": "service.x", "levelno": 20, "levelname": "INFO", "msg": message, "args": ("you",), **extra}
    )


def with_traceback() -> logging.LogRecord:
    try:
        raise KeyError("x")
    except KeyError:
        return record(exc_info=sys.exc_info())


def test_a_plain_line_ends_with_what_belongs_to_the_request() -> None:
    line = PlainFormatter().format(record(request_id="r1", model="zh-en"))
    assert line.endswith("INFO    service.x: hello you request_id=r1 model=zh-en")


def test_a_json_line_is_one_object() -> None:
    entry = json.loads(JsonFormatter().format(record(request_id="r1", model="")))
    assert entry.pop("time").endswith("+00:00")
    assert entry == {"level": "info", "logger": "service.x", "message": "hello you", "request_id": "r1"}


def test_a_traceback_stays_inside_its_json_line() -> None:
    line = JsonFormatter().format(with_traceback())
    assert "\n" not in line
    assert "KeyError" in json.loads(line)["traceback"]


def test_a_line_break_in_a_message_does_not_begin_a_new_json_line() -> None:
    assert "\n" not in JsonFormatter().format(record("a\nb %s"))
