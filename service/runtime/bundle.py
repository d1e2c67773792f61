"""The bundle: the one contract between what exports a model and what serves it.

A bundle is a folder. `bundle.json` (the manifest) names every other file with its size and SHA-256. Loading
checks all of them, so a truncated or altered file is refused before a session is built on it.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError, field_validator, model_validator

SCHEMA_VERSION: Final = 2
MANIFEST_NAME = "bundle.json"
ENCODER_NAME = "encoder.onnx"
DECODER_NAME = "decoder.onnx"
COPY_NAME = "copy.onnx"
TOKENIZER_NAME = "tokenizer.json"
CARD_NAME = "MODEL_CARD.md"
ENCODER_INPUTS = (
    "input_ids",
    "positions",
    "pack_index",
    "unpack_index",
    "last_source_positions",
    "source_capacity",
)
ENCODER_OUTPUT = "cross"
DECODER_INPUTS = (  # and the caches
    "input_ids",
    "positions",
    "cached_lengths",
    "target_capacity",
    "last_source_positions",
    "source_capacity",
    "no_tokens",
)
LOGITS_OUTPUT = "logits"
CHOICE_OUTPUTS = ("best", "best_logits")  # of a float16 decoder: the likeliest token of each row, and its logit
COPY_INPUTS = (
    "origin",
    "target",
    "origin_starts",
    "target_starts",
    "origin_offsets",
    "target_offsets",
    "length",
)
COPY_OUTPUT = "target_out"
REQUIRED_FILES = (ENCODER_NAME, DECODER_NAME, TOKENIZER_NAME, CARD_NAME)

Precision = Literal["fp32", "int8", "fp16"]
TokenId = Annotated[int, Field(ge=0)]


def required_files(precision: Precision) -> tuple[str, ...]:
    """What a bundle consists of at least. The device that float16 is for copies its own memory by a graph."""
    return (*REQUIRED_FILES, COPY_NAME) if precision == "fp16" else REQUIRED_FILES


class BundleError(Exception):
    """A bundle that cannot be served; the message says which part is wrong and what to do."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sizes(_Part):
    """The model's dimensions, as far as a server needs them."""

    d_model: PositiveInt
    num_heads: PositiveInt
    head_size: PositiveInt
    encoder_layers: PositiveInt
    decoder_layers: PositiveInt
    vocab_size: PositiveInt
    parameters: PositiveInt


class SpecialIds(_Part):
    """Token ids with a meaning of their own."""

    pad: TokenId
    eos: TokenId
    decoder_start: TokenId


class Limits(_Part):
    """How many tokens the model was built for, the end token included.

    It may take more source tokens than it translates well: a sentence of more than `comfortable_source_tokens` is
    divided between its clauses, if it has any. Without this, only what does not fit is divided.
    """

    max_source_tokens: PositiveInt
    max_target_tokens: PositiveInt
    comfortable_source_tokens: PositiveInt | None = None

    @model_validator(mode="after")
    def _comfortable_fits(self) -> "Limits":
        comfortable, largest = self.comfortable_source_tokens, self.max_source_tokens
        if comfortable is not None and comfortable > largest:
            raise ValueError(f"comfortable_source_tokens {comfortable} exceeds max_source_tokens {largest}")
        return self


class LanguagePair(_Part):
    """One direction, as ISO 639-1 codes."""

    source: str
    target: str


class Corpus(_Part):
    """One corpus that the weights were trained on."""

    name: str
    pairs: PositiveInt
    licence: str
    attribution: str


class Quality(_Part):
    """One measured score, with what is needed to measure it again."""

    test_set: str
    precision: Precision
    decoding: str
    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str


