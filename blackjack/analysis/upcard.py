"""Everything about one upcard that no decision changes, the pairs that may be split included."""

from functools import cached_property

from blackjack.analysis.split_hands import Splits
from blackjack.analysis.unsplit import ACTIONS, DOUBLE, HIT, STAND, SURRENDER, UnsplitUpcard

__all__ = ["ACTIONS", "DOUBLE", "HIT", "STAND", "SURRENDER", "Upcard"]


class Upcard(UnsplitUpcard):
    """One upcard of a table, given by its place among the values."""

    @cached_property
    def splits(self) -> Splits:
        """The pairs that may be split, and what can be won from their hands."""
        return Splits(self)
