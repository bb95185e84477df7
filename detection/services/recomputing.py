"""A signal judged again for all players, in the background and in slices: after a change, or as a trial of one.

A worker claims a row for a short time, as for previews of tiers (`loyalty.services.previews`), so that a killed one loses
a slice at most. Outcomes of a trial are compared only (`trials`).
"""

from collections import Counter
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from detection.models import LatestOutcome, Recomputation, ThresholdChange, ThresholdDecision
from detection.services.past import PAST
from detection.services.slices import (
    SliceJudge,
    can_recompute,
    find_last_number,
    load_slice_judge,
)
from signals.catalogue import SIGNALS
from signals.definition import Signal, SignalScope

TASK: Final = "detection.tasks.recompute"
LEASE: Final = timedelta(minutes=5)
LOADING: Final = timedelta(hours=1)
"""Lease of a signal about several players: all of them are loaded before the first slice."""

MOST_ATTEMPTS: Final = 5
State = Recomputation.State


def request_recomputation(
    signal: Signal[Any], change: ThresholdChange | None = None
) -> Recomputation:
    """Have a signal judged again over the past, silently if it is for a proposed change; one that waits begins anew."""
    if change is None:
        waiting = Recomputation.objects.filter(signal=signal.id, change=None, state=State.WAITING)
        waiting.delete()
    return Recomputation.objects.create(
        signal=signal.id,
        version=signal.version,
        change=change,
        since=timezone.now() - PAST,
        last=find_last_number(signal),
    )


def request_outdated() -> int:
    """Request the signals whose code has another version than some judgements. Returns how many."""
    requested = 0
    for signal in SIGNALS.values():
        if not can_recompute(signal):
            continue
        rows = LatestOutcome.objects.filter(signal=signal.id).exclude(version=signal.version)
        asked = Recomputation.objects.filter(
            signal=signal.id, version=signal.version, change=None
        ).exclude(state=State.FAILED)
        if rows.exists() and not asked.exists():
            request_recomputation(signal)
            requested += 1
    return requested


def finish_recomputations() -> int:
    """Finish all waiting recomputations, the oldest first. Returns how many slices were judged. Not within a transaction."""
    slices = 0
    while (row := _claim()) is not None:
        judge = load_slice_judge(row)
        while _judge_slice(row, judge):
            slices += 1
    return slices


@transaction.atomic
def _claim() -> Recomputation | None:
    """Claim the oldest free recomputation; give up one that failed too often."""
    now = timezone.now()
    free = Q(claim=None) | Q(claimed_until__lte=now)
    rows = Recomputation.objects.filter(free, state=State.WAITING).order_by("asked_at", "pk")
    row = rows.select_for_update(skip_locked=True, of=("self",)).select_related("change").first()
    if row is None:
        return None
    row.attempts += 1
    if row.attempts > MOST_ATTEMPTS:
        row.state, row.ended_at, row.claim = State.FAILED, now, None
    else:
        row.claim, row.claimed_until = uuid4(), now + _lease(row)
    row.save(update_fields=["attempts", "state", "ended_at", "claim", "claimed_until"])
    return row


def _lease(row: Recomputation) -> timedelta:
    signal = SIGNALS.get(row.signal)
    return LEASE if signal is None or signal.scope is SignalScope.PLAYER else LOADING


@transaction.atomic
def _judge_slice(row: Recomputation, judge: SliceJudge | None) -> bool:
    """Judge the next players. Returns whether more are left; False if another worker has the row or it is over."""
    own = Recomputation.objects.select_for_update(of=("self",))
    own = own.filter(pk=row.pk, claim=row.claim)
    mine = own.filter(state=State.WAITING).select_related("change").first()
    if mine is None or mine.claim is None:
        return False
    if mine.change is not None and _is_decided(mine.change):
        _finish(mine, State.STOPPED)
        mine.save()
        return False
    numbers = judge.next_numbers(mine.passed, mine.last) if judge else []
    if judge and numbers:
        mine.counts = dict(Counter(mine.counts) + judge.judge(mine, numbers))
        mine.passed = numbers[-1]
    if judge and numbers and judge.next_numbers(mine.passed, mine.last):
        mine.claimed_until, mine.attempts = timezone.now() + _lease(mine), 0
    else:
        _finish(mine)
    mine.save()
    return mine.state == State.WAITING


def _finish(row: Recomputation, state: Recomputation.State = State.DONE) -> None:
    row.state, row.ended_at, row.claim = state, timezone.now(), None
    if state is State.DONE:
        row.passed = row.last


def _is_decided(change: ThresholdChange) -> bool:
    return ThresholdDecision.objects.filter(proposal=change).exists()


def stop_trial(change: ThresholdChange) -> None:
    """End the trial of a proposal that was decided or withdrawn. A slice that runs is not waited for: the next one stops."""
    trials = Recomputation.objects.filter(change=change, state=State.WAITING)
    for row in trials.select_for_update(skip_locked=True):
        _finish(row, State.STOPPED)
        row.save()
