from typing import Any

import numpy as np
import pytest

from service.engine.errors import EngineError, GenerationFailed, NoTokenLeft
from service.engine.results import why_broken
from service.engine.sequence import new_sequence
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request

NOTHING_LEFT, NO_NUMBERS = [-np.inf, -np.inf], [np.nan, 0.0]


@pytest.mark.parametrize(
    ("options", "logits", "kind"),
    [
        ({"suppress_tokens": (5,)}, NOTHING_LEFT, NoTokenLeft),
        ({"suppress_tokens": (5,)}, NO_NUMBERS, GenerationFailed),
        ({"suppress_tokens": (5,)}, None, GenerationFailed),
        ({}, NOTHING_LEFT, GenerationFailed),
    ],
)
def test_options_are_to_blame_only_where_they_left_no_token(
    options: dict[str, Any], logits: list[float] | None, kind: type[EngineError]
) -> None:
    sequence = new_sequence(make_request("r", 5, **options), RecordingSink(), eos=EOS, now=0.0)
    assert type(why_broken(sequence, None if logits is None else np.array(logits, np.float32))) is kind
