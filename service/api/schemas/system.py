"""What the routes for operators answer."""

from typing import Any, Literal

from pydantic import BaseModel, Field

Status = Literal["loading", "ready", "draining", "failed"]


class Health(BaseModel):
    """A probe that is fine."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """Which bundles are ready, and which are still loading."""

    status: Status
    ready: list[str]
    loading: list[str]


class ModelInfo(BaseModel):
    """One loaded bundle."""

    name: str
    task: str
    pairs: list[dict[str, str]]
    precision: str
    parameters: int
    licence: str
    provider: str
    workers: int
    threads: int = Field(description="of each worker")
    max_source_tokens: int
    max_target_tokens: int
    rows: int
    active_rows: int
    waiting: int
    healthy: bool


class Info(BaseModel):
    """What this server is and what it runs."""

    name: Literal["dragoman"] = "dragoman"
    version: str
    versions: dict[str, str]
    status: Status
    models: list[ModelInfo]
    settings: dict[str, Any]
