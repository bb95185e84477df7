"""Decision-independent data of one upcard, with the pairs that may be split."""

from functools import cached_property

from blackjack.analysis.split_hands import Splits
from blackjack.analysis.unsplit import ACTIONS, DOUBLE, HIT, STAND, SURRENDER, UnsplitUpcard

__all__ = ["ACTIONS", "DOUBLE", "HIT", "STAND", "SURRENDER", "Upcard"]


class Upcard(UnsplitUpcard):
    """One upcard of a table, given by value index."""

    @cached_property
    def splits(self) -> Splits:
        """Pairs that may be split, and the positions of their hands."""
        return Splits(self)
