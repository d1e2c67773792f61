"""What the README shows of the shipped bundles is what they answer, and the scores it tells are theirs."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.runtime.bundle import BundleManifest, load_bundle
from tests.readme import README
from tests.shipped import BUNDLES

MAX_BUNDLE_BYTES = 25_000_000
# Log-probabilities differ in their last digits from one processor to the next, times with every run.
TEXTS = ("translatedText", "generated_text", "error", "finishReason", "detectedLanguage", "usage", "warnings")
CALL = re.compile(
    r"```sh\ncurl -s?N? ?-?s?N? ?localhost:8000(?P<path>/\w+) .*?-d '(?P<body>.*?)'\n```"
    r"\n\n```(?:json|text)\n(?P<answer>.*?)\n```",
    re.DOTALL,
)
EXAMPLES = [(match["path"], match["body"], match["answer"]) for match in CALL.finditer(README.read_text("utf-8"))]


@pytest.fixture(params=sorted(path.parent for path in BUNDLES.glob("*/bundle.json")), ids=lambda path: path.name)
def manifest(request: pytest.FixtureRequest) -> BundleManifest:
    """The verified manifest of one shipped bundle."""
    folder: Path = request.param
    return load_bundle(folder).manifest


def test_every_kind_of_call_has_an_example() -> None:
    assert len(EXAMPLES) == 9
    assert {path for path, _, _ in EXAMPLES} == {"/translate", "/generate"}


@pytest.mark.parametrize(("path", "body", "answer"), EXAMPLES)
def test_the_readme_shows_the_real_answer(shipped_client: httpx.Client, path: str, body: str, answer: str) -> None:
    response = shipped_client.post(path, content=body, headers={"Content-Type": "application/json"})
    found, expected = texts_of(response.text), texts_of(answer)
    assert found == expected


def texts_of(answer: str) -> dict[str, Any]:
    """What of a JSON answer, or of a stream's last event, is the same on every machine."""
    document = json.loads(answer.strip().split("\n")[-1].removeprefix("data:"))
    return {key: document[key] for key in TEXTS if key in document}


def test_a_bundle_is_small_enough(manifest: BundleManifest) -> None:
    assert sum(entry.bytes for entry in manifest.files.values()) <= MAX_BUNDLE_BYTES


def test_the_readme_tells_the_measured_scores(manifest: BundleManifest) -> None:
    table = README.read_text("utf-8").split("## Quality")[1]
    rows = table.split(f"| `{manifest.name}`")[1].split("| `")[0].split("\n\n")[0]
    for quality in manifest.quality:
        row = next(line for line in rows.splitlines() if f"| {quality.test_set} |" in line)
        assert row.endswith(f"| {quality.bleu:.1f} | {quality.chrf:.1f} |")


def test_the_readme_tells_their_sizes_and_how_long_they_were_trained(manifest: BundleManifest) -> None:
    quality = README.read_text("utf-8").split("## Quality")[1].split("\n## ")[0].replace("\n", " ")
    size = sum(entry.bytes for entry in manifest.files.values()) / 1e6
    assert f"| `{manifest.name}` ({size:.1f} MB) |" in quality
    assert f"Both have {manifest.sizes.parameters / 1e6:.1f} million parameters" in quality
    assert f"`{manifest.name}` for {manifest.provenance['training_minutes']}" in quality
