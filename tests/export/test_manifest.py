import dataclasses

import pytest

from export.manifest import describe, tool_versions
from export.metadata import BundleMetadata
from models.transformer import Transformer


def test_limits_default_to_the_positions(model: Transformer, metadata: BundleMetadata) -> None:
    limits = {"max_source_tokens": 48, "max_target_tokens": 48, "comfortable_source_tokens": None}
    assert describe(model, metadata, "int8").limits.model_dump() == limits


def test_limits_may_be_lower(model: Transformer, metadata: BundleMetadata) -> None:
    lower = dataclasses.replace(metadata, max_source_tokens=10, comfortable_source_tokens=5)
    limits = {"max_source_tokens": 10, "max_target_tokens": 48, "comfortable_source_tokens": 5}
    assert describe(model, lower, "int8").limits.model_dump() == limits


def test_limits_beyond_the_positions_are_refused(model: Transformer, metadata: BundleMetadata) -> None:
    higher = dataclasses.replace(metadata, max_target_tokens=49)
    with pytest.raises(ValueError, match="a limit of 49 tokens needs as many positions; the model has 48"):
        describe(model, higher, "int8")


def test_special_ids_are_the_models(model: Transformer, metadata: BundleMetadata) -> None:
    assert describe(model, metadata, "fp32").special_ids.model_dump() == {"pad": 0, "eos": 2, "decoder_start": 1}


def test_versions_of_all_tools_are_known() -> None:
    assert tool_versions()["onnxruntime_version"][0].isdigit()
    assert len(tool_versions()) == 5