class FileEntry(_Part):
    """Size and digest of one file of the bundle."""

    bytes: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class BundleManifest(_Part):
    """Everything in `bundle.json`. Source normalisation steps are applied in order before tokenisation."""

    schema_version: Literal[2]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
    task: Literal["translation", "generation"]
    pairs: tuple[LanguagePair, ...]
    language_control: Literal["none"]
    source_normalization: tuple[Literal["nfc", "t2s"], ...]
    sizes: Sizes
    special_ids: SpecialIds
    limits: Limits
    precision: Precision
    licence: str
    corpora: tuple[Corpus, ...]
    quality: tuple[Quality, ...]
    provenance: dict[str, str]
    files: dict[str, FileEntry]

    @field_validator("files")
    @classmethod
    def _files_stay_inside(cls, files: dict[str, FileEntry]) -> dict[str, FileEntry]:
        for name in files:
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name or not path.parts:
                raise ValueError(f"file name {name!r} leaves the bundle's folder")
        return files

    @model_validator(mode="after")
    def _names_every_file(self) -> "BundleManifest":
        missing = [name for name in required_files(self.precision) if name not in self.files]
        if missing:
            raise ValueError(f"files: no entry for {', '.join(missing)}")
        return self

    @model_validator(mode="after")
    def _ids_inside_vocabulary(self) -> "BundleManifest":
        ids = self.special_ids
        worst = max(ids.pad, ids.eos, ids.decoder_start)
        if worst >= self.sizes.vocab_size:
            raise ValueError(f"special id {worst} is outside the vocabulary of {self.sizes.vocab_size}")
        if self.task == "translation" and not self.pairs:
            raise ValueError("a translation bundle names at least one language pair")
        return self

    def cache_names(self) -> list[str]:
        """The decoder's cache inputs, in graph order; each output is named the same plus `_out`."""
        parts = ("self_key", "self_value", "cross_key", "cross_value")
        return [f"{part}_{layer}" for layer in range(self.sizes.decoder_layers) for part in parts]

    @property
    def is_choosing(self) -> bool:
        """Whether the decoder itself finds each row's likeliest token, so that a device need not give all logits."""
        return self.precision == "fp16"

    def query_names(self) -> list[str]:
        """The decoder's outputs for alignment, in graph order."""
        return [f"cross_query_{layer}" for layer in range(self.sizes.decoder_layers)]


def cache_output_name(name: str) -> str:
    """`self_key_0` -> `self_key_out_0`: the output that is bound to the same buffer as the input."""
    part, layer = name.rsplit("_", 1)
    return f"{part}_out_{layer}"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A folder whose manifest was read and whose files were verified."""

    path: Path
    manifest: BundleManifest

    def file(self, name: str) -> Path:
        """Path of a file that the manifest names."""
        if name not in self.manifest.files:
            raise BundleError(f"{self.path}: the manifest names no file {name!r}")
        return self.path / name


def sha256_of(path: Path) -> str:
    """Hex SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_manifest(path: Path) -> BundleManifest:
    """Read and validate `bundle.json` in folder `path`. Raises BundleError."""
    try:
        text = (path / MANIFEST_NAME).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BundleError(f"{path} is not a bundle: cannot read {MANIFEST_NAME} ({error})") from error
    try:
        return BundleManifest.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the document"
        raise BundleError(
            f"{path / MANIFEST_NAME}: {where}: {first['msg']} (schema version {SCHEMA_VERSION})"
        ) from error


def _verify_file(root: Path, name: str, entry: FileEntry) -> None:
    path = root / name
    if not path.resolve().is_relative_to(root.resolve()):
        raise BundleError(f"{path} points outside the bundle's folder")
    if not path.is_file():
        raise BundleError(f"{path} is missing; copy the bundle again")
    size = path.stat().st_size
    if size != entry.bytes:
        raise BundleError(f"{path} has {size} bytes, the manifest says {entry.bytes}; copy the bundle again")
    if sha256_of(path) != entry.sha256:
        raise BundleError(f"{path} does not match its SHA-256 in the manifest; copy the bundle again")


def _verify_files(root: Path, files: dict[str, FileEntry]) -> None:
    for name, entry in files.items():
        try:
            _verify_file(root, name, entry)
        except (OSError, RuntimeError) as error:  # no permission, too long a name, a loop of links
            raise BundleError(f"{root / name} cannot be read ({error}); copy the bundle again") from error


def load_bundle(path: Path) -> Bundle:
    """Read the manifest of folder `path` and verify every file it names. Raises BundleError."""
    manifest = read_manifest(path)
    _verify_files(path, manifest.files)
    return Bundle(path, manifest)
