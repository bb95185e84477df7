"""What a flag was made from, loaded again: for its evidence chart and to contest it."""

from datetime import timedelta
from math import log
from typing import Any

from detection.models import Flag
from detection.selectors.deviations import load_deviations
from detection.selectors.kept_rows import cut_look, load_kept_rows
from detection.selectors.links import load_group
from detection.selectors.pairs import load_pair
from detection.selectors.player_events import add_events
from detection.selectors.units import first_day_for, load_units
from detection.values.windows import cut_window
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Signal, SignalScope, Unit
from signals.judging import judge_signal
from signals.looks import STEP
from signals.outcomes import Outcome
from signals.population import Earner, Population


def load_given(flag: Flag) -> tuple[Any, Outcome] | None:
    """Return what the flag's signal judges (`signals.definition.Scope`), with the outcome under the flag's thresholds.

    Voids since then are left out. Groups are those of the present links. None for unknown signals, those of the house, and
    a player who is linked to nobody.
    """
    signal = SIGNALS.get(flag.signal)
    given = None if signal is None else _load_scope(flag, signal)
    if signal is None or given is None:
        return None
    return given, judge_signal(signal, given, {**signal.defaults, **_known(signal, flag)})


def _load_scope(flag: Flag, signal: Signal[Any]) -> Any:
    """The input of the signal; None if there is none."""
    since = flag.raised_at - timedelta(days=signal.window_days or 0)
    if signal.scope is SignalScope.PLAYER:
        return _load_look(flag, signal) if flag.look is not None else _load_window(flag, signal)
    if signal.scope is SignalScope.GROUP:
        return load_group(flag.player_id)
    if signal.scope is SignalScope.PAIR and flag.other_id is not None:
        return load_pair(flag.player_id, flag.other_id, since)
    if signal.scope is SignalScope.POPULATION:
        return _rebuild_earner(flag)
    return None


def _rebuild_earner(flag: Flag) -> Earner | None:
    """A player's points against all players from the flag's figures: to read all players again takes too long for a page."""
    figures = flag.figures
    if not {"z", "rate", "median", "points", "loss"} <= set(figures) or not figures["z"]:
        return None
    median = log(figures["median"])
    population = Population(flag.n, median, (log(figures["rate"]) - median) / figures["z"])
    return Earner(str(flag.player_id), figures["points"], figures["loss"], population)


def _known(signal: Signal[Any], flag: Flag) -> dict[str, float]:
    return {name: flag.thresholds[name] for name in signal.defaults if name in flag.thresholds}


def _load_look(flag: Flag, signal: Signal[Any]) -> History:
    end = flag.look or 0
    first = 0 if end <= STEP else end - STEP
    days = load_units(flag.player_id)
    rows = load_kept_rows(flag.player_id, days, first_day_for(days, {signal.unit: first}))
    return cut_look(rows, signal.unit, first, end)


def _load_window(flag: Flag, signal: Signal[Any]) -> History:
    if signal.unit is Unit.DEVIATIONS or signal.window_days is None:
        return load_deviations(flag.player_id)
    since = flag.raised_at - timedelta(days=signal.window_days)
    days = load_units(flag.player_id)
    first = since.date() - timedelta(days=1)  # whose gaming day may last into the window
    begin = min((one.day for one in days if one.day >= first), default=None)
    history = load_kept_rows(flag.player_id, days, begin).history
    events = add_events(history, flag.player_id, since)
    return cut_window(events, signal.window_days, flag.raised_at.timestamp())
