"""The running server that the tests of the API share."""

from tests.service.api.conftest import bundles, client, server

__all__ = ["bundles", "client", "server"]
