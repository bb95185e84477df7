"""What a player's page of points says: what they have and owe, what it is worth, the tier, the way to the next, what leaves soon."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import QuerySet, Sum

from loyalty.models import HUNDREDTHS, Entry, Tier, TierSet
from loyalty.selectors import (
    COUNTED,
    Points,
    gathered_by_player,
    points_of,
    set_in_force,
    tier_at,
    tier_of,
    window_of,
)
from loyalty.worth import worth
from wallet import rates
from wallet.money import Money

SOON: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Leaving:
    """Points that do not count any more from a day on."""

    day: date
    hundredths: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A tier of the ladder, as its player sees it."""

    tier: Tier
    is_own: bool
    is_reached: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player is in the programme. `upcoming` are approved tiers that come into force later."""

    points: Points
    tier: Tier
    force: TierSet
    gathered: int
    following: Tier | None
    rungs: Sequence[Rung]
    leaving: Sequence[Leaving]
    upcoming: TierSet | None

    @property
    def whole(self) -> int:
        """The whole points, which can be redeemed."""
        return self.points.balance // HUNDREDTHS

    @property
    def missing(self) -> int:
        """Hundredths to the next tier; none on the last one."""
        return self.following.threshold - self.gathered if self.following else 0

    @property
    def soon(self) -> int:
        """Hundredths that leave the window in the days to come."""
        return sum(one.hundredths for one in self.leaving)

    @property
    def is_late(self) -> bool:
        """Whether what was gathered leads to another tier than the one that was last worked out."""
        due = tier_at(self.gathered, [rung.tier for rung in self.rungs])
        return due.pk != self.tier.pk


def standing(player_id: int, today: date) -> Standing:
    """All of it. Seven queries at most."""
    force, tier = set_in_force(), tier_of(player_id)
    since = window_of(force, today)
    gathered = gathered_by_player([player_id], since).get(player_id, 0)
    tiers = list(force.tiers.all())
    return Standing(
        points=points_of(player_id),
        tier=tier,
        force=force,
        gathered=gathered,
        following=next((one for one in tiers if one.threshold > gathered), None),
        rungs=[Rung(one, one.pk == tier.pk, one.threshold <= gathered) for one in tiers],
        leaving=_leaving(player_id, since, force.window_days),
        upcoming=_upcoming(force),
    )


def _leaving(player_id: int, since: date, window_days: int) -> list[Leaving]:
    """What counts today and will not within `SOON`, day by day. One query."""
    entries = Entry.objects.filter(
        player=player_id, earned_on__gt=since, earned_on__lte=since + SOON, kind__in=COUNTED
    )
    days = entries.order_by("earned_on").values_list("earned_on").annotate(units=Sum("hundredths"))
    window = timedelta(days=window_days)
    return [Leaving(day + window, int(units)) for day, units in days if units]


def _upcoming(force: TierSet) -> TierSet | None:
    later = TierSet.objects.filter(decision__approved=True, effective_at__gt=force.effective_at)
    return later.order_by("effective_at", "id").prefetch_related("tiers").first()


def worths(whole: int, redemption: int, currencies: Sequence[str]) -> list[Money]:
    """What so many points are worth now in each currency that has a rate. One query, none for USD alone."""
    quotes = rates.rates(currencies)
    return [
        worth(whole, redemption, code, quotes[code].rate).money
        for code in currencies
        if code in quotes
    ]


def entries_of(player_id: int) -> QuerySet[Entry]:
    """Every change of a player's points, the newest first, with what was paid for those that were redeemed."""
    return Entry.objects.filter(player=player_id).select_related("redemption").order_by("-seq")
