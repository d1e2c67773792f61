"""Sinusoidal positions (section 3.5 of the paper)."""

import math

import pytest
import torch

from models import reference
from models.transformer import sinusoidal_positions

WIDTH = 64


def test_every_number_follows_the_formula() -> None:
    table = sinusoidal_positions(512, WIDTH)
    for position in (0, 1, 2, 17, 511):
        for i in range(WIDTH // 2):
            angle = position / 10_000 ** (2 * i / WIDTH)
            assert table[position, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[position, 2 * i + 1].item() == pytest.approx(math.cos(angle), abs=1e-6)


def test_the_oracle_has_the_same_positions() -> None:
    expected = torch.stack([reference.position(index, WIDTH) for index in range(40)])
    torch.testing.assert_close(sinusoidal_positions(40, WIDTH), expected.float(), atol=1e-6, rtol=0)


@pytest.mark.parametrize("offset", [1, 7, 100])
def test_a_shift_is_one_rotation_for_all_positions(offset: int) -> None:
    """PE(pos + k) = R(k) PE(pos), where R(k) turns each pair (sin, cos) by k times its frequency."""
    table = sinusoidal_positions(300, WIDTH).double()
    rotation = torch.zeros(WIDTH, WIDTH, dtype=torch.float64)
    for i in range(WIDTH // 2):
        turn = offset / 10_000 ** (2 * i / WIDTH)
        block = [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
        rotation[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = torch.tensor(block, dtype=torch.float64)
    torch.testing.assert_close(table[:-offset] @ rotation.T, table[offset:], atol=1e-5, rtol=0)
    torch.testing.assert_close(rotation @ rotation.T, torch.eye(WIDTH, dtype=torch.float64))
