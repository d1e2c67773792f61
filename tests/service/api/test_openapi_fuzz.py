"""Generated requests against everything that /openapi.json describes: none makes the server fail."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.live import LiveServer

EXAMPLES = settings(
    max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def operations(server: LiveServer) -> list[Any]:
    """Everything that the description offers."""
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    results: list[Any] = list(schema.get_all_operations())
    return [result.ok() for result in results]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_generated_requests_are_answered_as_described(operations: list[Any], mode: GenerationMode) -> None:
    assert len(operations) >= 25
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and "requestBody" not in operation.definition.raw:
            continue  # nothing is described that could be wrong

        @EXAMPLES
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Any) -> None:
            response = case.call(timeout=60)
            assert response.status_code < 500
            case.validate_response(response, checks=[response_schema_conformance])

        check()
