"""Types of the arrays that the engine works on. Shapes stand where they are used."""

from typing import Any

import numpy as np
import numpy.typing as npt

Encoded = Any  # one source as the runner has encoded it; only the runner knows its form
Rows = npt.NDArray[np.intp]  # numbers of rows
Ids = npt.NDArray[np.intp]  # of tokens, or places in other arrays
TokenIds = npt.NDArray[np.int32]  # what rows have written, or a source
Counts = npt.NDArray[np.intp]
Positions = npt.NDArray[np.signedinteger[Any]]  # counts of whatever width
Flags = npt.NDArray[np.bool_]
Logits = npt.NDArray[np.float32]
LogProbs = npt.NDArray[np.float64]
