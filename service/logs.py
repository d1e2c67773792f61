"""Log lines: plain text, or one JSON object each."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal

EXTRAS: Final = ("request_id", "model")


class PlainFormatter(logging.Formatter):
    """Time, level, message, then what belongs to the request."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One line, followed by a traceback if there is one."""
        line = super().format(record)
        extras = [f"{name}={value}" for name in EXTRAS if (value := getattr(record, name, ""))]
        return " ".join([line, *extras])


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time in UTC, level, logger, message, what belongs to the request, and a traceback if there is one."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: value for name in EXTRAS if (value := getattr(record, name, ""))}
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up_logging(log_format: Literal["plain", "json"], level: str) -> None:
    """Send everything that is logged in this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else PlainFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
