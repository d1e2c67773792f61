"""What LibreTranslate's smaller routes answer."""

from pydantic import BaseModel, Field


class LanguageEntry(BaseModel):
    """One language, and what it can be translated to."""

    code: str
    name: str
    targets: list[str]


class NamedLanguage(BaseModel):
    """A language to begin with."""

    code: str
    name: str


class LanguageChoice(BaseModel):
    """What a page begins with."""

    source: NamedLanguage
    target: NamedLanguage


class FrontendSettings(BaseModel):
    """What a page has to know about this server."""

    apiKeys: bool = Field(description="Whether the server has keys")
    charLimit: int
    filesTranslation: bool
    frontendTimeout: int = Field(description="Milliseconds to wait before what is being typed is translated")
    keyRequired: bool
    language: LanguageChoice
    suggestions: bool
    supportedFilesFormat: list[str]
