"""A player's limits as the API shows them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models.users import User
from api.values.versions import compute_version
from casino.protection.selectors.own_limits import LimitPosition, load_limit_positions
from limits.values import LimitKind, LimitPeriod
from wallet.money.values import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class LimitAmountResource:
    """An amount of US dollars, or of time."""

    amount: Money | None
    seconds: int | None


@dataclass(frozen=True, slots=True)
class PendingLimitResource:
    """A looser limit that waits; `limit` None: the limit would end."""

    limit: LimitAmountResource | None
    confirm_from: datetime
    confirm_until: datetime
    due: bool


@dataclass(frozen=True, slots=True)
class LimitResource:
    kind: LimitKind
    period: LimitPeriod
    own: LimitAmountResource | None
    house: LimitAmountResource | None
    default: LimitAmountResource | None
    used: LimitAmountResource | None
    used_percent: int
    pending: PendingLimitResource | None

    @property
    def version(self) -> str:
        """Version of what can be changed. What is used of a limit does not count."""
        return compute_version({"own": self.own, "house": self.house, "pending": self.pending})


def list_limits(player: User) -> list[LimitResource]:
    """Return the limits of every kind and period. A fixed number of queries."""
    return [_describe(one) for one in load_limit_positions(player, timezone.now())]


def find_position(player: User, kind: LimitKind, period: LimitPeriod) -> LimitPosition:
    return next(
        one
        for one in load_limit_positions(player, timezone.now())
        if (one.kind, one.period) == (kind, period)
    )


def load_limit(player: User, kind: LimitKind, period: LimitPeriod) -> LimitResource:
    return _describe(find_position(player, kind, period))


def _describe(one: LimitPosition) -> LimitResource:
    return LimitResource(
        kind=one.kind,
        period=one.period,
        own=_amount(one.kind, one.own),
        house=_amount(one.kind, one.house),
        default=_amount(one.kind, one.default),
        used=_amount(one.kind, one.used),
        used_percent=one.percent,
        pending=_pending(one),
    )


def _pending(one: LimitPosition) -> PendingLimitResource | None:
    if one.pending is None:
        return None
    asked = one.pending.limit
    value = _amount(one.kind, asked.amount)
    return PendingLimitResource(value, asked.in_force_from, one.pending.until, one.pending.due)


def _amount(kind: LimitKind, value: int | None) -> LimitAmountResource | None:
    if value is None:
        return None
    if kind == LimitKind.TIME:
        return LimitAmountResource(None, value)
    return LimitAmountResource(Money(value, BASE_CURRENCY), None)
