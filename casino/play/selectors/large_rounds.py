"""Which bets and wins are large, of one round: from the dollars on that the house's settings say. Play money has no worth.

The one answer to that: events are written by it, and staff's lists mark and find by it.
"""

from django.conf import settings
from django.db.models import F, Q

from casino.models import Round
from casino.models.rounds import INDEXED_USD
from wallet.money.values import UNITS


def bet_from() -> int:
    """From how many units of USD on what was staked in a round is large."""
    return int(settings.LARGE_BET_USD) * UNITS


def win_from() -> int:
    """The same of what a player has won in one, less the stakes."""
    return int(settings.LARGE_WIN_USD) * UNITS


def is_large_bet(round_: Round) -> bool:
    """Whether so much was staked in it."""
    return round_.staked_usd >= bet_from()


def is_large_win(round_: Round) -> bool:
    """Whether so much was won in it; nothing is before its end."""
    return round_.returned_usd is not None and round_.returned_usd - round_.staked_usd >= win_from()


def staked_from(units: int) -> Q:
    """Rounds in which so many units of USD or more were staked; from a certain sum on the index of such rounds is named too."""
    asked = Q(staked_usd__gte=units)
    return asked & Q(staked_usd__gte=INDEXED_USD) if has_index(units) else asked


def won_from(units: int) -> Q:
    """Rounds in which so many units of USD or more were won, likewise."""
    asked = Q(returned_usd__gte=F("staked_usd") + units)
    return asked & Q(returned_usd__gte=F("staked_usd") + INDEXED_USD) if has_index(units) else asked


def has_index(units: int) -> bool:
    """Whether rounds from so many units of USD on are found without looking at all others."""
    return units >= INDEXED_USD
