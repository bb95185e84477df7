"""Previews of tiers, counted in slices with the SQL that assigns tiers.

A page counts for a short time, a worker does the rest. The work is stored in a row, as for
mathematics (`tables.services.mathematics`).
"""

import hashlib
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import astuple
from datetime import date, datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.services.waking import wake_worker
from loyalty.models.previews import TierPreview
from loyalty.selectors.points import last_player
from loyalty.values.new_tier import NewTier

TASK: Final = "loyalty.tasks.count_previews"
AT_ONCE: Final = 1.0  # seconds
SLICE: Final = 2000
LEASE: Final = timedelta(minutes=2)
MOST_ATTEMPTS: Final = 3
KEPT_FOR: Final = timedelta(days=7)
FRESH_FOR: Final = timedelta(minutes=10)
_LOG = logging.getLogger(__name__)
_DUE: Final = """
    SELECT due.tier_id, due.threshold, count(*), sum(account.balance)::bigint, sum(due.points)::bigint
    FROM public.loyalty_points_of_window(%s, %s, %s, %s) AS due
         JOIN loyalty_account AS account ON account.player_id = due.player_id
    GROUP BY due.tier_id, due.threshold
"""
State = TierPreview.State
Line = tuple[int | None, int, int, int, int]


def request_preview(
    tiers: Sequence[NewTier], window_days: int, *, acting_user: User
) -> TierPreview:
    """Request a count of these tiers; a repeated request within minutes returns the same count. Raises NotPermitted."""
    require(acting_user, Right.EDIT_TIERS, Right.APPROVE_TIERS)
    content, now = _content(tiers, window_days), timezone.now()
    TierPreview.objects.filter(asked_at__lt=now - KEPT_FOR).delete()
    row = find_preview(tiers, window_days)
    if row is None or (row.state == State.DONE and row.asked_at < now - FRESH_FOR):
        row = TierPreview.objects.create(
            digest=_digest(content),
            day=now.date(),
            content=content,
            last=last_player(),
            asked_by=acting_user,
        )
    if row.state == State.WAITING and (mine := _claimed(TierPreview.objects.filter(pk=row.pk))):
        _count(mine, time.monotonic() + AT_ONCE)
        row.refresh_from_db()
    if row.state == State.WAITING:
        wake_worker(TASK)
    return row


def find_preview(tiers: Sequence[NewTier], window_days: int) -> TierPreview | None:
    """Return today's last count of these tiers, finished or running; None if there is none. One query."""
    rows = TierPreview.objects.filter(digest=_digest(_content(tiers, window_days)))
    rows = rows.filter(day=timezone.now().date()).exclude(state=State.FAILED)
    return rows.order_by("-asked_at").first()


def _digest(content: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _content(tiers: Sequence[NewTier], window_days: int) -> dict[str, object]:
    rows = sorted(tiers, key=lambda tier: tier.threshold)
    return {"window_days": window_days, "tiers": [list(astuple(tier)) for tier in rows]}


def finish_oldest_count() -> bool:
    """Finish the oldest waiting count. Return whether there was one. Not within a transaction."""
    row = _claimed(_free(timezone.now()))
    if row is None:
        return False
    if row.attempts > MOST_ATTEMPTS:
        _ours(row).update(state=State.FAILED, claim=None)
        _LOG.error("preview %s: given up after %s attempts", row.pk, MOST_ATTEMPTS)
    else:
        _count(row, float("inf"))
    return True


def _free(now: datetime) -> QuerySet[TierPreview]:
    """Return counts without a worker or with an expired claim."""
    left = Q(claim=None) | Q(claimed_until__lte=now)
    return TierPreview.objects.filter(left, state=State.WAITING)


@transaction.atomic
def _claimed(rows: QuerySet[TierPreview]) -> TierPreview | None:
    now = timezone.now()
    free = rows.filter(Q(claim=None) | Q(claimed_until__lte=now), state=State.WAITING)
    row = free.select_for_update(skip_locked=True).order_by("asked_at", "pk").first()
    if row is None:
        return None
    row.claim, row.claimed_until, row.attempts = uuid4(), now + LEASE, row.attempts + 1
    row.save(update_fields=["claim", "claimed_until", "attempts"])
    return row


def _ours(row: TierPreview) -> QuerySet[TierPreview]:
    return TierPreview.objects.filter(pk=row.pk, claim=row.claim)


def _count(row: TierPreview, until: float) -> None:
    """Count slices until all are done, time is up, or another worker has claimed the row."""
    since = row.day - timedelta(days=row.content["window_days"])
    thresholds = [tier[1] for tier in row.content["tiers"]]
    while row.passed < row.last and time.monotonic() < until:
        last = min(row.passed + SLICE, row.last)
        row.found = _added(row.found, _slice(since, thresholds, row.passed + 1, last))
        row.passed = last
        if not _kept(row):
            return
    done = row.passed >= row.last
    _ours(row).update(claim=None, attempts=0, state=State.DONE if done else State.WAITING)


def _kept(row: TierPreview) -> bool:
    kept = {"found": row.found, "passed": row.passed, "claimed_until": timezone.now() + LEASE}
    return bool(_ours(row).update(**kept))


def _slice(since: date, thresholds: Sequence[int], first: int, last: int) -> list[Line]:
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [since, list(thresholds), first, last])
        return [(row[0], *(int(one) for one in row[1:])) for row in cursor.fetchall()]


def _added(found: Sequence[Sequence[int | None]], lines: Sequence[Line]) -> list[list[int | None]]:
    """Add lines to the sums by old tier and threshold reached."""
    sums = {(line[0], line[1]): [int(one or 0) for one in line[2:]] for line in found}
    for tier, threshold, *counted in lines:
        before = sums.get((tier, threshold), [0, 0, 0])
        sums[tier, threshold] = [one + more for one, more in zip(before, counted, strict=True)]
    return [[*key, *values] for key, values in sums.items()]
