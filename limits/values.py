"""Limits as values: scope, kind, period and amount."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from decimal import Decimal
from enum import StrEnum
from typing import Final, TypeVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.amounts import SCALE_DIGITS


class LimitScope(StrEnum):
    """Origin of a limit. Of equal limits the first in this order is named."""

    TABLE = "table"
    OWN = "own"  # set by the player
    PLAYER = "player"  # set by the house for one player
    HOUSE = "house"  # set by the house for everybody
    JURISDICTION = "jurisdiction"  # set by the profile in force
    DEFAULT = "default"  # of the profile, while the player has set none or raised none above it
    JOINT = "joint"  # over all operators, kept by the regulator


class LimitKind(models.TextChoices):
    """Quantity that a limit counts."""

    DEPOSIT = "deposit", _("deposits")
    LOSS = "loss", _("losses")
    WAGER = "wager", _("stakes")
    TIME = "time", _("time")


class CashLimitKind(models.TextChoices):
    """What a limit on deposits or withdrawals counts: amounts per currency; the last four are sums in USD."""

    DEPOSIT_LEAST = "deposit_least", _("Smallest deposit")
    DEPOSIT_MOST = "deposit_most", _("Largest deposit")
    WITHDRAWAL_LEAST = "withdrawal_least", _("Smallest withdrawal")
    WITHDRAWAL_MOST = "withdrawal_most", _("Largest withdrawal")
    DEPOSIT_DAY = "deposit_day", _("Deposits of a player in 24 hours")
    WITHDRAWAL_DAY = "withdrawal_day", _("Withdrawals of a player in 24 hours")
    DEPOSIT_SECOND = "deposit_second", _("Second person for deposits above")
    WITHDRAWAL_SECOND = "withdrawal_second", _("Second person for withdrawals above")


CASH_LIMITS_IN_USD: Final = (
    CashLimitKind.DEPOSIT_DAY,
    CashLimitKind.WITHDRAWAL_DAY,
    CashLimitKind.DEPOSIT_SECOND,
    CashLimitKind.WITHDRAWAL_SECOND,
)


class LimitPeriod(models.TextChoices):
    """Length of a limit's rolling window, shortest first; hours and days are of fixed length, in UTC."""

    DAY = "24h", _("24 hours")
    WEEK = "7d", _("7 days")
    MONTH = "30d", _("30 days")


class SessionPeriod(models.TextChoices):
    """Period of what a player planned for one session of play."""

    SESSION = "session", _("this session")


class JointPeriod(models.TextChoices):
    """Period of a limit over all operators."""

    DAY = "joint_day", _("a day")
    WEEK = "joint_week", _("a week")
    FOUR_WEEKS = "joint_four_weeks", _("four weeks")


LENGTH: Final[Mapping[str, timedelta]] = {
    LimitPeriod.DAY: timedelta(hours=24),
    LimitPeriod.WEEK: timedelta(days=7),
    LimitPeriod.MONTH: timedelta(days=30),
}
"""Length of each period: older events no longer count, to the microsecond."""


def find_window_start(period: LimitPeriod, now: datetime, zone: tzinfo | None) -> datetime:
    """Return when the window that ends now began: rolling, or with a zone its calendar day, week (from Monday) or month."""
    if zone is None:
        return now - LENGTH[period]
    there = now.astimezone(zone)
    back = {LimitPeriod.DAY: 0, LimitPeriod.WEEK: there.weekday()}.get(period, there.day - 1)
    return datetime.combine(there.date() - timedelta(days=back), time.min, tzinfo=zone)


_ORDER: Final = tuple(LimitScope)
L = TypeVar("L", bound="EffectiveLimit")


@dataclass(frozen=True, slots=True)
class EffectiveLimit:
    """A limit in force. By `kind` the amount is in units of 10^-4 US dollars (or play money), hands, or seconds."""

    scope: LimitScope
    kind: str
    amount: int

    @property
    def key(self) -> tuple[str, str]:
        """Grouping key: of limits with the same key the strictest applies."""
        return (self.kind, "")

    @property
    def code(self) -> str:
        """Code of the refusal when it is reached."""
        return self.kind


@dataclass(frozen=True, slots=True)
class WindowLimit(EffectiveLimit):
    """A limit within a rolling window or a session, in units of 10^-4 US dollars, or seconds if it is one of time."""

    kind: LimitKind
    period: LimitPeriod | SessionPeriod | JointPeriod

    @property
    def key(self) -> tuple[str, str]:
        """Kind and period: each period has its own limit."""
        return (self.kind, self.period)

    @property
    def by_house(self) -> bool:
        """True if staff set it, not the player or the profile."""
        return self.scope in (LimitScope.PLAYER, LimitScope.HOUSE)

    @property
    def code(self) -> str:
        """Refusal code, such as "own_loss_limit", "house_loss_limit", "default_deposit_limit" or "session_loss_limit"."""
        if self.period == SessionPeriod.SESSION:
            return f"session_{self.kind.value}_limit"
        whose = "house" if self.by_house else self.scope.value
        return f"{whose}_{self.kind.value}_limit"


@dataclass(frozen=True, slots=True)
class CurrencyLimit(EffectiveLimit):
    """A limit on amounts of one currency, in units of 10^-4 of it."""

    currency: str

    @property
    def key(self) -> tuple[str, str]:
        """Kind and currency: each currency has its own limit."""
        return (self.kind, self.currency)


Limits = Mapping[tuple[str, str], WindowLimit]
"""Limits by kind and period; a missing key means no limit."""
Used = Mapping[tuple[str, str], int]
"""Amounts that count towards a limit, by kind and period: 10^-4 US dollars or seconds; a negative loss is a win."""


@dataclass(frozen=True, slots=True)
class LimitLeft:
    """Amount left under a limit; negative if the limit was lowered since. `calendar`: in a calendar window."""

    limit: WindowLimit
    amount: int
    calendar: bool = False


def select_strictest(limits: Iterable[L]) -> dict[tuple[str, str], L]:
    """Return the strictest limit of each key: the highest minimum, the lowest maximum."""
    found: dict[tuple[str, str], L] = {}
    for one in limits:
        present = found.get(one.key)
        if present is None or _strictness(one) < _strictness(present):
            found[one.key] = one
    return found


def limits_on(limits: Limits, *kinds: LimitKind) -> list[WindowLimit]:
    """Return the limits of these kinds."""
    return [limit for limit in limits.values() if limit.kind in kinds]


def find_tightest(limits: Iterable[WindowLimit], used: Used) -> LimitLeft | None:
    """Return the limit with the least left, and how much; None without limits."""
    lefts = (LimitLeft(one, one.amount - used[one.key]) for one in limits)
    return min(lefts, key=lambda left: left.amount, default=None)


def _strictness(limit: EffectiveLimit) -> tuple[int, int]:
    amount = -limit.amount if limit.kind.startswith("min_") else limit.amount
    return (amount, _ORDER.index(limit.scope))


def limit_text(kind: str, amount: int | None) -> str:
    """Return a limit as event text: "100.0000 USD", "9000 s", "none"."""
    if amount is None:
        return "none"
    if kind == LimitKind.TIME:
        return f"{amount} s"
    return f"{Decimal(amount).scaleb(-SCALE_DIGITS):f} USD"
