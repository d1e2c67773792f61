"""The messages of a chat."""

from typing import Literal

from pydantic import ConfigDict, field_validator

from service.api.parsing import WireModel


class TextPart(WireModel):
    """A part of a message."""

    type: Literal["text"]
    text: str


class Message(WireModel):
    """One message of a conversation. What assistants' messages have besides is not looked at, as they are not."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True, hide_input_in_errors=True)

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[TextPart] | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _is_text(cls, content: object) -> object:
        parts = content if isinstance(content, list) else []
        kinds = {part.get("type") for part in parts if isinstance(part, dict)} - {"text"}
        if kinds:
            raise ValueError("a part of type `text` is all that can be translated")
        return content

    @property
    def text(self) -> str:
        """The content, joined if it comes in parts."""
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""
