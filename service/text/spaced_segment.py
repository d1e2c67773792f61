"""A sentence whose letters are set apart: the model translates it with them together."""

from dataclasses import replace

from service.text.lettercase.spaced_out import set_apart
from service.text.outcome import Outcome
from service.text.segment import Segment


class SpacedSegment(Segment):
    """As any other, but that its translation is set as its source was."""

    @property
    def is_held(self) -> bool:
        """Always: where a word ends is known when it is there."""
        return True

    @property
    def known(self) -> Outcome:
        """The outcome with its letters apart. Raises EngineStopped before there is one."""
        outcome = super().known
        others = tuple(replace(other, text=self._apart(other.text)) for other in outcome.alternatives)
        return replace(outcome, text=self._apart(outcome.text), alternatives=others)

    async def conclude(self) -> Outcome:
        """The same, when there is one. Raises EngineError."""
        await super().conclude()
        return self.known

    def _apart(self, text: str) -> str:
        return set_apart(text, self.planned.set_as)
