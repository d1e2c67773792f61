"""What is required of a decode without HTTP: how many times as fast as each peer it has to be."""

from types import MappingProxyType
from typing import Final

from loadtest.systems import CTRANSLATE2, TRANSFORMERS

GOALS: Final = MappingProxyType({CTRANSLATE2: 1.0, TRANSFORMERS: 8.0})
