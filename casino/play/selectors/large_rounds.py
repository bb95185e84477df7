"""Large bets and wins of one round, by the dollar amounts in the settings. Play money is never large.

The only definition: used by events, marks and filters.
"""

from django.conf import settings
from django.db.models import F, Q

from casino.models import Round
from casino.models.rounds import INDEXED_USD
from wallet.money.values import UNITS


def bet_from() -> int:
    """Units of USD from which a round's stakes are large."""
    return int(settings.LARGE_BET_USD) * UNITS


def win_from() -> int:
    """Units of USD from which a player's net win is large."""
    return int(settings.LARGE_WIN_USD) * UNITS


def is_large_bet(round_: Round) -> bool:
    """Whether so much was staked in it."""
    return round_.staked_usd >= bet_from()


def is_large_win(round_: Round) -> bool:
    """Whether so much was won in it; nothing is before its end."""
    return round_.returned_usd is not None and round_.returned_usd - round_.staked_usd >= win_from()


def staked_from(units: int) -> Q:
    """Condition: stakes of so many units of USD or more; from a certain amount on it uses the partial index."""
    asked = Q(staked_usd__gte=units)
    return asked & Q(staked_usd__gte=INDEXED_USD) if has_index(units) else asked


def won_from(units: int) -> Q:
    """Rounds in which so many units of USD or more were won, likewise."""
    asked = Q(returned_usd__gte=F("staked_usd") + units)
    return asked & Q(returned_usd__gte=F("staked_usd") + INDEXED_USD) if has_index(units) else asked


def has_index(units: int) -> bool:
    """Whether the partial index covers that amount."""
    return units >= INDEXED_USD
