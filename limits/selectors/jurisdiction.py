"""Limits on bets and pace that the profile sets for players of a country, beside those of table, player and house.

They need no query: the process knows the profile, and `wallet` registers rates that it keeps.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Final, Protocol

from accounts.values.currencies import BASE_CURRENCY
from limits.values import EffectiveLimit, LimitScope
from pages.amounts import SCALE_DIGITS
from profiles.selectors.in_force import profile_in_force
from profiles.values.kinds import StatedAmount

_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "max_stake_box": ("max_bet", "max_side"),
    "max_stake_round": ("max_round",),
}
PACE: Final = "min_seconds_between_rounds"


class RateSource(Protocol):
    """Callable for the US dollars per unit of these currencies; one without a rate is left out."""

    def __call__(self, currencies: Collection[str]) -> Mapping[str, Decimal]: ...


_sources: Final[list[RateSource]] = []


def register_rates(source: RateSource) -> None:
    """Convert stated amounts of other currencies at these rates."""
    _sources.append(source)


def jurisdiction_limits(country: str = "", at: datetime | None = None) -> list[EffectiveLimit]:
    """Return the limits for players who live in `country`, by the profile in force at a moment (now)."""
    profile = profile_in_force(country, at)
    found = [
        EffectiveLimit(LimitScope.JURISDICTION, kind, amount)
        for field, kinds in _KINDS.items()
        for amount in _convert(getattr(profile, field))
        for kind in kinds
    ]
    if profile.seconds_between_rounds:
        found.append(EffectiveLimit(LimitScope.JURISDICTION, PACE, profile.seconds_between_rounds))
    return found


def _convert(stated: Iterable[StatedAmount]) -> Iterator[int]:
    """Yield amounts as units of 10^-4 US dollars, rounded down; 0 without a rate, so that no bet passes."""
    amounts = tuple(stated)
    foreign = {one.currency for one in amounts} - {BASE_CURRENCY}
    rates = {BASE_CURRENCY: Decimal(1)}
    for source in _sources if foreign else ():
        rates |= source(foreign)
    for one in amounts:
        rate = rates.get(one.currency, Decimal(0))
        yield int((one.amount * rate).scaleb(SCALE_DIGITS))
