"""Every setting of Dragoman: an environment variable DRAGOMAN_<NAME>, or a flag of the command line."""

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, PositiveFloat, PositiveInt, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from service.engine.options import MAX_SEQUENCES

PREFIX = "DRAGOMAN_"
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
    max_rows: PositiveInt = Field(
        default=48,
        le=1024,
        description="Rows that one model decodes at the same time: one for a sentence, or for a beam",
    )
    max_waiting: PositiveInt = Field(
        default=1024,
        le=1_000_000,
        description="Sequences that may wait for a row of one model; beyond it the answer is 429",
    )
    num_beams: PositiveInt = Field(
        default=1,
        le=MAX_SEQUENCES,
        description="Beams that translations are searched with where a request does not say; 1 is greedy and fastest",
    )
    max_body_bytes: PositiveInt = Field(default=2_000_000, description="Largest request body in bytes; beyond it: 413")
    max_text_chars: PositiveInt = Field(default=20_000, description="Most characters in one text of a request")
    max_items: PositiveInt = Field(default=128, description="Most texts in the list of one /translate request")
    keep_alive_s: PositiveFloat = Field(
        default=15.0, description="Seconds without an event after which a stream sends a comment to stay open"
    )
    drain_timeout_s: PositiveFloat = Field(
        default=30.0, description="Seconds that running requests get to finish when the server is told to stop"
    )
    log_format: Literal["plain", "json"] = Field(default="plain", description="Log lines as text or as JSON objects")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least severe level logged"
    )

    @field_validator("bundles", mode="before")
    @classmethod
    def _split_on_commas(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value

    @field_validator("bundles")
    @classmethod
    def _no_empty_path(cls, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        if Path() in paths:
            raise ValueError("an entry is empty; separate folders with one comma")
        return paths

    @field_validator("num_beams")
    @classmethod
    def _fits_into_the_rows(cls, num_beams: int, info: ValidationInfo) -> int:
        workers = info.data.get("workers") or 1
        rows = info.data.get("max_rows", workers * num_beams) // workers
        if num_beams > rows:
            raise ValueError(
                f"each beam takes a row of one worker, and there are {rows}; raise {variable_name('max_rows')}"
            )
        return num_beams


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
    return f"{variable_name(field)} ({flag_name(field)}): {problem['msg']}. Given: {problem['input']!r}{hint}"


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
