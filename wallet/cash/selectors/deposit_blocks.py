"""Blocked deposits: too many were refused by the provider in a short time, as with stolen cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wallet.cash.models import DepositReview, DepositState, DepositStep

MOST: Final = 5
WITHIN: Final = timedelta(minutes=10)
BLOCKED_FOR: Final = timedelta(hours=1)
REMEMBERED: Final = timedelta(days=1)  # a block that was over, for as many more


@dataclass(frozen=True, slots=True)
class DepositBlock:
    """Since when deposits are blocked, and until when; None: until staff have looked."""

    since: datetime
    until: datetime | None

    def holds(self, now: datetime) -> bool:
        return self.until is None or now < self.until


def block_of(player_id: int) -> DepositBlock | None:
    """Return the latest block of a player since staff last looked, whether or not it is over. Two queries."""
    looked = DepositReview.objects.filter(player=player_id).order_by("-id").first()
    failed = DepositStep.objects.filter(deposit__player=player_id, to_state=DepositState.FAILED)
    if looked:
        failed = failed.filter(at__gt=looked.at)
    return block_after(failed.order_by("at").values_list("at", flat=True))


def block_after(failures: Iterable[datetime]) -> DepositBlock | None:
    """Return the block that refused deposits at these times, in order, lead to.

    `MOST` within `WITHIN` block for `BLOCKED_FOR`; as many more within `REMEMBERED` of that, until staff look.
    """
    recent: list[datetime] = []
    first: datetime | None = None
    for at in failures:
        if first and at - first > REMEMBERED:
            first, recent = None, []
        recent = [*(one for one in recent if first or at - one < WITHIN), at]
        if len(recent) < MOST:
            continue
        if first:
            return DepositBlock(at, None)
        first, recent = at, []
    return DepositBlock(first, first + BLOCKED_FOR) if first else None
