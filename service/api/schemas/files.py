"""What /translate_file reads and answers."""

from typing import Any, Final

from pydantic import BaseModel, Field

from service.api.parsing import WireModel
from service.api.schemas.translate import TranslationWarning
from service.engine.options import MAX_SEQUENCES


class FileFields(WireModel):
    """The fields that come with a file."""

    source: str = Field(min_length=1, description="Language code, or auto")
    target: str = Field(min_length=1, description="Language code")
    api_key: str | None = None
    stream: bool = Field(default=False, description="Answer with server-sent events: the progress, then the answer")
    num_beams: int | None = Field(default=None, ge=1, le=MAX_SEQUENCES)
    columns: str = Field(default="", description="Of a table, the names of the columns to translate")

    @property
    def column_names(self) -> list[str]:
        """The columns one by one."""
        return self.columns.split(",") if self.columns else []


class TranslatedFile(BaseModel):
    """Where the translated file is."""

    translatedFileUrl: str
    warnings: list[TranslationWarning] | None = Field(
        default=None, description="What its reader should know; `index` says which text of the file it is about"
    )


FILE_REQUEST: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "example": {"file": "Good morning.", "source": "en", "target": "de"},
                "schema": {
                    "type": "object",
                    "required": ["file", "source", "target"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "source": {"type": "string", "description": "Language code, or auto"},
                        "target": {"type": "string", "description": "Language code"},
                        "api_key": {"type": "string"},
                        "stream": {"type": "boolean", "description": "Answer with events: progress, then the answer"},
                        "columns": {
                            "type": "string",
                            "description": "Of a table, the columns to translate, by their names, separated by commas",
                        },
                        "num_beams": {"type": "integer", "minimum": 1, "maximum": MAX_SEQUENCES},
                    },
                },
            }
        },
    }
}
