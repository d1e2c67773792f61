"""What the routes for operators answer."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from service.api.schemas.generate import MAX_STOP_STRINGS
from service.engine.options import MAX_SEQUENCES

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


class ServedLimits(BaseModel):
    """What text-generation-inference tells of its one model; here it is the one that requests get without a name."""

    model_id: str | None = Field(
        default=None, description="Null while it is loading, or where requests have to name one"
    )
    model_sha: None = None
    model_pipeline_tag: str | None = None
    max_concurrent_requests: int | None = None
    max_best_of: int = MAX_SEQUENCES
    max_stop_sequences: int = MAX_STOP_STRINGS
    max_input_tokens: int | None = None
    max_total_tokens: int | None = None
    max_client_batch_size: int = 1
    router: Literal["dragoman"] = "dragoman"
    sha: None = None
    docker_label: None = None


class Info(ServedLimits):
    """What this server is and what it runs."""

    name: Literal["dragoman"] = "dragoman"
    version: str
    versions: dict[str, str]
    status: Status
    models: list[ModelInfo]
    settings: dict[str, Any]
