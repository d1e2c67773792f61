"""The Open Inference Protocol (KServe, version 2) for texts: tensors of strings in, tensors of strings out."""

from collections.abc import Iterator
from math import prod
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, StringConstraints, field_validator, model_validator

from service.api import problems
from service.api.errors import ErrorShape, Failure, FieldNames, detail_of
from service.api.loading import LoadedModel
from service.api.order import Order
from service.api.pairs import only_pair
from service.api.parsing import WireModel, as_object, validated
from service.api.schemas.translate import Glossary, Terms, WarningValues
from service.api.tensors import EXTENSION, with_strings
from service.engine.options import MAX_SEQUENCES
from service.text.marks import MarkedText
from service.text.options import TranslationOptions

NAMES: Final = FieldNames(text="inputs[0].data", source="parameters.source", target="parameters.target")
INPUT: Final = "text"
OUTPUT: Final = "translation"
VERSION: Final = "1"  # of every model: a bundle has no versions, another one has another name
PLATFORM: Final = "onnxruntime_onnx"
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class BinaryTensor(WireModel):
    """Of a tensor whose strings stand behind the JSON."""

    binary_data_size: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Bytes of all strings, each with its length before it in four bytes, little-endian"
    )


class InputTensor(WireModel):
    """Strings."""

    name: Literal["text"]
    shape: list[Annotated[int, Field(ge=0)]]
    datatype: Literal["BYTES"]
    data: Annotated[list[str], Field(min_length=1, fail_fast=True)] = Field(
        description="Flat, or in as many lists of lists as `shape` has dimensions; not with a `binary_data_size`"
    )
    parameters: BinaryTensor | None = None

    @field_validator("data", mode="before")
    @classmethod
    def _flat(cls, data: object) -> object:
        return [*_leaves(data)] if isinstance(data, list) else data

    @model_validator(mode="after")
    def _has_its_shape(self) -> "InputTensor":
        if prod(self.shape) != len(self.data):
            raise ValueError(f"`shape` is {self.shape}, but `data` has {len(self.data)} strings")
        return self


def _leaves(values: list[object]) -> Iterator[object]:
    """What nested lists hold, in order; without recursion."""
    stack = values[::-1]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value[::-1]
        else:
            yield value


class OutputParameters(WireModel):
    """Of the tensor of translations."""

    binary_data: bool | None = Field(default=None, description="Whether its strings are to stand behind the JSON")


class OutputTensor(WireModel):
    """What is wanted; there is one output."""

    name: Literal["translation"]
    parameters: OutputParameters | None = None


class InferParameters(WireModel):
    """Dragoman's own, and that of the extension for binary tensors."""

    binary_data_output: bool | None = Field(
        default=None, description="`binary_data` of an output that does not say it itself"
    )
    source: NonEmpty | None = Field(default=None, description="Language, for models with several pairs")
    target: NonEmpty | None = Field(default=None, description="Language, for models with several pairs")
    num_beams: Annotated[int, Field(ge=1, le=MAX_SEQUENCES)] | None = None
    no_translate: Terms | None = Field(
        default=None, description="Texts that stay as they are, wherever they occur", examples=[["Roger Stone"]]
    )
    glossary: Glossary | None = Field(
        default=None, description="Terms and what each of them has to become", examples=[{"weather": "Klima"}]
    )


class InferRequest(WireModel):
    """One tensor of texts, each translated by itself."""

    id: str | None = None
    parameters: InferParameters | None = None
    inputs: Annotated[list[InputTensor], Field(min_length=1, max_length=1)]
    outputs: Annotated[list[OutputTensor], Field(max_length=1)] | None = None

    @property
    def wants_binary(self) -> bool:
        """Whether the translations are to stand behind the JSON."""
        given = [output.parameters.binary_data for output in self.outputs or () if output.parameters]
        if given and given[0] is not None:
            return given[0]
        return bool(self.parameters and self.parameters.binary_data_output)

    def order(self, model: LoadedModel, default_beams: int) -> Order:
        """The same request without its wire format. Raises BadRequest."""
        parameters = self.parameters or InferParameters()
        pair = only_pair(model, parameters.source, parameters.target)
        return Order(
            texts=tuple(map(MarkedText, self.inputs[0].data)),
            source=pair.source,
            target=pair.target,
            model=model.name,
            options=TranslationOptions(
                num_beams=parameters.num_beams or default_beams,
                no_translate=tuple(parameters.no_translate or ()),
                glossary=tuple((parameters.glossary or {}).items()),
            ),
            item_name=NAMES.text,
        )


class ResultTensor(BaseModel):
    """The translations, in the shape of the texts."""

    name: str = OUTPUT
    shape: list[int]
    datatype: str = "BYTES"
    data: list[str] | None = Field(default=None, description="Unless they stand behind the JSON")
    parameters: BinaryTensor | None = None


class KServeWarning(BaseModel):
    """Something about a translation that its reader should know; `index` counts the texts from 0."""

    code: str
    message: str
    index: int | None = None
    values: WarningValues = None


class InferResponse(BaseModel):
    """The answer of an inference."""

    model_name: str
    model_version: str = VERSION
    id: str | None = None
    outputs: list[ResultTensor]
    warnings: list[KServeWarning] | None = Field(default=None, description="Only when there is something to say")


class TensorMetadata(BaseModel):
    """What a model reads or writes; a size of -1 is any."""

    name: str
    datatype: str = "BYTES"
    shape: list[int] = [-1]


class ModelMetadata(BaseModel):
    """One loaded bundle."""

    name: str
    versions: list[str] = [VERSION]
    platform: str = PLATFORM
    inputs: list[TensorMetadata] = [TensorMetadata(name=INPUT)]
    outputs: list[TensorMetadata] = [TensorMetadata(name=OUTPUT)]


class ServerMetadata(BaseModel):
    """This server."""

    name: str
    version: str
    extensions: list[str] = [EXTENSION]


class Live(BaseModel):
    """Whether the process works."""

    live: bool


class Ready(BaseModel):
    """Whether requests can be answered."""

    ready: bool


class ModelReady(Ready):
    """Whether one model can answer."""

    name: str


class KServeError(BaseModel):
    """Every error of these routes."""

    error: str


def parse_infer(document: object, binary: bytes) -> InferRequest:
    """The request; `binary` is what stands behind its JSON. Raises BadRequest."""
    return validated(InferRequest, with_strings(as_object(document), binary))


def _body(failure: Failure) -> dict[str, Any]:
    return {"error": detail_of(failure, "", NAMES)}


KSERVE: Final = ErrorShape(_body, {problems.UnknownModel: 404})
