"""Deposit blocks: too many deposits failed at the provider in a short time, as with stolen cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wallet.cash.models import DepositReview, DepositState, DepositStep

MOST: Final = 5
WITHIN: Final = timedelta(minutes=10)
BLOCKED_FOR: Final = timedelta(hours=1)
# After a block, as many failures within this time block until a review.
REMEMBERED: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DepositBlock:
    """Block of deposits from `since` to `until`; None: until a staff review."""

    since: datetime
    until: datetime | None

    def is_active(self, now: datetime) -> bool:
        return self.until is None or now < self.until


def find_block(player_id: int) -> DepositBlock | None:
    """Return a player's latest block since the last staff review, even if it is over. Two queries."""
    looked = DepositReview.objects.filter(player=player_id).order_by("-id").first()
    failed = DepositStep.objects.filter(deposit__player=player_id, to_state=DepositState.FAILED)
    if looked:
        failed = failed.filter(at__gt=looked.at)
    return compute_block(failed.order_by("at").values_list("at", flat=True))


def compute_block(failures: Iterable[datetime]) -> DepositBlock | None:
    """Return the block caused by deposits that failed at these times, in ascending order.

    `MOST` failures within `WITHIN` block for `BLOCKED_FOR`; as many more within `REMEMBERED` of that block until a
    staff review.
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
