"""State of a player in the loyalty programme, for the page of points."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.points import (
    LeavingPoints,
    Points,
    gathered_by_player,
    leaving_points,
    points_of,
)
from loyalty.selectors.tiers import set_in_force, tier_at, tier_of, upcoming_tiers, window_of
from loyalty.values.points import HUNDREDTHS
from wallet.cash.models import LimitName
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
    def due(self) -> Tier:
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
        """Return whether `due` differs from the assigned tier."""
        return self.due.pk != self.tier.pk

    @property
    def rises(self) -> bool:
        """Return whether `due` is higher than the assigned tier."""
        return self.due.threshold > self.tier.threshold


def load_status(player_id: int, today: date, currency: str = BASE_CURRENCY) -> LoyaltyStatus:
    """Return the status, with limits in that currency. At most nine queries."""
    force, tier = set_in_force(), tier_of(player_id)
    since = window_of(force, today)
    gathered = gathered_by_player([player_id], since).get(player_id, 0)
    tiers, upcoming = list(force.tiers.all()), upcoming_tiers(force)
    days = _days(currency)

    def rungs(ladder: Iterable[Tier]) -> list[Rung]:
        return [Rung(one, one.pk == tier.pk, days(one)) for one in ladder]

    return LoyaltyStatus(
        points=points_of(player_id),
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
    house, here = limit_in_force(LimitName.WITHDRAWAL_DAY), DisplayCurrency.in_(currency)
    return lambda tier: here.told(raise_limit(house, tier.withdrawal).units)
