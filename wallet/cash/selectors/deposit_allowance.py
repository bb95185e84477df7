"""Amount that a player may still deposit under their limits."""

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, Subquery, Sum

from limits.selectors.in_force import effective_limits
from limits.values import LENGTH, LimitKind, LimitLeft, LimitPeriod, Used, find_tightest, limits_on
from wallet.cash.models import Deposit, DepositState, DepositStep

_GIVEN_UP: Final = (DepositState.FAILED, DepositState.EXPIRED)
_UNDER_WAY: Final = (DepositState.REQUESTED, DepositState.PENDING)


def find_tightest_limit(
    player_id: int, now: datetime, *, paid: Deposit | None = None
) -> LimitLeft | None:
    """Return the deposit limit with the smallest remainder; None without limits. Three queries at most."""
    mine = limits_on(effective_limits(player_id), LimitKind.DEPOSIT)
    return find_tightest(mine, load_deposited(player_id, now, paid=paid)) if mine else None


def load_deposited(player_id: int, now: datetime, *, paid: Deposit | None = None) -> Used:
    """Return the deposits that count towards each window, in 10^-4 USD; withdrawals do not reduce them.

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
    return {(LimitKind.DEPOSIT, period): int(found[period.name]) for period in LimitPeriod}
