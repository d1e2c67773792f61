import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.runtime.bundle import (
    CARD_NAME,
    DECODER_NAME,
    MANIFEST_NAME,
    REQUIRED_FILES,
    BundleError,
    cache_output_name,
    load_bundle,
)
from tests.service.runtime.manifests import make_manifest, manifest_fields

CONTENT = {name: f"content of {name}".encode() for name in REQUIRED_FILES}


class Folder:
    """A bundle on disk whose graphs are text, which is all that loading looks at."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for name, content in CONTENT.items():
            (path / name).write_bytes(content)
        files = {name: _entry(content) for name, content in CONTENT.items()}
        self.write(manifest_fields(files=files))

    def fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads((self.path / MANIFEST_NAME).read_text())
        return fields

    def write(self, fields: dict[str, Any]) -> None:
        (self.path / MANIFEST_NAME).write_text(json.dumps(fields))

    def change(self, alter: Callable[[dict[str, Any]], object]) -> None:
        fields = self.fields()
        alter(fields)
        self.write(fields)


def _entry(content: bytes) -> dict[str, Any]:
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "bundle").mkdir()
    return Folder(tmp_path / "bundle")


def test_a_good_bundle_loads(folder: Folder) -> None:
    bundle = load_bundle(folder.path)
    assert bundle.manifest.name == "tiny"
    assert bundle.file(DECODER_NAME).read_bytes() == CONTENT[DECODER_NAME]


def test_a_bundle_may_say_how_long_a_source_is_comfortable(folder: Folder) -> None:
    assert load_bundle(folder.path).manifest.limits.comfortable_source_tokens is None
    folder.change(lambda fields: fields["limits"].update(comfortable_source_tokens=4))
    assert load_bundle(folder.path).manifest.limits.comfortable_source_tokens == 4


def test_a_file_that_the_manifest_does_not_name_is_not_given_out(folder: Folder) -> None:
    (folder.path / "notes.txt").write_text("mine")
    with pytest.raises(BundleError, match=r"the manifest names no file 'notes.txt'"):
        load_bundle(folder.path).file("notes.txt")


# Files


def test_a_missing_file_is_refused(folder: Folder) -> None:
    (folder.path / DECODER_NAME).unlink()
    with pytest.raises(BundleError, match=r"decoder.onnx is missing; copy the bundle again"):
        load_bundle(folder.path)


def test_a_truncated_file_is_refused_with_both_sizes(folder: Folder) -> None:
    (folder.path / DECODER_NAME).write_bytes(CONTENT[DECODER_NAME][:-1])
    with pytest.raises(BundleError, match=r"decoder.onnx has 22 bytes, the manifest says 23"):
        load_bundle(folder.path)


def test_a_file_with_one_flipped_bit_is_refused(folder: Folder) -> None:
    content = bytearray(CONTENT[DECODER_NAME])
    content[5] ^= 1
    (folder.path / DECODER_NAME).write_bytes(content)
    with pytest.raises(BundleError, match=r"decoder.onnx does not match its SHA-256 in the manifest"):
        load_bundle(folder.path)


def test_a_folder_in_place_of_a_file_is_refused(folder: Folder) -> None:
    (folder.path / DECODER_NAME).unlink()
    (folder.path / DECODER_NAME).mkdir()
    with pytest.raises(BundleError, match=r"decoder.onnx is missing"):
        load_bundle(folder.path)


def test_a_link_that_leaves_the_folder_is_refused_even_with_the_right_content(folder: Folder) -> None:
    outside = folder.path.parent / "elsewhere.onnx"
    outside.write_bytes(CONTENT[DECODER_NAME])
    (folder.path / DECODER_NAME).unlink()
    (folder.path / DECODER_NAME).symlink_to(outside)
    with pytest.raises(BundleError, match=r"decoder.onnx points outside the bundle's folder"):
        load_bundle(folder.path)


def test_a_linked_folder_that_leaves_is_refused(folder: Folder) -> None:
    outside = folder.path.parent / "outside"
    outside.mkdir()
    (outside / "data").write_bytes(b"x")
    (folder.path / "link").symlink_to(outside)
    folder.change(lambda fields: fields["files"].update({"link/data": _entry(b"x")}))
    with pytest.raises(BundleError, match="points outside the bundle's folder"):
        load_bundle(folder.path)


def test_a_bundle_reached_through_a_link_loads(folder: Folder, tmp_path: Path) -> None:
    """Mounted models are often links; only what is inside a bundle must stay inside."""
    (tmp_path / "current").symlink_to(folder.path)
    assert load_bundle(tmp_path / "current").manifest.name == "tiny"


# The manifest


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/../../secret", "a\\b", "nul\0byte", "", "."])
def test_a_file_name_that_leaves_the_folder_is_refused(folder: Folder, name: str) -> None:
    folder.change(lambda fields: fields["files"].update({name: _entry(b"")}))
    with pytest.raises(BundleError, match=r"files: .* leaves the bundle's folder"):
        load_bundle(folder.path)


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (lambda fields: fields.update(schema_version=1), "schema_version: Input should be 2"),
        (lambda fields: fields.pop("schema_version"), "schema_version: Field required"),
        (lambda fields: fields.update(colour="red"), "colour: Extra inputs are not permitted"),
        (lambda fields: fields["sizes"].update(width=3), "sizes.width: Extra inputs are not permitted"),
        (lambda fields: fields["sizes"].update(num_heads=0), "sizes.num_heads: .* greater than 0"),
        (lambda fields: fields["sizes"].update(num_heads="many"), "sizes.num_heads: .* valid integer"),
        (lambda fields: fields.update(name="../up"), "name: String should match pattern"),
        (lambda fields: fields.update(precision="int4"), "precision: Input should be 'fp32', 'int8' or 'fp16'"),
        (lambda fields: fields.update(pairs=[]), "at least one language pair"),
        (lambda fields: fields["files"].pop(CARD_NAME), "files: .*no entry for MODEL_CARD.md"),
        (lambda fields: fields.update(precision="fp16"), "files: no entry for copy.onnx"),
        (lambda fields: fields["files"][CARD_NAME].update(sha256="0" * 63), "sha256: String should match pattern"),
        (lambda fields: fields["files"][CARD_NAME].update(bytes=-1), "bytes: .* greater than or equal to 0"),
        (lambda fields: fields["limits"].update(comfortable_source_tokens=0), "comfortable_source_tokens: .* greater"),
        (
            lambda fields: fields["limits"].update(comfortable_source_tokens=7),
            "limits: .*comfortable_source_tokens 7 exceeds max_source_tokens 6",
        ),
        (lambda fields: fields["special_ids"].update(eos=30), "special id 30 is outside the vocabulary of 30"),
        (lambda fields: fields["special_ids"].update(pad=-1), "special_ids.pad: .* greater than or equal to 0"),
    ],
)
def test_a_wrong_manifest_is_refused_with_the_field_and_the_schema_version(
    folder: Folder, alter: Callable[[dict[str, Any]], object], message: str
) -> None:
    folder.change(alter)
    with pytest.raises(BundleError, match=rf"bundle.json: .*{message}.*\(schema version 2\)"):
        load_bundle(folder.path)


def test_a_manifest_that_is_no_json_is_refused(folder: Folder) -> None:
    (folder.path / MANIFEST_NAME).write_text('{"name": ')
    with pytest.raises(BundleError, match="the document: Invalid JSON"):
        load_bundle(folder.path)


def test_a_manifest_that_is_no_text_is_refused(folder: Folder) -> None:
    (folder.path / MANIFEST_NAME).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BundleError, match=r"is not a bundle: cannot read bundle.json"):
        load_bundle(folder.path)


def test_a_folder_without_a_manifest_is_not_a_bundle(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"is not a bundle: cannot read bundle.json"):
        load_bundle(tmp_path)


def test_a_path_that_is_not_there_is_not_a_bundle(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="is not a bundle"):
        load_bundle(tmp_path / "nothing")


def test_a_loop_of_links_is_refused(folder: Folder) -> None:
    (folder.path / CARD_NAME).unlink()
    (folder.path / CARD_NAME).symlink_to(folder.path / CARD_NAME)
    with pytest.raises(BundleError, match=r"MODEL_CARD.md cannot be read|MODEL_CARD.md is missing"):
        load_bundle(folder.path)


def test_a_file_name_that_no_file_system_takes_is_refused(folder: Folder) -> None:
    folder.change(lambda fields: fields["files"].update({"x" * 300: {"bytes": 0, "sha256": "0" * 64}}))
    with pytest.raises(BundleError, match=r"cannot be read .*copy the bundle again"):
        load_bundle(folder.path)


# Names of tensors


def test_cache_names_cover_every_layer() -> None:
    assert make_manifest().cache_names() == [
        f"{part}_{layer}" for layer in (0, 1) for part in ("self_key", "self_value", "cross_key", "cross_value")
    ]


def test_an_output_is_named_like_the_input_it_shares_a_buffer_with() -> None:
    assert cache_output_name("cross_value_11") == "cross_value_out_11"
