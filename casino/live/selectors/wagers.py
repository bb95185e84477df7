"""Bets for a live table's next deal."""

from collections.abc import Iterable, Sequence
from typing import Final

import blackjack
from blackjack.bets import FIRST, Behind
from blackjack.choices import choices_from
from casino.models import Place, Wager, WagerBet
from internals.compiled_queries import ModelQuery, attach_rows

_OPEN: Final = ModelQuery[Wager](
    lambda place: (
        Wager.objects.filter(participant__place=place, end=Wager.End.OPEN)
        .select_related("participant__player")
        .order_by("placed_at", "pk")
    ),
    int,
)
_BETS: Final = ModelQuery[WagerBet](
    lambda place: WagerBet.objects.filter(
        wager__participant__place=place, wager__end=Wager.End.OPEN
    ).order_by("pk"),
    int,
)
Placed = tuple[Wager, WagerBet]


def open_wagers(place: Place) -> list[Wager]:
    """Open wagers in the order they were placed, with their bets and players. Two queries."""
    found = _OPEN.all(place.pk)
    bets: dict[int, list[WagerBet]] = {wager.pk: [] for wager in found}
    for bet in _BETS.all(place.pk) if found else ():
        if bet.wager_id in bets:  # without a lock, another bet may have come in between
            bets[bet.wager_id].append(bet)
    for wager in found:
        for bet in bets[wager.pk]:
            bet.wager = wager
        attach_rows(wager, "bets", bets[wager.pk])
    return found


def order_bettors(wagers: Iterable[Wager]) -> dict[int, list[Placed]]:
    """Bets of each box by bettor: the seat's own, then bets behind in the order they were placed."""
    boxes: dict[int, list[Placed]] = {}
    placed = [(wager, bet) for wager in wagers for bet in wager.bets.all()]
    for wager, bet in sorted(placed, key=lambda one: one[1].choices is not None):
        boxes.setdefault(bet.box, []).append((wager, bet))
    return dict(sorted(boxes.items()))


def build_box_bets(boxes: dict[int, list[Placed]]) -> list[blackjack.Bet]:
    """Bets in the engine's form."""
    return [_bet_of_box(placed) for placed in boxes.values()]


def find_bettor_numbers(wager: Wager, boxes: dict[int, list[Placed]]) -> dict[int, int]:
    """The wager's bettor number on each of its boxes."""
    return {
        box: bettor
        for box, placed in boxes.items()
        for bettor, (owner, _bet) in enumerate(placed, FIRST)
        if owner == wager
    }


def lowest_box(wager: Wager) -> int | None:
    """Lowest box of the player's own, where the seat's seed counts; None if all are bets behind."""
    own = [bet.box for bet in wager.bets.all() if bet.choices is None]
    return min(own, default=None)


def _bet_of_box(placed: Sequence[Placed]) -> blackjack.Bet:
    (_owner, first), *followers = placed
    behind = [Behind(bet.stake, *choices_from(bet.choices or {})) for _wager, bet in followers]
    return blackjack.Bet(first.box, first.stake, first.side_bets, tuple(behind))
