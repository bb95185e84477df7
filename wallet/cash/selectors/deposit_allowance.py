"""Amount that a player may still deposit under their limits."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, Subquery, Sum

from accounts.models.users import User
from limits.values import (
    LimitKind,
    LimitLeft,
    LimitPeriod,
    Used,
    find_tightest,
    find_window_start,
)
from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import Deposit, DepositState, DepositStep
from wallet.money.values import BASE_CURRENCY, Money
from wallet.player_limits.selectors import load_deposit_limits

_GIVEN_UP: Final = (DepositState.FAILED, DepositState.EXPIRED)
_UNDER_WAY: Final = (DepositState.REQUESTED, DepositState.PENDING)


def find_tightest_limit(
    player: User, now: datetime, *, paid: Deposit | None = None
) -> LimitLeft | None:
    """Return the deposit limit with the smallest remainder; None without limits. Raises NoRate.

    Three queries at most, unless the profile has default limits (`load_deposit_limits`).
    """
    mine = load_deposit_limits(player)
    found = find_tightest(mine, load_deposited(player, now, paid=paid)) if mine else None
    calendar = find_window_zone(player) is not None
    return replace(found, calendar=calendar) if found else None


def find_window_zone(player: User) -> ZoneInfo | None:
    """Return the zone of calendar windows of deposit limits; None: they are rolling."""
    profile = profile_in_force(player.country)
    return ZoneInfo(profile.time_zone) if profile.limit_window == "calendar" else None


def load_deposited(player: User, now: datetime, *, paid: Deposit | None = None) -> Used:
    """Return the deposits that count towards each window, in 10^-4 USD; withdrawals do not reduce them.

    Windows are rolling or of the calendar, as the profile in force for the player's country says.

    A deposit counts while it is under way, whatever its age, and for the length of the window once credited, unless
    reversed. This keeps every window within the limit, however long a payment takes.

    `paid` is a deposit about to be credited: it is left out, and so are others under way, which may have begun under a
    higher limit; they are credited as long as they fit. If `paid` had failed or expired, those under way count before
    it.
    """
    steps = DepositStep.objects.filter(deposit=OuterRef("pk"))
    came = steps.filter(to_state=DepositState.CREDITED).values("at")[:1]
    rows = Deposit.objects.filter(
        ~Exists(steps.filter(transfer__reversal__isnull=False)),
        player=player,
        state__in=(*_UNDER_WAY, DepositState.CREDITED),
    ).annotate(came=Subquery(came))
    if paid is not None:
        rows = rows.exclude(pk=paid.pk)
        if not paid.steps.filter(to_state__in=_GIVEN_UP).exists():
            rows = rows.exclude(state__in=_UNDER_WAY)
    inside = _windows(now, find_window_zone(player))
    sums = {name: Sum("amount_usd", filter=one, default=0) for name, one in inside.items()}
    # a calendar week may have begun before the month
    oldest = inside[LimitPeriod.WEEK.name] | inside[LimitPeriod.MONTH.name]
    found = rows.filter(oldest).aggregate(**sums)
    return {(LimitKind.DEPOSIT, period): int(found[period.name]) for period in LimitPeriod}


def sum_under_way(player: User) -> Money:
    """Return the value of a player's deposits that have begun and not ended. One query."""
    rows = Deposit.objects.filter(player=player, state__in=_UNDER_WAY)
    found = rows.aggregate(worth=Sum("amount_usd"))
    return Money(int(found["worth"] or 0), BASE_CURRENCY)


def _windows(now: datetime, zone: ZoneInfo | None) -> dict[str, Q]:
    """Return what counts in each window. A deposit of the first moment of a calendar window is inside it."""
    after = "came__gt" if zone is None else "came__gte"
    return {
        period.name: Q(state__in=_UNDER_WAY) | Q(**{after: find_window_start(period, now, zone)})
        for period in LimitPeriod
    }
