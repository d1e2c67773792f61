"""The best token of each row of logits, in one pass that reads every logit once.

n rows, V vocabulary.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from service.runtime.compiling import compiled

_BLOCK_SIZE: Final = 128


@compiled("void(float32[:, :, ::1], int64, int64[:, ::1], float32[:, ::1])", needs_interpreter=False)
def choose_best(
    logits: npt.NDArray[np.float32], num_rows: int, best: npt.NDArray[np.int64], best_logits: npt.NDArray[np.float32]
) -> None:
    """Of the first n rows of logits [rows, 1, V], the id of the highest, the lowest of several, and the logit itself,
    both [rows, 1]. A row with a logit that is no number has the first such one.
    """
    for row in range(num_rows):
        token, peak = 0, logits[row, 0, 0]
        for start in range(0, logits.shape[2], _BLOCK_SIZE):
            block = logits[row, 0, start : start + _BLOCK_SIZE]
            # Without a branch this is done in lanes; few blocks have a higher one, and only these are looked at again.
            is_higher = False
            for i in range(len(block)):
                is_higher |= not block[i] <= peak
            if not is_higher or np.isnan(peak):
                continue
            for i in range(len(block)):
                if block[i] > peak or np.isnan(block[i]):
                    token, peak = start + i, block[i]
                    if np.isnan(peak):
                        break
        best[row, 0], best_logits[row, 0] = token, peak
