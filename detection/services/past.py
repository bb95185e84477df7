"""A player's past judged by proposed thresholds beside those in force: the part of a trial that looks back."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from detection.models import Recomputation, ThresholdChange
from detection.selectors.configurations import has_looks
from detection.selectors.deviations import load_deviations
from detection.selectors.kept_rows import cut_look, load_kept_rows
from detection.selectors.player_events import add_events
from detection.selectors.thresholds import InForce
from detection.selectors.units import first_day_for, load_units, total_units
from detection.services.recording import Judged
from detection.services.trials import note_difference
from detection.values.windows import cut_window
from journal.services.program_errors import is_transient
from signals.columns import History
from signals.definition import Signal
from signals.judging import judge_signal
from signals.looks import find_looks
from signals.outcomes import OutcomeStatus

PAST: Final = timedelta(days=90)
_LOG = logging.getLogger(__name__)


def try_past(
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
