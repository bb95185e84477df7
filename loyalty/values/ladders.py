"""Comparison of two ladders of tiers."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Final

_HALF: Final = Fraction(1, 2)


def rung_places(before: Sequence[str], after: Sequence[str]) -> list[Fraction]:
    """Return the position of each tier of `before` in `after`, by name, lowest first; halfway between two if it is gone.

    A tier with the same name keeps its identity; a renamed one is the tier at the same position.
    """
    found: list[Fraction] = []
    pairs = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for _kind, first, last, lowest, end in pairs:
        there = [Fraction(place) for place in range(lowest, end)]
        found += [*there, *[end - _HALF] * (last - first)][: last - first]
    return found
