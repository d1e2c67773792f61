"""Small signs are put right one after the other; those of German only there."""

import numpy as np

from service.text.faults.polishing import polished
from service.text.target import Unit, text_of


def test_signs_of_german_are_put_right_only_there() -> None:
    units = [Unit('"Wo ist der 2nd," fragte er.', 0, 1, np.zeros(1, np.float32))]
    source = '"Where is the 2nd?" he asked.'
    assert text_of(polished(units, source, ("en", "de"))) == '"Wo ist der 2.?" fragte er.'
    assert text_of(polished(units, source, ("en", "fr"))) == '"Wo ist der 2nd," fragte er.'
