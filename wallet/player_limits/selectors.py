"""Default deposit limits of the profile in force for a player's country, in units of 10^-4 US dollars at the latest rates."""

from collections.abc import Iterable, Mapping
from typing import Final

from accounts.models.users import User
from limits.selectors.in_force import load_limits, load_raised_deposits
from limits.values import LimitKind, LimitPeriod, LimitScope, WindowLimit, select_strictest
from profiles.selectors.in_force import profile_in_force
from profiles.values.fields import ProfileValues
from profiles.values.kinds import StatedAmount
from wallet.money.values import Money
from wallet.rates.selectors.rates import latest_rate
from wallet.rates.values import convert_to_usd

_FIELDS: Final[Mapping[LimitPeriod, str]] = {
    LimitPeriod.DAY: "deposit_limit_day",
    LimitPeriod.WEEK: "deposit_limit_week",
    LimitPeriod.MONTH: "deposit_limit_month",
}


def load_deposit_limits(player: User) -> list[WindowLimit]:
    """Return the deposit limits that count for a player, the strictest of each period. Raises NoRate.

    One query without defaults in the profile. With them at most one more, and one for each currency.
    """
    limits = [one for one in load_limits(player.pk) if one.kind == LimitKind.DEPOSIT]
    return list(select_strictest([*limits, *find_default_limits(player, limits)]).values())


def find_default_limits(player: User, limits: Iterable[WindowLimit]) -> list[WindowLimit]:
    """Return the profile's limits that count for a player with these own limits. Raises NoRate.

    A default counts until the player has confirmed an own limit above it; then the own one counts alone.
    """
    defaults = load_stated_limits(player)
    own = {one.period: one.amount for one in limits if one.scope == LimitScope.OWN}
    above = [period for period, amount in defaults.items() if own.get(period, 0) > amount]
    raised = load_raised_deposits(player.pk) if above else {}
    return [
        WindowLimit(LimitScope.DEFAULT, LimitKind.DEPOSIT, amount, period)
        for period, amount in defaults.items()
        if period not in above or raised.get(period, 0) < own[period]
    ]


def load_stated_limits(player: User) -> Mapping[LimitPeriod, int]:
    """Return the default of each period that the profile states, whether or not it counts. Raises NoRate."""
    profile = profile_in_force(player.country)
    stated = {period: _stated(profile, name) for period, name in _FIELDS.items()}
    return {
        period: convert_stated(amounts, player.display_currency)
        for period, amounts in stated.items()
        if amounts
    }


def convert_stated(amounts: Iterable[StatedAmount], currency: str) -> int:
    """Return the amount stated in this currency, or else the lowest of all, in units of 10^-4 US dollars. Raises NoRate."""
    found = list(amounts)
    chosen = [one for one in found if one.currency == currency] or found
    return min(_worth(one) for one in chosen)


def _stated(profile: ProfileValues, name: str) -> tuple[StatedAmount, ...]:
    found: tuple[StatedAmount, ...] = getattr(profile, name)
    return found


def _worth(stated: StatedAmount) -> int:
    money = Money.parse(f"{stated.amount:f}", stated.currency)
    return convert_to_usd(money, latest_rate(money.currency).rate).units
