"""State of a player in the loyalty programme, for the page of points."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from limits.values import CashLimitKind
from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.points import (
    LeavingPoints,
    Points,
    leaving_points,
    load_points,
    sum_earned_by_player,
)
from loyalty.selectors.tiers import (
    day_before_window,
    find_tier,
    find_tier_set_in_force,
    find_upcoming_tier_set,
    tier_at,
)
from loyalty.values.points import HUNDREDTHS
from wallet.cash.selectors.cash_limits import limit_in_force, raise_limit
from wallet.money.values import BASE_CURRENCY
from wallet.player_limits.words import DisplayCurrency


@dataclass(frozen=True, slots=True)
class Rung:
    """A tier of the ladder with its 24-hour withdrawal limit."""

    tier: Tier
    is_own: bool
    day: str


@dataclass(frozen=True, slots=True)
class LoyaltyStatus:
    """A player's position in the programme. `upcoming` is the next approved set, with its `coming` rungs."""

    points: Points
    tier: Tier
    force: TierSet
    gathered: int
    following: Tier | None
    rungs: Sequence[Rung]
    leaving: Sequence[LeavingPoints]
    upcoming: TierSet | None
    coming: Sequence[Rung]

    @property
    def whole(self) -> int:
        """Whole points, which can be redeemed."""
        return self.points.balance // HUNDREDTHS

    @property
    def soon(self) -> int:
        """Hundredths that leave the window soon."""
        return sum(one.hundredths for one in self.leaving)

    @property
    def due_tier(self) -> Tier:
        """The tier for the points earned, assigned the next night."""
        return tier_at(self.gathered, [rung.tier for rung in self.rungs])

    @property
    def terms_change(self) -> bool:
        """Return whether the upcoming set changes the window or the minimum redemption."""
        if self.upcoming is None:
            return False
        now, then = self.force, self.upcoming
        return (now.window_days, now.redeem_from) != (then.window_days, then.redeem_from)

    @property
    def is_late(self) -> bool:
        """Return whether `due_tier` differs from the assigned tier."""
        return self.due_tier.pk != self.tier.pk

    @property
    def rises(self) -> bool:
        """Return whether `due_tier` is higher than the assigned tier."""
        return self.due_tier.threshold > self.tier.threshold


def load_status(player_id: int, today: date, currency: str = BASE_CURRENCY) -> LoyaltyStatus:
    """Return the status, with limits in that currency. At most nine queries."""
    force, tier = find_tier_set_in_force(), find_tier(player_id)
    since = day_before_window(force, today)
    gathered = sum_earned_by_player([player_id], since).get(player_id, 0)
    tiers, upcoming = list(force.tiers.all()), find_upcoming_tier_set(force)
    days = _days(currency)

    def rungs(ladder: Iterable[Tier]) -> list[Rung]:
        return [Rung(one, one.pk == tier.pk, days(one)) for one in ladder]

    return LoyaltyStatus(
        points=load_points(player_id),
        tier=tier,
        force=force,
        gathered=gathered,
        following=next((one for one in tiers if one.threshold > gathered), None),
        rungs=rungs(tiers),
        leaving=leaving_points(player_id, since, force.window_days),
        upcoming=upcoming,
        coming=rungs(upcoming.tiers.all()) if upcoming else [],
    )


def _days(currency: str) -> Callable[[Tier], str]:
    """Return a function that formats a tier's 24-hour withdrawal limit. Two queries."""
    house, here = limit_in_force(CashLimitKind.WITHDRAWAL_DAY), DisplayCurrency.load(currency)
    return lambda tier: here.format(raise_limit(house, tier.withdrawal).units)
