"""What a player has paid in over rolling windows. One query."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, Sum

from accounts.protection.limit_selectors import LENGTH, Kind, OwnLimit, Period, limits_in_force
from wallet.cash.models import Deposit, DepositState, DepositStep

_CAME_TO_NOTHING = (DepositState.REFUSED, DepositState.FAILED, DepositState.EXPIRED)


def least_left(player_id: int, now: datetime) -> tuple[OwnLimit, int] | None:
    """The own limit on deposits that leaves least, and how much that is; None where there is none. Two queries at most."""
    mine = [one for one in limits_in_force(player_id).values() if one.kind == Kind.DEPOSIT]
    if not mine:
        return None
    moved = deposited(player_id, now)
    lefts = [(one, one.amount - moved[one.period]) for one in mine]
    return min(lefts, key=lambda left: left[1])


def deposited(player_id: int, now: datetime) -> Mapping[Period, int]:
    """In 10^-4 USD, whatever was withdrawn since: what was asked for and may come yet, and what came and was not taken back."""
    taken_back = DepositStep.objects.filter(
        deposit=OuterRef("pk"), transfer__reversal__isnull=False
    )
    rows = Deposit.objects.filter(
        ~Exists(taken_back), player=player_id, created_at__gt=now - LENGTH[Period.MONTH]
    ).exclude(state__in=_CAME_TO_NOTHING)
    sums = {
        period.name: Sum("amount_usd", filter=Q(created_at__gt=now - LENGTH[period]), default=0)
        for period in Period
    }
    found = rows.aggregate(**sums)
    return {period: int(found[period.name]) for period in Period}
