"""A limit as whoever keeps to it reads it: whose it is, what it is about, how far it looks back, and how much."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Final, TypeVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.amounts import SCALE_DIGITS


class Scope(StrEnum):
    """Whose a limit is. Of equal limits the first in this order is named."""

    TABLE = "table"
    OWN = "own"  # the player's
    PLAYER = "player"  # of the house for one player
    HOUSE = "house"  # of the house for everybody


class Kind(models.TextChoices):
    """What a limit counts."""

    DEPOSIT = "deposit", _("deposits")
    LOSS = "loss", _("losses")
    WAGER = "wager", _("stakes")
    TIME = "time", _("time")


class LimitPeriod(models.TextChoices):
    """How far it looks back, the shortest first; hours and days are those of UTC, always equally long."""

    DAY = "24h", _("24 hours")
    WEEK = "7d", _("7 days")
    MONTH = "30d", _("30 days")


LENGTH: Final[Mapping[str, timedelta]] = {
    LimitPeriod.DAY: timedelta(hours=24),
    LimitPeriod.WEEK: timedelta(days=7),
    LimitPeriod.MONTH: timedelta(days=30),
}
"""How far back each period reaches: what happened so long ago, to the microsecond, has left it."""

_ORDER: Final = tuple(Scope)
L = TypeVar("L", bound="EffectiveLimit")


@dataclass(frozen=True, slots=True)
class EffectiveLimit:
    """A limit in force: 10^-4 US dollars (or play money), a number of hands, or seconds; its kind says within what."""

    scope: Scope
    kind: str
    amount: int

    @property
    def key(self) -> tuple[str, str]:
        """Of the limits with the same key the strictest applies."""
        return (self.kind, "")

    @property
    def code(self) -> str:
        """The code of a refusal by it."""
        return self.kind


@dataclass(frozen=True, slots=True)
class WindowLimit(EffectiveLimit):
    """A limit on what a player does within a rolling window: 10^-4 US dollars, or seconds where it is one of time."""

    kind: Kind
    period: LimitPeriod

    @property
    def key(self) -> tuple[str, str]:
        """Each period has a limit of its own."""
        return (self.kind, self.period)

    @property
    def by_house(self) -> bool:
        """Whether staff set it, and not the player."""
        return self.scope != Scope.OWN

    @property
    def code(self) -> str:
        """Whose it is, and of what."""
        return f"{'house' if self.by_house else 'own'}_{self.kind.value}_limit"


Limits = Mapping[tuple[str, str], WindowLimit]
"""By kind and period; what is not there is not limited."""
Used = Mapping[tuple[str, str], int]
"""By kind and period, what counts towards a limit: 10^-4 US dollars, or seconds; a negative loss is a win."""


@dataclass(frozen=True, slots=True)
class LimitLeft:
    """What a limit leaves; below zero where it was lowered since."""

    limit: WindowLimit
    amount: int


def strictest(limits: Iterable[L]) -> dict[tuple[str, str], L]:
    """Return the strictest limit of each key: the highest minimum, the lowest of all others."""
    found: dict[tuple[str, str], L] = {}
    for one in limits:
        present = found.get(one.key)
        if present is None or _strictness(one) < _strictness(present):
            found[one.key] = one
    return found


def limits_on(limits: Limits, *kinds: Kind) -> list[WindowLimit]:
    """Return the limits of these kinds."""
    return [limit for limit in limits.values() if limit.kind in kinds]


def find_tightest(limits: Iterable[WindowLimit], used: Used) -> LimitLeft | None:
    """Return the limit that leaves least, and how much that is; None without a limit."""
    lefts = (LimitLeft(one, one.amount - used[one.key]) for one in limits)
    return min(lefts, key=lambda left: left.amount, default=None)


def _strictness(limit: EffectiveLimit) -> tuple[int, int]:
    amount = -limit.amount if limit.kind.startswith("min_") else limit.amount
    return (amount, _ORDER.index(limit.scope))


def limit_text(kind: str, amount: int | None) -> str:
    """A limit as events keep it: "100.0000 USD", "9000 s", "none"."""
    if amount is None:
        return "none"
    if kind == Kind.TIME:
        return f"{amount} s"
    return f"{Decimal(amount).scaleb(-SCALE_DIGITS):f} USD"
