"""Two ladders of tiers side by side: where each rung of one stands on the other."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Final

_HALF: Final = Fraction(1, 2)


def rung_places(before: Sequence[str], after: Sequence[str]) -> list[Fraction]:
    """The place of each tier `before` among those `after`, by their names, the lowest first; between two where it is gone.

    A tier that keeps its name keeps its place, whatever was put in below it; one that lost its name is the one that stands there now.
    """
    found: list[Fraction] = []
    pairs = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for _kind, first, last, lowest, end in pairs:
        there = [Fraction(place) for place in range(lowest, end)]
        found += [*there, *[end - _HALF] * (last - first)][: last - first]
    return found
