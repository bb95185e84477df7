"""What a player's page of points says: what they have and owe, what it is worth, the tier, the way to the next, what leaves soon."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import Sum

from loyalty.models.points import Entry
from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.points import COUNTED, Points, gathered_by_player, points_of
from loyalty.selectors.tiers import set_in_force, tier_at, tier_of, window_of
from loyalty.values.points import HUNDREDTHS
from wallet.cash.models import LimitName
from wallet.cash.selectors.cash_limits import limit_in_force, raise_limit
from wallet.money.values import BASE_CURRENCY
from wallet.player_limits.words import DisplayCurrency

SOON: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Leaving:
    """Points that do not count any more from a day on."""

    day: date
    hundredths: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A tier of the ladder, as its player sees it, with what may be withdrawn on it within 24 hours."""

    tier: Tier
    is_own: bool
    is_reached: bool
    day: str


@dataclass(frozen=True, slots=True)
class LoyaltyStatus:
    """Where a player is in the programme. `upcoming` are approved tiers that come into force later, with their `coming` rungs."""

    points: Points
    tier: Tier
    force: TierSet
    gathered: int
    following: Tier | None
    rungs: Sequence[Rung]
    leaving: Sequence[Leaving]
    upcoming: TierSet | None
    coming: Sequence[Rung]

    @property
    def whole(self) -> int:
        """The whole points, which can be redeemed."""
        return self.points.balance // HUNDREDTHS

    @property
    def soon(self) -> int:
        """Hundredths that leave the window in the days to come."""
        return sum(one.hundredths for one in self.leaving)

    @property
    def due(self) -> Tier:
        """The tier that what was gathered leads to, and that the next night brings."""
        return tier_at(self.gathered, [rung.tier for rung in self.rungs])

    @property
    def terms_change(self) -> bool:
        """Whether other points count for the tiers to come, or fewer or more are redeemed at least."""
        if self.upcoming is None:
            return False
        now, then = self.force, self.upcoming
        return (now.window_days, now.redeem_from) != (then.window_days, then.redeem_from)

    @property
    def is_late(self) -> bool:
        """Whether it is another one than was last worked out."""
        return self.due.pk != self.tier.pk

    @property
    def rises(self) -> bool:
        """Whether the next night brings a higher one."""
        return self.due.threshold > self.tier.threshold


def load_status(player_id: int, today: date, currency: str = BASE_CURRENCY) -> LoyaltyStatus:
    """All of it, with limits in that currency. Nine queries at most."""
    force, tier = set_in_force(), tier_of(player_id)
    since = window_of(force, today)
    gathered = gathered_by_player([player_id], since).get(player_id, 0)
    tiers, upcoming = list(force.tiers.all()), _upcoming(force)
    days = _days(currency)

    def rungs(ladder: Iterable[Tier]) -> list[Rung]:
        return [
            Rung(one, one.pk == tier.pk, one.threshold <= gathered, days(one)) for one in ladder
        ]

    return LoyaltyStatus(
        points=points_of(player_id),
        tier=tier,
        force=force,
        gathered=gathered,
        following=next((one for one in tiers if one.threshold > gathered), None),
        rungs=rungs(tiers),
        leaving=_leaving(player_id, since, force.window_days),
        upcoming=upcoming,
        coming=rungs(upcoming.tiers.all()) if upcoming else [],
    )


def _days(currency: str) -> Callable[[Tier], str]:
    """What a tier lets its players withdraw within 24 hours, in words. Two queries."""
    house, here = limit_in_force(LimitName.WITHDRAWAL_DAY), DisplayCurrency.in_(currency)
    return lambda tier: here.told(raise_limit(house, tier.withdrawal).units)


def _leaving(player_id: int, since: date, window_days: int) -> list[Leaving]:
    """What counts today and will not within `SOON`, day by day. One query."""
    entries = Entry.objects.filter(
        player=player_id, earned_on__gt=since, earned_on__lte=since + SOON, kind__in=COUNTED
    )
    days = entries.order_by("earned_on").values_list("earned_on").annotate(units=Sum("hundredths"))
    window = timedelta(days=window_days)
    return [Leaving(day + window, int(units)) for day, units in days if units]


def _upcoming(force: TierSet) -> TierSet | None:
    """The next approved ones; of those that begin at one time the last, which is the one that will count."""
    later = TierSet.objects.filter(decision__approved=True, effective_at__gt=force.effective_at)
    return later.order_by("effective_at", "-id").prefetch_related("tiers").first()
