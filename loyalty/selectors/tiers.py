"""Tiers in force, and players' tiers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Sum
from django.utils import timezone

from loyalty.models.points import PointsAccount
from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.points import Points
from pages.names import select_name


@dataclass(frozen=True, slots=True)
class TierTotals:
    """A tier by name and the value of a point in USD units; None for players without a tier."""

    name: str | None
    redemption: int | None
    players: int
    points: Points


def tiers_by_player(players: Collection[int]) -> dict[int, str]:
    """Return the names of these players' tiers; players without one are left out. One query."""
    accounts = PointsAccount.objects.filter(player__in=players, tier__isnull=False)
    return dict(accounts.values_list("player", select_name("tier__")))


def find_tier_set_in_force(now: datetime | None = None) -> TierSet:
    """Return the last approved set that has started."""
    due = TierSet.objects.filter(decision__approved=True, effective_at__lte=now or timezone.now())
    return due.prefetch_related("tiers").latest("effective_at", "id")


def day_before_window(tiers: TierSet, today: date | None = None) -> date:
    """Return the last day before the window."""
    return (today or timezone.now().date()) - timedelta(days=tiers.window_days)


def tier_at(points: int, tiers: Iterable[Tier]) -> Tier:
    """Return the tier for this number of points."""
    return max(
        (tier for tier in tiers if tier.threshold <= points), key=lambda tier: tier.threshold
    )


def find_tier(player_id: int) -> Tier:
    """Return the tier whose multiplier applies to a player now: the last one assigned, or the first."""
    account = PointsAccount.objects.filter(player=player_id, tier__isnull=False).select_related(
        "tier"
    )
    if (found := account.first()) is not None and found.tier is not None:
        return found.tier
    return first_tier()


def first_tier() -> Tier:
    """Return the tier of players without an assigned one."""
    return tier_at(0, find_tier_set_in_force().tiers.all())


def standing_by_tier(*, test: bool, country: str | None = None) -> list[TierTotals]:
    """Return points held and owed now, by tier, for test accounts or for all others. One query.

    `country` is an ISO 3166-1 code; default: all countries.
    """
    accounts = PointsAccount.objects.filter(player__is_test_account=test).order_by()
    if country is not None:
        accounts = accounts.filter(player__country=country)
    rows = accounts.values_list(select_name("tier__"), "tier__redemption").annotate(
        players=Count("pk"), balance=Sum("balance"), debt=Sum("debt")
    )
    return [
        TierTotals(name, redemption, players, Points(int(balance), int(debt)))
        for name, redemption, players, balance, debt in rows
    ]


def is_refresh_due() -> bool:
    """Return whether a player's tier belongs to another set than the one in force. Two queries."""
    others = PointsAccount.objects.exclude(tier__tier_set=find_tier_set_in_force().pk)
    return others.filter(tier__isnull=False).exists()


def find_upcoming_tier_set(force: TierSet) -> TierSet | None:
    """Return the next approved set; of several with the same start the last one, which will apply. At most two queries."""
    later = TierSet.objects.filter(decision__approved=True, effective_at__gt=force.effective_at)
    return later.order_by("effective_at", "-id").prefetch_related("tiers").first()
