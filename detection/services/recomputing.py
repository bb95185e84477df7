"""A signal judged again for all players, in the background and in slices: after a change, or as a trial of one.

A worker claims a row for a short time, as for previews of tiers (`loyalty.services.previews`), so that a killed one loses
a slice at most. Outcomes of a trial are compared only (`trials`).
"""

import logging
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models.users import User
from detection.models import (
    LatestOutcome,
    PlayerDay,
    Recomputation,
    ThresholdChange,
)
from detection.selectors.configurations import Configuration, has_looks
from detection.selectors.deviations import load_deviations
from detection.selectors.kept_rows import cut_look, load_kept_rows
from detection.selectors.player_events import add_events
from detection.selectors.thresholds import InForce, find_thresholds
from detection.selectors.units import first_day_for, load_units, total_units
from detection.services.judging import judge_players
from detection.services.recording import Judged, record_judgements
from detection.services.trials import note_difference
from detection.values.windows import cut_window
from journal.services.program_errors import is_transient
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Signal, SignalScope
from signals.judging import judge_signal
from signals.looks import find_looks
from signals.outcomes import OutcomeStatus

TASK: Final = "detection.tasks.recompute"
PAST: Final = timedelta(days=90)
SLICE: Final = 100
"""Players between two writes of the progress."""

LEASE: Final = timedelta(minutes=5)
MOST_ATTEMPTS: Final = 5
State = Recomputation.State
_LOG = logging.getLogger(__name__)


def can_try(signal: Signal[Any]) -> bool:
    """True if the signal judges players one by one, so that a trial can judge them again over the past."""
    return signal.scope is SignalScope.PLAYER


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
        last=_players(signal.id).order_by("-pk").values_list("pk", flat=True).first() or 0,
    )


def _players(signal: str) -> QuerySet[User]:
    """Players who have columns or were judged by this signal: those with payments alone have no columns."""
    days = PlayerDay.objects.filter(player=OuterRef("pk"))
    outcomes = LatestOutcome.objects.filter(player=OuterRef("pk"), signal=signal)
    return User.objects.filter(Exists(days) | Exists(outcomes))


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
    rows = _players(mine.signal).filter(pk__gt=mine.passed, pk__lte=mine.last)
    players = list(rows.order_by("pk").values_list("pk", flat=True)[:SLICE])
    mine.counts = dict(Counter(mine.counts) + _judge(mine, players))
    now = timezone.now()
    if len(players) < SLICE:
        mine.passed, mine.state, mine.ended_at, mine.claim = mine.last, State.DONE, now, None
    else:
        mine.passed, mine.claimed_until, mine.attempts = players[-1], now + LEASE, 0
    mine.save()
    return mine.state == State.WAITING


def _judge(row: Recomputation, players: list[int]) -> Counter[str]:
    """Judge the players. Returns the number of outcomes by status."""
    signal = SIGNALS.get(row.signal)
    if signal is None or not can_try(signal):
        return Counter()
    in_force = find_thresholds(signal)
    if row.change is not None:
        return Counter(
            status
            for player in players
            for status in _try_past(player, signal, in_force, row, row.change)
        )
    configuration = Configuration([signal], {signal.id: in_force})
    found = judge_players(dict.fromkeys(players, True), configuration)
    # All at once: this locks what concurrent judgements lock, in their order.
    record_judgements(found)
    return Counter(one.outcome.status.value for one in found)


def _try_past(
    player: int,
    signal: Signal[History],
    in_force: InForce,
    row: Recomputation,
    change: ThresholdChange,
) -> list[str]:
    """Compare both thresholds over a player's past. Returns the statuses; `error` alone for a player who cannot be judged."""
    try:
        with transaction.atomic():
            return [
                note_difference(signal, given, live, change, beside=False).value
                for given, live in _judge_past(player, signal, in_force, row)
            ]
    except Exception as error:  # any error: the other players must be judged
        if is_transient(error):
            raise
        _LOG.exception("the past of player %s could not be judged", player)
        return [OutcomeStatus.ERROR.value]


def _judge_past(
    player: int, signal: Signal[History], in_force: InForce, row: Recomputation
) -> Iterator[tuple[History, Judged]]:
    """Judge the looks that ended since the row's begin, or the window before now, with the thresholds in force."""
    if signal.window_days is None and not has_looks(signal):
        found = load_deviations(player)
        yield found, Judged(player, signal, judge_signal(signal, found, in_force.values), in_force)
        return
    days = load_units(player)
    since = row.since.date()
    if not has_looks(signal):
        whole = load_kept_rows(
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
    rows = load_kept_rows(
        player, days, first_day_for(days, {signal.unit: min(look[0] for look in looks)})
    )
    for first, end in looks:
        cut = cut_look(rows, signal.unit, first, end)
        outcome = judge_signal(signal, cut, in_force.values)
        yield cut, Judged(player, signal, outcome, in_force, look=end)
