"""The tiers in force, and who is on which."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Sum
from django.utils import timezone

from loyalty.models.points import Account
from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.points import Points


@dataclass(frozen=True, slots=True)
class OnTier:
    """The players of one tier: its name and what a point is worth there in USD units, None of whom no task has put on one yet."""

    name: str | None
    redemption: int | None
    players: int
    points: Points


def tiers_by_player(players: Collection[int]) -> dict[int, str]:
    """The tier of each of these players by its name; who was never put on one is left out. One query."""
    accounts = Account.objects.filter(player__in=players, tier__isnull=False)
    return dict(accounts.values_list("player", "tier__name"))


def set_in_force(now: datetime | None = None) -> TierSet:
    """The tiers that count: those of the last approved set whose time has come."""
    due = TierSet.objects.filter(decision__approved=True, effective_at__lte=now or timezone.now())
    return due.prefetch_related("tiers").latest("effective_at", "id")


def window_of(tiers: TierSet, today: date | None = None) -> date:
    """The last day whose points do not count any more."""
    return (today or timezone.now().date()) - timedelta(days=tiers.window_days)


def tier_at(points: int, tiers: Iterable[Tier]) -> Tier:
    """The tier that so many points lead to."""
    return max(
        (tier for tier in tiers if tier.threshold <= points), key=lambda tier: tier.threshold
    )


def tier_of(player_id: int) -> Tier:
    """The tier that multiplies a player's points now: the one that was last computed, or the first."""
    account = Account.objects.filter(player=player_id, tier__isnull=False).select_related("tier")
    if (found := account.first()) is not None and found.tier is not None:
        return found.tier
    return first_tier()


def first_tier() -> Tier:
    """The tier in force of whoever was never put on one."""
    return tier_at(0, set_in_force().tiers.all())


def standing_by_tier(*, test: bool, country: str | None = None) -> list[OnTier]:
    """What players hold and owe now, by the tier they are on; test accounts are apart. One query.

    `country` is an ISO 3166-1 code; without one, players of all countries are counted.
    """
    accounts = Account.objects.filter(player__is_test_account=test).order_by()
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
    others = Account.objects.exclude(tier__tier_set=set_in_force().pk)
    return others.filter(tier__isnull=False).exists()
