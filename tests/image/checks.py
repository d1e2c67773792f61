"""What has to be true of the image, of a container of it, and of how that ends."""

from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tests.image.container import MEMORY_BYTES, Container

USER: Final = "10001:10001"
LABELS: Final = ("title", "description", "version", "revision")
UNWANTED_PROGRAMS: Final = ("gcc", "cc", "g++", "clang", "ld", "make")
UNWANTED_MODULES: Final = ("torch", "onnx", "pip", "setuptools", "pytest", "models", "export")
# Printed by a Python inside: what is there although nobody serves with it.
FIND_UNWANTED: Final = f"""
import importlib.util, pathlib, shutil
found = [name for name in {UNWANTED_PROGRAMS} if shutil.which(name)]
found += [name for name in {UNWANTED_MODULES} if importlib.util.find_spec(name)]
found += [str(path) for path in pathlib.Path("/opt").rglob("*.safetensors")]
print(*found)
"""
# One group's memory limit stands at one of two places, whichever version of cgroups the machine has.
READ_LIMIT: Final = "cat /sys/fs/cgroup/memory.max 2>/dev/null || cat /sys/fs/cgroup/memory/memory.limit_in_bytes"
TEXTS: Final = {
    ("en", "de"): "The weather is nice today. We are going for a walk in the park.",
    ("zh", "en"): "今天天气很好。我们去公园散步。",
}
LONG_LIST: Final = [f"The train number {number} was twenty minutes late because of the snow." for number in range(100)]
GRACE_S: Final = 60


class Fault(Exception):
    """The image is not what it should be; the message says in what."""


def check_contents(container: Container) -> None:
    """Only what serving needs, described for whoever finds the image."""
    if found := container.run("python", "-c", FIND_UNWANTED).split():
        raise Fault(f"the image holds {', '.join(found)}")
    labels = container.config()["Labels"]
    if missing := [name for name in LABELS if not labels.get(f"org.opencontainers.image.{name}")]:
        raise Fault(f"labels are missing: {', '.join(missing)}")


def check_rules(container: Container) -> None:
    """The rules it was started under hold: no root, no capability, nothing written, so much memory."""
    status = dict(line.split(":\t", 1) for line in container.run("cat", "/proc/1/status").splitlines() if ":\t" in line)
    limit = container.run("sh", "-c", READ_LIMIT).strip()
    written = container.run("sh", "-c", "touch /opt/file 2>/dev/null && echo written || true").strip()
    found = {
        "user": container.config()["User"],
        "effective user": status["Uid"].split()[1],
        "capabilities": int(status["CapEff"], 16),
        "no new privileges": status["NoNewPrivs"],
        "memory limit": limit,
        "root file system": written or "read-only",
    }
    expected = {
        "user": USER,
        "effective user": USER.partition(":")[0],
        "capabilities": 0,
        "no new privileges": "1",
        "memory limit": str(MEMORY_BYTES),
        "root file system": "read-only",
    }
    if found != expected:
        raise Fault(f"found {found}, expected {expected}")


def check_health(container: Container) -> None:
    """The HEALTHCHECK is in the image and passes; run by hand, since not every machine has timers for it."""
    health = container.config().get("Healthcheck")
    if not health:
        raise Fault("the image has no HEALTHCHECK")
    container.run(*health["Test"][1:])


def check_translations(container: Container) -> list[str]:
    """Each shipped pair whole and streamed: the pieces make up the whole. The translations."""
    return [_translated_twice(container, source, target, text) for (source, target), text in TEXTS.items()]


def _translated_twice(container: Container, source: str, target: str, text: str) -> str:
    fields = {"q": text, "source": source, "target": target}
    # First the stream: what was translated before would come at once.
    with container.stream(**fields) as events:
        *deltas, final = list(events)
    whole = str(container.translate(**fields)["translatedText"])
    pieces = "".join(event["delta"] for event in deltas)
    if not whole or pieces != whole or final["translatedText"] != whole or len(deltas) < 2:
        raise Fault(f"{source}-{target}: whole {whole!r}, {len(deltas)} pieces {pieces!r}, final event {final!r}")
    return whole


def check_stop(container: Container) -> int:
    """Told to leave in the middle of a stream, it ends the stream and then itself, cleanly. Events after the signal."""
    with container.stream(q=LONG_LIST, source="en", target="de") as events, ThreadPoolExecutor(1) as executor:
        next(events)
        stopping = executor.submit(container.stop, GRACE_S)
        rest = list(events)
        exit_code = stopping.result()
    if len(rest[-1].get("translatedText", ())) != len(LONG_LIST):
        raise Fault(f"the stream did not end as it should, but with {rest[-1]!r:.300}")
    if exit_code:
        raise Fault(f"exit code {exit_code}:\n{container.logs()}")
    return len(rest)
