"""A signal judged again for all players, in the background and in slices: after a change, or as a trial of one.

A worker claims a row for a short time, as for previews of tiers (`loyalty.services.previews`), so that a killed one loses
a slice at most. Outcomes of a trial are compared only (`trials`).
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from detection.models import (
    LatestOutcome,
    PlayerDay,
    Recomputation,
    ThresholdChange,
)
from detection.selectors.histories import (
    add_events,
    first_day_for,
    load_rows,
    load_units,
    total_units,
)
from detection.selectors.thresholds import InForce, find_thresholds
from detection.services.judging import Configuration, has_looks, judge_player
from detection.services.recording import Judged, record_judgements
from detection.services.trials import note_difference
from detection.values.windows import cut_window
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Signal, SignalScope
from signals.judging import judge_signal
from signals.looks import find_looks
from signals.rows import cut_units

TASK: Final = "detection.tasks.recompute"
PAST: Final = timedelta(days=90)
SLICE: Final = 100
"""Players between two writes of the progress."""

LEASE: Final = timedelta(minutes=5)
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
        last=_last_player(),
    )


def _last_player() -> int:
    return PlayerDay.objects.order_by("-player").values_list("player", flat=True).first() or 0


def request_outdated() -> int:
    """Request the signals whose code has another version than some judgements. Returns how many."""
    requested = 0
    for signal in SIGNALS.values():
        if signal.scope is not SignalScope.PLAYER:
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
        while _judge_slice(row):
            slices += 1
    return slices


@transaction.atomic
def _claim() -> Recomputation | None:
    """Claim the oldest free recomputation; give up one that failed too often."""
    now = timezone.now()
    free = Q(claim=None) | Q(claimed_until__lte=now)
    rows = Recomputation.objects.filter(free, state=State.WAITING).order_by("asked_at", "pk")
    row = rows.select_for_update(skip_locked=True).first()
    if row is None:
        return None
    row.attempts += 1
    if row.attempts > MOST_ATTEMPTS:
        row.state, row.ended_at, row.claim = State.FAILED, now, None
    else:
        row.claim, row.claimed_until = uuid4(), now + LEASE
    row.save(update_fields=["attempts", "state", "ended_at", "claim", "claimed_until"])
    return row


@transaction.atomic
def _judge_slice(row: Recomputation) -> bool:
    """Judge the next players. Returns whether more are left; False if another worker has the row or it is over."""
    own = Recomputation.objects.select_for_update(of=("self",))
    own = own.filter(pk=row.pk, claim=row.claim)
    mine = own.filter(state=State.WAITING).select_related("change").first()
    if mine is None or mine.claim is None:
        return False
    days = PlayerDay.objects.filter(player__gt=mine.passed, player__lte=mine.last)
    players = list(days.order_by("player").values_list("player", flat=True).distinct()[:SLICE])
    counts = Counter(mine.counts)
    for player in players:
        counts.update(_judge(mine, player))
    mine.counts = dict(counts)
    now = timezone.now()
    if len(players) < SLICE:
        mine.passed, mine.state, mine.ended_at, mine.claim = mine.last, State.DONE, now, None
    else:
        mine.passed, mine.claimed_until, mine.attempts = players[-1], now + LEASE, 0
    mine.save()
    return mine.state == State.WAITING


def _judge(row: Recomputation, player: int) -> Iterator[str]:
    """Judge one player. Yields the statuses."""
    signal = SIGNALS.get(row.signal)
    if signal is None or signal.scope is not SignalScope.PLAYER:
        return
    in_force = find_thresholds(signal)
    if row.change is None:
        found = judge_player(player, Configuration([signal], {signal.id: in_force}), again=True)
        record_judgements(found)
        yield from (one.outcome.status.value for one in found)
        return
    for given, live in _judge_past(player, signal, in_force, row):
        yield note_difference(signal, given, live, row.change, beside=False).value


def _judge_past(
    player: int, signal: Signal[History], in_force: InForce, row: Recomputation
) -> Iterator[tuple[History, Judged]]:
    """Judge the looks that ended since the row's begin, or the window before now, with the thresholds in force."""
    days = load_units(player)
    since = row.since.date()
    if not has_looks(signal):
        whole = load_rows(
            player, days, min((one.day for one in days if one.day >= since), default=None)
        )
        window, now = signal.window_days or PAST.days, timezone.now()
        full = add_events(whole.history, player, now - timedelta(days=window))
        given = cut_window(full, window, now.timestamp())
        yield given, Judged(player, signal, judge_signal(signal, given, in_force.values), in_force)
        return
    before = total_units([one for one in days if one.day < since])[signal.unit]
    looks = find_looks(before, total_units(days)[signal.unit])
    if not looks:
        return
    rows = load_rows(
        player, days, first_day_for(days, {signal.unit: min(look[0] for look in looks)})
    )
    skipped = rows.skipped[signal.unit]
    for first, end in looks:
        cut = cut_units(rows.history, signal.unit, first - skipped, end - skipped)
        outcome = judge_signal(signal, cut, in_force.values)
        yield cut, Judged(player, signal, outcome, in_force, look=end)
