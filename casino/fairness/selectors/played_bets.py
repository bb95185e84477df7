"""Bets of a deal in the engine's form, assembled from its rounds."""

from collections.abc import Iterable

import blackjack
from blackjack.bets import FIRST, Behind
from blackjack.choices import choices_from
from casino.models import Bet, Round


def build_deal_bets(rounds: Iterable[Round]) -> list[blackjack.Bet]:
    """Bets of all boxes, ascending. The rounds' bets should be prefetched."""
    placed: dict[int, dict[int, Bet]] = {}
    for round_ in rounds:
        bettors = round_.bettor_by_box
        for bet in round_.bets.all():
            placed.setdefault(bet.box, {})[bettors[bet.box]] = bet
    return [_bet(placed[box]) for box in sorted(placed)]


def _bet(bettors: dict[int, Bet]) -> blackjack.Bet:
    first = bettors[FIRST]
    followers = [bettors[number] for number in sorted(bettors) if number != FIRST]
    behind = tuple(Behind(one.stake, *choices_from(one.choices or {})) for one in followers)
    return blackjack.Bet(first.box, first.stake, first.side_bets, behind)
