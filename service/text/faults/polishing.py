"""Small signs of a translation put right that no stream has sent: markup, pauses, ordinals, what is asked in quotes."""

from collections.abc import Sequence

from service.text.brackets.asking import with_quoted_signs
from service.text.faults.made_up import without_markup
from service.text.faults.needless_pauses import without_needless_pauses
from service.text.numbers.ordinals import with_ordinals
from service.text.target import Unit


def polished(units: Sequence[Unit], source: str, languages: tuple[str, str]) -> list[Unit]:
    """The units with all of that."""
    units = without_needless_pauses(without_markup([*units], source), source)
    return with_quoted_signs(with_ordinals(units, source), source) if languages == ("en", "de") else units
