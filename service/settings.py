"""Every setting of Dragoman: an environment variable DRAGOMAN_<NAME>, or a flag of the command line."""

import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from limits import parse_many
from pydantic import (
    Field,
    NonNegativeFloat,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from service.engine.options import MAX_SEQUENCES
from service.runtime.capacity import DEFAULT_ROWS

PREFIX = "DRAGOMAN_"
TOKENS_PER_WAITING = 64  # ordinary sentences have fewer, so that it is their number that fills the line
SECRETS = frozenset({"api_keys"})  # never shown, not even where they are wrong
KUBERNETES_HINT = (
    "Kubernetes adds such variables for a Service named dragoman: set `enableServiceLinks: false` in the pod"
)


class SettingsError(Exception):
    """Settings that the server cannot start with; the message names each of them."""


class Settings(BaseSettings):
    """What an operator can choose. Bad values and unknown names are refused at start."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, allow_inf_nan=False)

    host: str = Field(
        default="127.0.0.1", min_length=1, description="Address to listen on; 0.0.0.0 for every interface"
    )
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one and logs it")
    bundles: Annotated[tuple[Path, ...], NoDecode] = Field(
        default=(Path("models/bundles"),),
        min_length=1,
        description="Bundle folders, or folders full of them, separated by commas; "
        "where two serve the same language pair, the first is used",
    )
    default_model: str | None = Field(
        default=None, description="Bundle that /generate uses when a request names none; not needed with one bundle"
    )
    device: Literal["cpu", "cuda", "auto"] = Field(
        default="auto", description="Where models run; with cuda the server refuses to start unless CUDA really loads"
    )
    workers: PositiveInt | None = Field(
        default=None,
        le=256,
        description="Engines that share the work on one model, each with a thread and rows of its own; by default one "
        f"for each CPU that the quota and affinity allow, if that leaves {MAX_SEQUENCES} rows for each, and one less "
        "for a model below 25 million parameters, where answering takes as long as decoding",
    )
    threads: PositiveInt | None = Field(
        default=None, description="Threads that one engine computes with; by default the CPUs divided by the workers"
    )
    engine_processes: bool | None = Field(
        default=None,
        description="Whether engines run in processes of their own, so that answering and decoding do not wait for "
        "each other: one for each engine of a model below 25 million parameters, at most 8, and one for those of a "
        "larger model together; each takes some 70 MB beside its model. With false they are threads of the server; by "
        "default that is so where there is only one CPU",
    )
    max_rows: PositiveInt | None = Field(
        default=None,
        le=1024,
        description="Rows that one model decodes at the same time: one for a sentence, or for a beam; by default "
        f"{DEFAULT_ROWS}, or fewer where their memory would be more than half of what this process may use",
    )
    max_waiting: PositiveInt = Field(
        default=1024,
        le=1_000_000,
        description="Sequences that may wait for a row of one model; beyond it the answer is 429",
    )
    max_waiting_tokens: PositiveInt | None = Field(
        default=None,
        le=1_000_000_000,
        description="Source tokens that may be open for one model beside those that its rows have room for; beyond it "
        f"the answer is 429. By default {TOKENS_PER_WAITING} for each sequence that may wait: a line of ordinary "
        "sentences is as long as max_waiting says, one of very long sources is shorter",
    )
    num_beams: PositiveInt = Field(
        default=1,
        le=MAX_SEQUENCES,
        description="Beams that translations are searched with where a request does not say; 1 is greedy and fastest",
    )
    alternatives_limit: int = Field(
        default=MAX_SEQUENCES - 1,
        ge=0,
        lt=MAX_SEQUENCES,
        description="Most alternatives that a /translate request may ask for; each is searched with one more beam",
    )
    api_keys: Annotated[tuple[SecretStr, ...] | None, NoDecode] = Field(
        default=None,
        min_length=1,
        description="Keys that requests have to come with, separated by commas; without any, everybody may ask",
    )
    api_keys_file: Path | None = Field(
        default=None, description="File with further keys, one a line; it is read when the server starts"
    )
    rate_limit: str | None = Field(
        default=None,
        description="Most requests of one key (without keys: of one address), as in 60/minute or 5/second;1000/hour; "
        "beyond it the answer is 429",
    )
    trusted_proxies: Annotated[tuple[str, ...] | None, NoDecode] = Field(
        default=None,
        min_length=1,
        description="Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, "
        "separated by commas; * for all",
    )
    max_body_bytes: PositiveInt = Field(default=2_000_000, description="Largest request body in bytes; beyond it: 413")
    max_file_bytes: PositiveInt = Field(
        default=10_000_000, description="Largest file that /translate_file takes, in bytes; beyond it: 413"
    )
    max_text_chars: PositiveInt = Field(default=20_000, description="Most characters in one text of a request")
    max_items: PositiveInt = Field(default=128, description="Most texts in the list of one /translate request")
    cache_bytes: int = Field(
        default=32_000_000,
        ge=0,
        description="Memory for sentences that each model has translated, in bytes: they are answered without asking "
        "it again; 0 is off",
    )
    keep_alive_s: PositiveFloat = Field(
        default=15.0, description="Seconds without an event after which a stream sends a comment to stay open"
    )
    client_timeout_s: PositiveFloat = Field(
        default=30.0,
        description="Seconds after which a connection is closed whose client has not sent its request (a second more "
        "for every 10,000 bytes of a body), or takes nothing of its answer",
    )
    drain_delay_s: NonNegativeFloat = Field(
        default=0.0,
        description="Seconds for which a server that was told to stop still takes requests, while /readyz says that it "
        "is not ready: as long as the proxy in front of it needs to notice",
    )
    drain_timeout_s: PositiveFloat = Field(
        default=30.0, description="Seconds that running requests get to finish when the server is told to stop"
    )
    request_timeout_s: PositiveFloat | None = Field(
        default=None,
        description="Seconds that a request may take until its answer is complete; a header X-Request-Timeout can ask "
        "for less. Files have as long as they need. By default there is no limit",
    )
    stall_timeout_s: PositiveFloat = Field(
        default=60.0,
        description="Seconds after which a model's step that has not ended is taken for hung: everybody who waits for "
        "it gets an error, and the server leaves with status 1, for its supervisor to start it again",
    )
    log_format: Literal["plain", "json"] = Field(default="plain", description="Log lines as text or as JSON objects")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least severe level logged"
    )
    otlp_endpoint: str | None = Field(
        default=None,
        pattern=r"^https?://[^/\s]+\S*$",
        description="OpenTelemetry collector that traces are sent to, over OTLP/HTTP, as in http://localhost:4318; by "
        "default there are none",
    )

    @property
    def num_waiting_tokens(self) -> int:
        """What `max_waiting_tokens` says, or what follows from `max_waiting`."""
        return self.max_waiting_tokens or TOKENS_PER_WAITING * self.max_waiting

    @property
    def all_api_keys(self) -> tuple[str, ...]:
        """The keys of the setting and of the file."""
        given = tuple(key.get_secret_value() for key in self.api_keys or ())
        return given if self.api_keys_file is None else given + _read_keys(self.api_keys_file)

    @field_validator("bundles", "api_keys", "trusted_proxies", mode="before")
    @classmethod
    def _split_on_commas(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value

    @field_validator("bundles")
    @classmethod
    def _no_empty_path(cls, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        if Path() in paths:
            raise ValueError("an entry is empty; separate folders with one comma")
        return paths

    @field_validator("api_keys")
    @classmethod
    def _no_strange_key(cls, keys: tuple[SecretStr, ...] | None) -> tuple[SecretStr, ...] | None:
        for key in keys or ():
            _check_key(key.get_secret_value())
        return keys

    @field_validator("api_keys_file")
    @classmethod
    def _has_keys(cls, path: Path | None) -> Path | None:
        if path is not None and not _read_keys(path):
            raise ValueError("the file has no key; write one a line")
        return path

    @field_validator("rate_limit")
    @classmethod
    def _is_rate(cls, text: str | None) -> str | None:
        try:
            parse_many(text or "1/second")
        except ValueError as error:
            raise ValueError("this is not a rate; write 60/minute, or several as in 5/second;1000/hour") from error
        return text

    @field_validator("num_beams")
    @classmethod
    def _fits_into_the_rows(cls, num_beams: int, info: ValidationInfo) -> int:
        workers = info.data.get("workers") or 1
        rows = (info.data.get("max_rows") or workers * num_beams) // workers
        if num_beams > rows:
            raise ValueError(
                f"each beam takes a row of one worker, and there are {rows}; raise {variable_name('max_rows')}"
            )
        return num_beams


def _read_keys(path: Path) -> tuple[str, ...]:
    """The keys in a file. Raises ValueError."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the file cannot be read ({error})") from error
    keys = tuple(line.strip() for line in lines if line.strip())
    for key in keys:
        _check_key(key)
    return keys


