"""compose.yaml is valid, names what is there, and gives the server the same rules as the cluster does."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from service.settings import Settings, variable_name

ROOT = Path(__file__).parents[2]
FILE = ROOT / "compose.yaml"
COMPOSE: dict[str, Any] = yaml.safe_load(FILE.read_text("utf-8"))
SERVER: dict[str, Any] = COMPOSE["services"]["dragoman"]


def test_it_is_valid_by_the_schema_of_the_specification() -> None:
    schema = ["--builtin-schema", "vendor.compose-spec"]
    command = [str(Path(sys.executable).with_name("check-jsonschema")), *schema, str(FILE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_what_is_mounted_exists() -> None:
    mounts = [mount for service in COMPOSE["services"].values() for mount in service.get("volumes", ())]
    sources = [mount.split(":")[0] for mount in mounts]
    assert [source for source in sources if source.startswith("./") and not (ROOT / source).is_dir()] == []
    assert {source for source in sources if not source.startswith("./")} == set(COMPOSE["volumes"])


def test_the_server_may_do_no_more_than_it_needs() -> None:
    assert SERVER["read_only"] is True
    assert SERVER["cap_drop"] == ["ALL"]
    assert SERVER["security_opt"] == ["no-new-privileges:true"]
    assert SERVER["mem_limit"]


def test_ports_are_for_this_machine_alone() -> None:
    ports = [port for service in COMPOSE["services"].values() for port in service["ports"]]
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_a_stop_leaves_time_to_drain() -> None:
    drain_s = Settings.model_fields["drain_timeout_s"].default
    assert int(SERVER["stop_grace_period"].removesuffix("s")) > drain_s


def test_variables_are_settings() -> None:
    known = {variable_name(field) for field in Settings.model_fields}
    assert set(SERVER["environment"]) <= known


def test_prometheus_reads_the_server() -> None:
    settings = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yml").read_text("utf-8"))
    [job] = settings["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["dragoman:8000"]}]
    assert job["job_name"] == "dragoman"
