"""Draws of shoes as columns: which index was drawn, among how many cards, in which deal, at which cursor.

The faces of cards are no use here: which of them are seen depends on the cut card, and on when players stop. The index of
a draw does not: whatever came before, it is uniform among the cards left.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from blackjack.cards import CARDS
from blackjack.fairness import draw_index

Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DealDraws:
    """The draws of one deal: C, nonce, number of cards, and the library's version."""

    entropy: str
    nonce: int
    count: int
    library: str


@dataclass(frozen=True, slots=True)
class ShoeDraws:
    """A shoe with its revealed seed and its deals, by nonce; `decks` is None for infinite decks."""

    table: int
    server_seed: str
    decks: int | None
    deals: tuple[DealDraws, ...]


@dataclass(frozen=True, slots=True)
class DrawColumns:
    """Draws in their order, one element each; `shoe` numbers the shoes and `library` the versions."""

    shoe: Column
    library: Column
    left: Column
    index: Column
    deal: Column
    cursor: Column

    def of_library(self, library: int) -> "DrawColumns":
        """Return the draws of one version of the library."""
        kept = self.library == library
        return DrawColumns(
            self.shoe[kept],
            self.library[kept],
            self.left[kept],
            self.index[kept],
            self.deal[kept],
            self.cursor[kept],
        )


def recompute_draws(shoes: Iterable[ShoeDraws], libraries: list[str]) -> DrawColumns:
    """Return the draws of these shoes, computed with the code that deals. New versions are added to `libraries`."""
    rows = [
        (number, *row)
        for number, shoe in enumerate(shoes)
        for row in _recompute_shoe(shoe, libraries)
    ]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 6).T
    return DrawColumns(*columns)


def _recompute_shoe(
    shoe: ShoeDraws, libraries: list[str]
) -> Iterator[tuple[int, int, int, int, int]]:
    full = len(CARDS) * (shoe.decks or 1)
    left = full
    for place, deal in enumerate(shoe.deals):
        if deal.library not in libraries:
            libraries.append(deal.library)
        library = libraries.index(deal.library)
        for cursor in range(deal.count):
            if left == 0:  # all cards but this deal's come back
                left = full - cursor if cursor < full else full
            index = draw_index(shoe.server_seed, deal.entropy, deal.nonce, cursor, left)
            yield library, left, index, place, cursor
            left -= shoe.decks is not None