def _check_key(key: str) -> None:
    if not re.fullmatch(r"[!-+\--~]+", key):
        raise ValueError("a key is empty or has a space, a comma or a character that no header can hold")


def load_settings(overrides: Mapping[str, object]) -> Settings:
    """Settings from the environment, with `overrides` (by field name) on top. Raises SettingsError."""
    _refuse_unknown_variables(os.environ)
    try:
        return Settings(**overrides)  # type: ignore[arg-type]  # pydantic parses text into each field's type
    except ValidationError as error:
        lines = [_explain(problem) for problem in error.errors(include_url=False)]
        raise SettingsError("\n".join(lines)) from error


def variable_name(field: str) -> str:
    """`max_rows` -> `DRAGOMAN_MAX_ROWS`."""
    return PREFIX + field.upper()


def flag_name(field: str) -> str:
    """`max_rows` -> `--max-rows`."""
    return "--" + field.replace("_", "-")


def _explain(problem: ErrorDetails) -> str:
    field = str(problem["loc"][0]) if problem["loc"] else ""
    if field.startswith(PREFIX.lower()):
        field = field.removeprefix(PREFIX.lower())
    hint = f". {KUBERNETES_HINT}" if str(problem["input"]).startswith("tcp://") else ""
    given = "" if field in SECRETS else f" Given: {problem['input']!r}"
    return f"{variable_name(field)} ({flag_name(field)}): {problem['msg']}.{given}{hint}"


def _refuse_unknown_variables(environ: Mapping[str, str]) -> None:
    known = [variable_name(field) for field in Settings.model_fields]
    unknown = [name for name in environ if name.upper().startswith(PREFIX) and name.upper() not in known]
    if unknown:
        raise SettingsError("\n".join(_unknown_variable(name, known) for name in sorted(unknown)))


def _unknown_variable(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    if "_SERVICE_" in name or "_TCP" in name:
        hint = KUBERNETES_HINT
    return f"{name} is not a setting: {hint}"
