"""Definition of large bets and wins of a round, by the USD amounts of the profile. Play money is never large.

The only definition: used by events, marks and filters.
"""

from django.db.models import F, Q

from casino.models import Round
from casino.models.rounds import INDEXED_USD
from profiles.selectors.in_force import profile_in_force
from wallet.money.values import UNITS


def large_bet_threshold() -> int:
    """Threshold of a large bet, in units of USD staked in a round."""
    return profile_in_force().large_bet_usd * UNITS


def large_win_threshold() -> int:
    """Threshold of a large win, in units of USD of a player's net win in a round."""
    return profile_in_force().large_win_usd * UNITS


def is_large_bet(round_: Round) -> bool:
    """Return whether a round's stakes reach the threshold of a large bet."""
    return round_.staked_usd >= large_bet_threshold()


def is_large_win(round_: Round) -> bool:
    """Return whether a round's net win reaches the threshold of a large win; False before its end."""
    return (
        round_.returned_usd is not None
        and round_.returned_usd - round_.staked_usd >= large_win_threshold()
    )


def stakes_condition(units: int) -> Q:
    """Condition: stakes of at least `units` of USD. Uses the partial index if it covers the amount."""
    asked = Q(staked_usd__gte=units)
    return asked & Q(staked_usd__gte=INDEXED_USD) if has_index(units) else asked


def win_condition(units: int) -> Q:
    """Condition: net win of at least `units` of USD. Uses the partial index if it covers the amount."""
    asked = Q(returned_usd__gte=F("staked_usd") + units)
    return asked & Q(returned_usd__gte=F("staked_usd") + INDEXED_USD) if has_index(units) else asked


def has_index(units: int) -> bool:
    """Return whether the partial indexes cover this amount."""
    return units >= INDEXED_USD
