"""Chances to change a private shoe early, and whether the player did (CC3)."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from casino.models import Shoe
from detection.selectors.rules import load_rules
from signals.columns import DECK, DealMark, Deals, EarlyShoeEnds

_FIELDS: Final = (
    *("version", "place__table__rounds_before_shoe_change", "close_reason", "rounds_dealt"),
    *("running_count", "cards_out"),
)


def load_shoe_ends(deals: Deals) -> EarlyShoeEnds:
    """Return the chances to change a private shoe: after each own deal once the table allows it."""
    live = deals.marks & int(DealMark.LIVE) > 0
    private = deals.take(~live & (deals.round > 0))
    if not len(private):
        return EarlyShoeEnds.empty()
    private = private.take(np.lexsort((private.nonce, private.shoe)))
    names, of_shoe = np.unique(private.shoe, return_inverse=True)
    shoes = _describe_shoes(names.tolist())[of_shoe]
    last = np.append(private.shoe[1:] != private.shoe[:-1], True)
    wait, rounds, changed = shoes[:, 0], shoes[:, 1], shoes[:, 2] > 0
    is_chance = (wait > 0) & (private.nonce >= wait) & ~last
    is_change = last & changed & (private.nonce == rounds)
    running = np.where(last, shoes[:, 3], np.roll(private.running, -1))
    left = np.where(last, shoes[:, 4], np.roll(private.left, -1))
    rows = np.flatnonzero(is_chance | is_change)
    rows = rows[np.argsort(private.ended[rows], kind="stable")]
    return EarlyShoeEnds(private.ended[rows], running[rows], left[rows], is_change[rows])


def _describe_shoes(shoes: Sequence[int]) -> Any:
    """Return for each shoe: deals before it may be changed, its deals, whether it was changed, count and cards left at its end.

    A shoe without a stored count counts as not changed.
    """
    rows = Shoe.objects.filter(pk__in=shoes).values_list("pk", *_FIELDS)
    described = {pk: _describe_shoe(*row) for pk, *row in rows}
    return np.array([described[shoe] for shoe in shoes], np.int64)


def _describe_shoe(
    version: int, wait: int, reason: str, dealt: int, running: int | None, out: int
) -> tuple[int, int, int, int, int]:
    decks = load_rules(version).finite_decks
    known = decks is not None and running is not None
    changed = int(reason == Shoe.CloseReason.PLAYER and known)
    return (wait, dealt, changed, running or 0, DECK * (decks or 1) - out)
