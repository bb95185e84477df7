"""Remaining deposits within a player's limits."""

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, Subquery, Sum

from limits.selectors.in_force import effective_limits
from limits.values import LENGTH, Kind, LimitLeft, LimitPeriod, Used, find_tightest, limits_on
from wallet.cash.models import Deposit, DepositState, DepositStep

_GIVEN_UP: Final = (DepositState.FAILED, DepositState.EXPIRED)
_UNDER_WAY: Final = (DepositState.REQUESTED, DepositState.PENDING)


def tightest_limit(
    player_id: int, now: datetime, *, paid: Deposit | None = None
) -> LimitLeft | None:
    """The deposit limit with the smallest remainder, and that remainder; None without limits. Three queries at most."""
    mine = limits_on(effective_limits(player_id), Kind.DEPOSIT)
    return find_tightest(mine, load_deposited(player_id, now, paid=paid)) if mine else None


def load_deposited(player_id: int, now: datetime, *, paid: Deposit | None = None) -> Used:
    """In 10^-4 USD, whatever was withdrawn since: what may come yet, and what came and was not taken back.

    A deposit counts as long as it is under way, whatever its age, and then from when it came: no window sees more come than the
    player wants, however long a payment took. One that is `paid` now finds what came before it, itself left out: of several
    that were under way when a limit became lower those arrive that fit. Only what had come to nothing gives way to them all.
    """
    steps = DepositStep.objects.filter(deposit=OuterRef("pk"))
    came = steps.filter(to_state=DepositState.CREDITED).values("at")[:1]
    rows = Deposit.objects.filter(
        ~Exists(steps.filter(transfer__reversal__isnull=False)),
        player=player_id,
        state__in=(*_UNDER_WAY, DepositState.CREDITED),
    ).annotate(came=Subquery(came))
    if paid is not None:
        rows = rows.exclude(pk=paid.pk)
        if not paid.steps.filter(to_state__in=_GIVEN_UP).exists():
            rows = rows.exclude(state__in=_UNDER_WAY)
    inside = {
        period.name: Q(state__in=_UNDER_WAY) | Q(came__gt=now - LENGTH[period])
        for period in LimitPeriod
    }
    sums = {name: Sum("amount_usd", filter=one, default=0) for name, one in inside.items()}
    found = rows.filter(inside[LimitPeriod.MONTH.name]).aggregate(**sums)
    return {(Kind.DEPOSIT, period): int(found[period.name]) for period in LimitPeriod}
