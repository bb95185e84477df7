"""What a flag was made from, loaded again: for its evidence chart and to contest it."""

from datetime import timedelta
from typing import Any

from detection.models import Flag
from detection.selectors.deviations import load_deviations
from detection.selectors.histories import add_events, first_day_for, load_rows, load_units
from detection.values.windows import cut_window
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Scope, Signal, Unit
from signals.judging import judge_signal
from signals.looks import STEP
from signals.outcomes import Outcome
from signals.rows import cut_units


def load_given(flag: Flag) -> tuple[History, Outcome] | None:
    """Return a player's history as the flag's signal judges it, with the outcome under the flag's thresholds.

    Voids since then are left out. None for signals of groups, pairs, the population and the house, and unknown ones.
    """
    signal = SIGNALS.get(flag.signal)
    if signal is None or signal.scope is not Scope.PLAYER:
        return None
    given = _load_look(flag, signal) if flag.look is not None else _load_window(flag, signal)
    return given, judge_signal(signal, given, {**signal.defaults, **_known(signal, flag)})


def _known(signal: Signal[Any], flag: Flag) -> dict[str, float]:
    return {name: flag.thresholds[name] for name in signal.defaults if name in flag.thresholds}


def _load_look(flag: Flag, signal: Signal[Any]) -> History:
    end = flag.look or 0
    first = 0 if end <= STEP else end - STEP
    days = load_units(flag.player_id)
    rows = load_rows(flag.player_id, days, first_day_for(days, {signal.unit: first}))
    skipped = rows.skipped[signal.unit]
    return cut_units(rows.history, signal.unit, first - skipped, end - skipped)


def _load_window(flag: Flag, signal: Signal[Any]) -> History:
    if signal.unit is Unit.DEVIATIONS or signal.window_days is None:
        return load_deviations(flag.player_id)
    since = flag.raised_at - timedelta(days=signal.window_days)
    days = load_units(flag.player_id)
    first = since.date() - timedelta(days=1)  # whose gaming day may last into the window
    begin = min((one.day for one in days if one.day >= first), default=None)
    history = load_rows(flag.player_id, days, begin).history
    events = add_events(history, flag.player_id, since)
    return cut_window(events, signal.window_days, flag.raised_at.timestamp())
