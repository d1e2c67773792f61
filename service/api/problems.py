"""What can be wrong with a request before the engine sees it: one class per cause, none knows a status code.

ApiError
├── BadRequest            the request as such; each API puts its own prefix before the detail
│   ├── MalformedJson
│   ├── InvalidField      with the name of the field
│   ├── TooManyTexts
│   └── TextTooLong
├── InvalidInput          a complete sentence in the words of one API
│   ├── UnknownLanguage
│   └── NoSuchPair        nothing translates between two languages
├── BodyTooLarge
├── UnsupportedContentType
├── CompressedBody
├── NoRoute               nothing is at that path, or not for that method
├── UnknownModel
├── Disabled              this server does not do that
├── MissingKey
├── InvalidKey
├── RateLimited           too many requests of one key or address
├── NotReady              bundles are still loading
├── ShuttingDown          no new work is taken any more
├── StorageFull           no room to keep a file
└── ClientGone            nobody is left to read an answer
"""

from collections.abc import Sequence
from math import ceil
from typing import Literal

Role = Literal["source", "target"]


class ApiError(Exception):
    """A request that is answered with an error; the message is for the user."""


class BadRequest(ApiError):
    """A request that no API accepts; the message is a detail without a prefix."""


class MalformedJson(BadRequest):
    """A body that is not the JSON it claims to be."""


class InvalidField(BadRequest):
    """One field is to blame."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class TooManyTexts(BadRequest):
    """More than are taken at once. The message is LibreTranslate's: other APIs say it in words of their own."""

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(f"request ({given}) exceeds text limit ({limit})")
        self.given = given
        self.limit = limit


class TextTooLong(BadRequest):
    """One text, the `index` of a list, has more characters than are taken; the message is LibreTranslate's, too."""

    def __init__(self, given: int, limit: int, index: int | None) -> None:
        super().__init__(f"request ({given}) exceeds text limit ({limit})")
        self.given = given
        self.limit = limit
        self.index = index


class InvalidInput(ApiError):
    """A request that its API refuses; the message is complete."""


class UnknownLanguage(InvalidInput):
    """No model reads or writes it; `known` are those that there are."""

    def __init__(self, given: str, role: Role, known: Sequence[str]) -> None:
        super().__init__(f"{ascii(given[:40])[1:-1]} is not supported")
        self.role: Role = role
        self.known = known


class NoSuchPair(InvalidInput):
    """The target is what a request can change; the message says between which languages there is nothing, and `known`
    between which there is something."""

    def __init__(self, message: str, known: Sequence[str]) -> None:
        super().__init__(message)
        self.known = known


class BodyTooLarge(ApiError):
    """More bytes than the server reads."""

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(f"Request body of {given} bytes or more exceeds the limit of {limit} bytes")


class UnsupportedContentType(ApiError):
    """A body of a type that the route does not read."""

    def __init__(self, given: str, accepted: Sequence[str]) -> None:
        name = f"Content type {given[:60]!a}" if given else "A body without a content type"
        super().__init__(f"{name} is not supported: send {' or '.join(accepted)}")


class CompressedBody(ApiError):
    """A body that would have to be unpacked first, into nobody knows how much."""

    def __init__(self, encoding: str) -> None:
        super().__init__(
            f"Content-Encoding {encoding[:60]!a} is not supported: send the body as it is, without compressing it and "
            "without that header"
        )


class NoRoute(ApiError):
    """A path that there is not, or not for the method."""


class UnknownModel(ApiError):
    """A model name that no loaded bundle has."""


class Disabled(ApiError):
    """Something that the API has and this server has not; the message is complete."""


class MissingKey(ApiError):
    """The server has API keys, and the request came without one."""

    def __init__(self) -> None:
        super().__init__("Please contact the server operator to get an API key")


class InvalidKey(ApiError):
    """A key that the server does not have."""

    def __init__(self) -> None:
        super().__init__("Invalid API key")


class RateLimited(ApiError):
    """More requests than a key or an address may send; `limit` says how many, as in "2 per 1 hour"."""

    def __init__(self, limit: str, retry_after_s: float) -> None:
        self.limit = limit
        self.retry_after_s = max(1, ceil(retry_after_s))
        super().__init__(f"Too many requests: {self.advice}")

    @property
    def advice(self) -> str:
        """What holds, and what to do."""
        return f"at most {self.limit} are taken; try again in {self.retry_after_s} s"


class NotReady(ApiError):
    """The bundles are not all loaded and warmed up."""

    def __init__(self, loading: Sequence[str]) -> None:
        super().__init__(f"The server is still loading {', '.join(loading)}; try again in a moment")


class ShuttingDown(ApiError):
    """The server finishes what is running and takes nothing new."""

    def __init__(self) -> None:
        super().__init__("The server is shutting down; send the request to another one")


class StorageFull(ApiError):
    """A file that cannot be kept until it is fetched."""

    def __init__(self, num_bytes: int, reason: str) -> None:
        super().__init__(
            f"The translated file of {num_bytes} bytes cannot be kept ({reason}): try again later, or have the "
            "server's operator make room in its folder for temporary files"
        )


class ClientGone(ApiError):
    """The client closed the connection before the answer was complete."""

    def __init__(self) -> None:
        super().__init__("The client closed the connection")
