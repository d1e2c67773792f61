"""Everything that a run of the benchmark measured, and the same as plain data."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any

from loadtest.growth import Curve
from loadtest.limit import Limit
from loadtest.memory_use import MemoryUse
from loadtest.offline import CellResult
from loadtest.profiles import Profile
from loadtest.serving import ServingResult
from loadtest.systems import CTRANSLATE2, DRAGOMAN, TRANSFORMERS


@dataclass(slots=True)
class Results:
    """Everything so far; parts that were not asked for are empty."""

    machine: dict[str, Any]
    offline: list[CellResult] = field(default_factory=list)
    serving: list[ServingResult] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    profiles: list[Profile] = field(default_factory=list)
    growth: list[Curve] = field(default_factory=list)
    memory: list[MemoryUse] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Plain data, without the raw latencies."""
        return {
            "machine": self.machine,
            "offline": [_cell_json(result) for result in self.offline],
            "serving": [_serving_json(result) for result in self.serving],
            "limits": [_limit_json(limit) for limit in self.limits],
            "profiles": [_profile_json(profile) for profile in self.profiles],
            "growth": [_growth_json(curve) for curve in self.growth],
            "memory": [dataclasses.asdict(use) for use in self.memory],
        }


def _cell_json(result: CellResult) -> dict[str, Any]:
    systems = [system for system in (DRAGOMAN, CTRANSLATE2, TRANSFORMERS) if result.took_part(system)]
    return {
        "model": result.model,
        **dataclasses.asdict(result.cell),
        "sentences": result.num_sentences,
        "tokens_per_s": {name: [round(run.rate, 1) for run in runs] for name, runs in result.runs.items()},
        "agreement": {name: round(value, 4) for name, value in result.agreements.items()},
        "agreement_with_float32": {name: round(value, 4) for name, value in result.exact_agreements.items()},
        "best": {system: result.best(system) for system in systems},
        "ratio": {system: round(result.ratio(system), 3) for system in systems if system != DRAGOMAN},
    }


def _serving_json(result: ServingResult) -> dict[str, Any]:
    return {
        "model": result.model,
        "server": result.server,
        "clients": result.clients,
        "rate": result.rate,
        "requests_per_s": [round(load.requests_per_s, 1) for load in result.loads],
        "latency_ms": {f"p{percent}": round(result.latency_ms(percent), 2) for percent in (50, 95, 99)},
        "first_part_ms": {f"p{percent}": result.first_part_ms(percent) for percent in (50, 95)},
        "gap_ms": {f"p{percent}": result.gap_ms(percent) for percent in (50, 95)},
        "refused": [load.num_refused for load in result.loads],
        "answers": [load.num_answers for load in result.loads],
        "generator_cpu": [round(load.cpu_share, 3) for load in result.loads],
    }


def _limit_json(limit: Limit) -> dict[str, Any]:
    return {
        "model": limit.model,
        **dataclasses.asdict(limit.cell),
        "decode_s": limit.seconds,
        "required_s": limit.goal_s,
        "products_s": dict(limit.floors),
        "decode_gops": limit.achieved_gops,
    }


def _profile_json(profile: Profile) -> dict[str, Any]:
    shares = {name: round(share, 4) for name, share in profile.shares().items()}
    return {
        "model": profile.model,
        **dataclasses.asdict(profile.cell),
        "seconds": profile.seconds,
        "moves": round(profile.moves_s / profile.seconds, 4),
        "shares": shares,
    }


def _growth_json(curve: Curve) -> dict[str, Any]:
    return dataclasses.asdict(curve) | {"exponent": curve.exponent, "steepest": curve.steepest}
