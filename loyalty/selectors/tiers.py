"""The tiers in force, and players' tiers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Sum
from django.utils import timezone

from loyalty.models.points import PointsAccount
from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.points import Points


@dataclass(frozen=True, slots=True)
class OnTier:
    """A tier by name and the worth of a point in USD units; None for players not yet assigned one."""

    name: str | None
    redemption: int | None
    players: int
    points: Points


def tiers_by_player(players: Collection[int]) -> dict[int, str]:
    """Names of these players' tiers; players without one are left out. One query."""
    accounts = PointsAccount.objects.filter(player__in=players, tier__isnull=False)
    return dict(accounts.values_list("player", "tier__name"))


def set_in_force(now: datetime | None = None) -> TierSet:
    """The last approved set whose time has come."""
    due = TierSet.objects.filter(decision__approved=True, effective_at__lte=now or timezone.now())
    return due.prefetch_related("tiers").latest("effective_at", "id")


def window_of(tiers: TierSet, today: date | None = None) -> date:
    """The last day outside the window."""
    return (today or timezone.now().date()) - timedelta(days=tiers.window_days)


def tier_at(points: int, tiers: Iterable[Tier]) -> Tier:
    """The tier that so many points lead to."""
    return max(
        (tier for tier in tiers if tier.threshold <= points), key=lambda tier: tier.threshold
    )


def tier_of(player_id: int) -> Tier:
    """The tier that multiplies a player's points now: the one that was last computed, or the first."""
    account = PointsAccount.objects.filter(player=player_id, tier__isnull=False).select_related(
        "tier"
    )
    if (found := account.first()) is not None and found.tier is not None:
        return found.tier
    return first_tier()


def first_tier() -> Tier:
    """The tier of players who were never assigned one."""
    return tier_at(0, set_in_force().tiers.all())


def standing_by_tier(*, test: bool, country: str | None = None) -> list[OnTier]:
    """Points held and owed now, by tier; test accounts separately. One query.

    `country` is an ISO 3166-1 code; without one, all countries.
    """
    accounts = PointsAccount.objects.filter(player__is_test_account=test).order_by()
    if country is not None:
        accounts = accounts.filter(player__country=country)
    rows = accounts.values_list("tier__name", "tier__redemption").annotate(
        players=Count("pk"), balance=Sum("balance"), debt=Sum("debt")
    )
    return [
        OnTier(name, redemption, players, Points(int(balance), int(debt)))
        for name, redemption, players, balance, debt in rows
    ]


def is_refresh_due() -> bool:
    """Whether somebody is on a tier that is not of the set in force. Two queries."""
    others = PointsAccount.objects.exclude(tier__tier_set=set_in_force().pk)
    return others.filter(tier__isnull=False).exists()


def upcoming_tiers(force: TierSet) -> TierSet | None:
    """The next approved set; of those that begin at one time the last, which will count. Two queries at most."""
    later = TierSet.objects.filter(decision__approved=True, effective_at__gt=force.effective_at)
    return later.order_by("effective_at", "-id").prefetch_related("tiers").first()
