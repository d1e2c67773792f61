"""What is largest in each block of a row of logits, and the logarithm of the row's whole weight.

n rows, r of them looked at, V vocabulary, B blocks of `BLOCK_SIZE` ids (the last one may be shorter). A row is
computed from its own logits alone, always in the same order, so no neighbour changes a bit of its results.
"""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from service.engine.arrays import Logits, LogProbs, Rows
from service.runtime.compiling import compiled
from service.runtime.interpreter import outside

BLOCK_SIZE: Final = 64
_MANY: Final = 250_000  # logits, which take so long that others may have the interpreter meanwhile

_LOWEST: Final = np.float32(-87)  # an exponential below is as good as none
_ONE: Final = np.float32(1)

# exp(x) = 2**k * 2**f with a whole k and |f| <= 0.5, for which a polynomial is right to 8e-8: the one whose largest
# relative error is the least. Adding and taking away 1.5 * 2**23 rounds to a whole number, whose bits are then the last
# ones of the sum. What is lost of an x far below 0 is lost of a number that hardly counts.
_LOG2_E: Final = np.float32(1.44269504088896341)
_ROUNDING: Final = np.float32(12582912)
_C6: Final = np.float32(1.5345808e-4)
_C5: Final = np.float32(1.3399932e-3)
_C4: Final = np.float32(9.6184891e-3)
_C3: Final = np.float32(5.5503286e-2)
_C2: Final = np.float32(2.4022646e-1)
_C1: Final = np.float32(6.9314718e-1)

# Sums may be taken in any order, and so are taken in lanes; what is compiled keeps to the order that it has.
_IN_LANES: Final = {"reassoc", "nsz", "contract"}


def _emit_larger(_typing: Any, _x: Any, _y: Any) -> tuple[Any, Callable[..., Any]]:
    """The larger of two numbers, NaN if one is: Numba's own `max` stands in the way of lanes."""

    def generate(_context: Any, builder: Any, _signature: Any, numbers: Any) -> Any:
        number = ir.FloatType()
        maximum = builder.module.declare_intrinsic("llvm.maximum", [number], ir.FunctionType(number, [number, number]))
        return builder.call(maximum, numbers, fastmath=("nsz",))

    return types.float32(types.float32, types.float32), generate


def _emit_times_power_of_two(_typing: Any, _number: Any, _rounded: Any) -> tuple[Any, Callable[..., Any]]:
    """A number times 2**k, for the k in the last bits of `_ROUNDING + k`: added to its exponent."""

    def generate(_context: Any, builder: Any, _signature: Any, numbers: Any) -> Any:
        bits = ir.IntType(32)
        number, rounded = (builder.bitcast(argument, bits) for argument in numbers)
        return builder.bitcast(builder.add(number, builder.shl(rounded, ir.Constant(bits, 23))), ir.FloatType())

    return types.float32(types.float32, types.float32), generate


_larger: Final[Any] = intrinsic(_emit_larger)
_times_power_of_two: Final[Any] = intrinsic(_emit_times_power_of_two)


@njit(fastmath={"contract"}, error_model="numpy")
def _exponential(x: np.float32) -> np.float32:
    x = _larger(x, _LOWEST)
    rounded = x * _LOG2_E + _ROUNDING
    f = x * _LOG2_E - (rounded - _ROUNDING)
    of_fraction = (((((_C6 * f + _C5) * f + _C4) * f + _C3) * f + _C2) * f + _C1) * f + _ONE
    power: np.float32 = _times_power_of_two(of_fraction, rounded)
    return power


@njit(fastmath=_IN_LANES, error_model="numpy")
def _peak(block: npt.NDArray[np.float32]) -> np.float32:
    peak: np.float32 = block[0]
    for i in range(len(block)):
        peak = _larger(block[i], peak)
    return peak


@njit(fastmath=_IN_LANES, error_model="numpy")
def _weight(row: npt.NDArray[np.float32], peak: np.float32) -> np.float32:
    """How much all logits of a row together weigh, where the highest weighs 1."""
    weight = np.float32(0)
    for i in range(len(row)):
        weight += _exponential(row[i] - peak)
    return weight


@njit(error_model="numpy")
def _weigh(logits: Logits, rows: Rows, block_peaks: Logits, peaks: Logits, normalizers: LogProbs) -> bool:
    is_sound = True
    for place in range(len(rows)):
        row = rows[place]
        peak = np.float32(-np.inf)
        for block in range(block_peaks.shape[1]):
            start = block * BLOCK_SIZE
            block_peaks[row, block] = _peak(logits[row, start : start + BLOCK_SIZE])
            peak = _larger(block_peaks[row, block], peak)
        peaks[row] = peak
        is_sound &= np.isfinite(peak)
        normalizers[row] = np.float64(peak) + math.log(np.float64(_weight(logits[row], peak)))
    return is_sound


_SIGNATURE: Final = "boolean(float32[:, ::1], int64[::1], float32[:, ::1], float32[::1], float64[::1])"


@compiled(_SIGNATURE)
def _weigh_few(logits: Logits, rows: Rows, block_peaks: Logits, peaks: Logits, normalizers: LogProbs) -> bool:
    is_sound: bool = _weigh(logits, rows, block_peaks, peaks, normalizers)
    return is_sound


@compiled(_SIGNATURE, needs_interpreter=False)
def _weigh_many(logits: Logits, rows: Rows, block_peaks: Logits, peaks: Logits, normalizers: LogProbs) -> bool:
    is_sound: bool = _weigh(logits, rows, block_peaks, peaks, normalizers)
    return is_sound


def weigh(logits: Logits, rows: Rows, block_peaks: Logits, peaks: Logits, normalizers: LogProbs) -> bool:
    """Of `rows` [r] of logits [n, V]: peaks of blocks [n, B], of rows [n], and what to subtract from a logit to get
    its log-probability [n]. Whether all these peaks are finite; one is NaN where a logit is.
    """
    if len(rows) * logits.shape[1] < _MANY:
        return _weigh_few(logits, rows, block_peaks, peaks, normalizers)
    return outside(_weigh_many, logits, rows, block_peaks, peaks, normalizers)
