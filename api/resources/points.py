"""A player's points as the API shows them."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.utils import timezone

from accounts.models.users import User
from loyalty.models.points import PointsEntry
from loyalty.models.tiers import Tier
from loyalty.words.status import load_status
from wallet.money.values import BASE_CURRENCY, Money

_DIGITS: Final = 2


def write_points(hundredths: int) -> str:
    """Return points as a decimal: "12.50"."""
    return f"{Decimal(hundredths).scaleb(-_DIGITS):.{_DIGITS}f}"


@dataclass(frozen=True, slots=True)
class TierResource:
    name: str
    threshold: str
    multiplier: float
    point_value: Money

    @classmethod
    def from_tier(cls, tier: Tier) -> "TierResource":
        return cls(
            tier.display_name,
            write_points(tier.threshold),
            tier.multiplier / 10**_DIGITS,
            Money(tier.redemption, BASE_CURRENCY),
        )


@dataclass(frozen=True, slots=True)
class PointsResource:
    balance: str
    owed: str
    redeemable: int
    min_redemption: int
    earned_in_window: str
    window_days: int
    tier: TierResource
    next_tier: TierResource | None


def load_points(player: User) -> PointsResource:
    """Return what the page of points shows above its history. At most nine queries."""
    status = load_status(player.pk, timezone.now().date())
    following = status.following
    return PointsResource(
        balance=write_points(status.points.balance),
        owed=write_points(status.points.debt),
        redeemable=status.whole,
        min_redemption=status.force.redeem_from,
        earned_in_window=write_points(status.gathered),
        window_days=status.force.window_days,
        tier=TierResource.from_tier(status.tier),
        next_tier=TierResource.from_tier(following) if following else None,
    )


@dataclass(frozen=True, slots=True)
class PointsEntryResource:
    number: int
    at: datetime
    kind: str
    points: str
    balance: str
    round: UUID | None
    paid: Money | None


def describe_entry(entry: PointsEntry) -> PointsEntryResource:
    redemption = getattr(entry, "redemption", None)
    return PointsEntryResource(
        number=entry.seq,
        at=entry.at,
        kind=entry.kind,
        points=write_points(entry.hundredths),
        balance=write_points(entry.balance_after),
        round=entry.round_id,
        paid=redemption.money if redemption else None,
    )
