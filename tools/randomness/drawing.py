"""Whole shoes drawn by the product's scheme, or by a faulty copy of it."""

import hmac
import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from blackjack.fairness import draw_index

CARDS: Final = 52
DECKS: Final = 6
SHOE: Final = DECKS * CARDS
"""Cards of a shoe."""
_BATCH: Final = 100
"""Shoes drawn by one call of a process."""
_DEAL: Final = range(4, 11)
"""Numbers of cards that a deal takes."""
Draw = Callable[[str, str, int, int, int], int]
"""Server seed, entropy, nonce, cursor and number of cards left, to the index of the card."""


@dataclass(frozen=True)
class Shoes:
    """Shoes drawn to their last card: arrays of shape (shoes, 312)."""

    cards: NDArray[np.int64]
    """Indexes of the cards, 0 to 51, in the order drawn."""
    indexes: NDArray[np.int64]
    """Index of each card among those left, of which there are 312, 311, … 1."""
    deals: NDArray[np.int64]
    """Number of the deal that drew the card, from 0: its nonce in the product."""
    cursors: NDArray[np.int64]
    """Number of the card within its deal."""


def draw_by_byte(server_seed: str, mixed: str, nonce: int, cursor: int, left: int) -> int:
    """Return a biased index: one byte modulo the number of cards."""
    message = f"{mixed}:{nonce}:{cursor}".encode("ascii")
    return hmac.digest(server_seed.encode("ascii"), message, "sha256")[0] % left


def draw_with_old_nonce(server_seed: str, mixed: str, nonce: int, cursor: int, left: int) -> int:
    """Return the product's index, but let each second deal use the nonce of the one before."""
    return draw_index(server_seed, mixed, nonce - nonce % 2, cursor, left)


COPIES: Final[Mapping[str, Draw]] = {
    "one byte modulo the cards left": draw_by_byte,
    "each second deal reuses a nonce": draw_with_old_nonce,
}
"""Faulty copies of the scheme, which the battery must reject."""


def draw_shoes(
    number: int, draw: Draw = draw_index, *, processes: int = 1, seed: str | None = None
) -> Iterator[Shoes]:
    """Yield `number` shoes in batches. Server seeds come from the operating system, or from `seed` to repeat a run."""
    sizes = [min(_BATCH, number - start) for start in range(0, number, _BATCH)]
    starts = [None if seed is None else f"{seed} {batch}" for batch in range(len(sizes))]
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(partial(_draw_batch, draw), sizes, starts)


def join_shoes(batches: list[Shoes]) -> Shoes:
    """Return all shoes of the batches."""
    return Shoes(
        *(
            np.concatenate([getattr(one, name) for one in batches])
            for name in ("cards", "indexes", "deals", "cursors")
        )
    )


def _draw_batch(draw: Draw, size: int, seed: str | None) -> Shoes:
    source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a repeatable run
    drawn = np.array([draw_shoe(draw, source) for _ in range(size)], dtype=np.int64)
    return Shoes(*drawn.transpose(1, 0, 2))


def draw_shoe(draw: Draw, source: random.Random) -> tuple[list[int], ...]:
    """Draw a shoe as a table does, to its last card: deals of a few cards, numbered by the nonce, their cards by the cursor.

    Returns cards, indexes, deals and cursors as in `Shoes`.
    """
    server_seed, mixed = f"{source.getrandbits(256):064x}", f"seed-{source.getrandbits(128):032x}"
    left = [card for card in range(CARDS) for _ in range(DECKS)]
    cards, indexes, deals, cursors = list[int](), list[int](), list[int](), list[int]()
    nonce = 0
    while left:
        for cursor in range(min(source.choice(_DEAL), len(left))):
            index = draw(server_seed, mixed, nonce, cursor, len(left))
            cards.append(left.pop(index))
            indexes.append(index)
            deals.append(nonce)
            cursors.append(cursor)
        nonce += 1
    return cards, indexes, deals, cursors
