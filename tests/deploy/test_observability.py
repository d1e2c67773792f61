"""docs/observability.md lists what a server exports: every metric, with its labels and no other."""

import re
from pathlib import Path

from tests.deploy.exported import OWN_SERIES, VALUES, exported_samples

DOCUMENT = (Path(__file__).parents[2] / "docs/observability.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(dragoman_\w+)` \| ([^|]*) \| (.+) \|$", DOCUMENT, re.MULTILINE)


def exported() -> dict[str, set[str]]:
    """The labels of every metric by its name; of a histogram by the name that its samples begin with."""
    found = {}
    for name, labels in exported_samples().items():
        if name.endswith("_bucket"):
            found[name.removesuffix("_bucket")] = set(labels) - {"le"}
        elif not name.endswith(("_created", "_sum", "_count")) and name not in OWN_SERIES:
            found[name] = set(labels)
    return found


def test_every_metric_is_listed_with_its_labels() -> None:
    assert {name: set(labels.split(", ")) for name, labels, _ in ROWS} == exported()
    assert len(ROWS) == len(exported())


def test_every_reason_is_listed() -> None:
    meanings = {name: meaning for name, _, meaning in ROWS}
    for name in ("dragoman_rejections_total", "dragoman_finish_reasons_total"):
        assert set(re.findall(r"`(\w+)`", meanings[name])) == VALUES[name, "reason"]
