"""What a player has paid in over rolling windows. One query."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.protection.limit_selectors import LENGTH, Kind, OwnLimit, Period, limits_in_force
from wallet.cash.models import Deposit, DepositState, DepositStep

_GIVEN_UP: Final = (DepositState.FAILED, DepositState.EXPIRED)
_CAME_TO_NOTHING: Final = (DepositState.REFUSED, *_GIVEN_UP)


def least_left(
    player_id: int, now: datetime, *, but: Deposit | None = None
) -> tuple[OwnLimit, int] | None:
    """The own limit on deposits that leaves least, and how much that is; None where there is none. Two queries at most."""
    mine = [one for one in limits_in_force(player_id).values() if one.kind == Kind.DEPOSIT]
    if not mine:
        return None
    moved = deposited(player_id, now, but=but)
    lefts = [(one, one.amount - moved[one.period]) for one in mine]
    return min(lefts, key=lambda left: left[1])


def was_given_up(deposit: Deposit) -> bool:
    """Whether it had come to nothing before, so that its amount was free for another. One query."""
    return deposit.steps.filter(to_state__in=_GIVEN_UP).exists()


def deposited(player_id: int, now: datetime, *, but: Deposit | None = None) -> Mapping[Period, int]:
    """In 10^-4 USD, whatever was withdrawn since: what was asked for and may come yet, and what came and was not taken back.

    A deposit counts from when it was asked for; one that was paid after it had come to nothing, from when it came.
    """
    taken_back = DepositStep.objects.filter(
        deposit=OuterRef("pk"), transfer__reversal__isnull=False
    )
    rows = Deposit.objects.filter(~Exists(taken_back), player=player_id)
    rows = rows.exclude(state__in=_CAME_TO_NOTHING).annotate(since=_counted_since())
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    sums = {
        period.name: Sum("amount_usd", filter=Q(since__gt=now - LENGTH[period]), default=0)
        for period in Period
    }
    found = rows.filter(since__gt=now - LENGTH[Period.MONTH]).aggregate(**sums)
    return {period: int(found[period.name]) for period in Period}


def _counted_since() -> Coalesce:
    given_up = DepositStep.objects.filter(deposit=OuterRef("deposit"), to_state__in=_GIVEN_UP)
    came = DepositStep.objects.filter(
        Exists(given_up), deposit=OuterRef("pk"), to_state=DepositState.CREDITED
    )
    return Coalesce(Subquery(came.values("at")[:1]), "created_at")
