"""A player's limits with what is used of them, and amounts in the unit in which limits are stored."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models.users import User
from casino.limits.selectors.spending import load_spending
from casino.protection.refusals import LimitBelowCent, LimitWithoutRate
from limits.selectors.in_force import PendingLimit, load_limits, pending_limits
from limits.selectors.time_played import time_played
from limits.values import LimitKind, LimitPeriod, Limits, Used, WindowLimit, select_strictest
from wallet.cash.selectors.deposit_allowance import load_deposited
from wallet.money.values import Money
from wallet.player_limits.selectors import find_default_limits
from wallet.player_limits.words import DisplayCurrency
from wallet.rates.refusals import NoRate


@dataclass(frozen=True, slots=True)
class LimitPosition:
    """Limits of one kind and period: the player's own, the house's and the profile's default, in 10^-4 USD or seconds.

    `used` is negative for a win. `percent` is the used share of the stricter limit. `pending` is a looser one that waits.
    """

    kind: LimitKind
    period: LimitPeriod
    own: int | None
    house: int | None
    default: int | None
    used: int | None
    percent: int
    pending: PendingLimit | None


def load_limit_positions(player: User, now: datetime) -> list[LimitPosition]:
    """Return the position of every kind and period: deposits, losses, stakes, then time. At most seven queries."""
    limits = load_limits(player.pk)
    defaults = _defaults(player, limits)
    own = select_strictest(one for one in limits if not one.by_house)
    house = select_strictest(one for one in limits if one.by_house)
    strictest, used = select_strictest([*limits, *defaults.values()]), _used(player, now)
    asked = {(one.limit.kind, one.limit.period): one for one in pending_limits(player.pk)}
    found = []
    for kind in LimitKind:
        for period in LimitPeriod:
            key = (kind, period)
            counts = strictest.get(key)
            found.append(
                LimitPosition(
                    kind=kind,
                    period=period,
                    own=own[key].amount if key in own else None,
                    house=house[key].amount if key in house else None,
                    default=defaults[key].amount if key in defaults else None,
                    used=used.get(key),
                    percent=0 if counts is None else _percent(used.get(key) or 0, counts.amount),
                    pending=asked.get(key),
                )
            )
    return found


def convert_limit(amount: Money) -> int:
    """Return the limit of an amount in 10^-4 USD, at the rate in use. Raises LimitWithoutRate, LimitBelowCent."""
    shown = DisplayCurrency.load(amount.currency)
    if shown.currency != amount.currency:
        raise LimitWithoutRate(amount.currency)
    if amount and not (units := shown.to_usd_units(amount)):
        raise LimitBelowCent
    return units if amount else 0


def _percent(used: int, limit: int) -> int:
    """Used share of a limit in percent, from 0 to 100; a limit of zero is used up."""
    return max(0, min(100, used * 100 // limit)) if limit else 100


def _defaults(player: User, limits: list[WindowLimit]) -> Limits:
    """Return the defaults that count; none while they cannot be compared, when deposits are refused."""
    deposits = [one for one in limits if one.kind == LimitKind.DEPOSIT]
    try:
        return select_strictest(find_default_limits(player, deposits))
    except NoRate:
        return {}


def _used(player: User, now: datetime) -> Used:
    there = time_played(player.pk, now)
    return {
        **load_deposited(player, now),
        **load_spending(player.pk, now, LimitPeriod.MONTH),
        **{(LimitKind.TIME, period): int(time.total_seconds()) for period, time in there.items()},
    }
