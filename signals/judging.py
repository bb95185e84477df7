"""Judging a signal: the one way from input to outcome, for the database and for files."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from signals.columns import History
from signals.definition import Given, PlayerSignal, Signal, Unit
from signals.looks import FIRST_LOOKS, find_looks
from signals.outcomes import Outcome, OutcomeStatus, too_few
from signals.rows import cut_units, unit_rows

_LOG = logging.getLogger(__name__)

_WHOLE: Final = frozenset({Unit.EVENTS, Unit.DEVIATIONS})
"""Units of signals that find their looks or windows themselves, in the whole history."""


def judge_signal(signal: Signal[Given], given: Given, thresholds: Mapping[str, float]) -> Outcome:
    """Return the outcome. An unexpected failure is an outcome too, `error`, so that it is counted and seen."""
    try:
        return signal.judge(given, signal.check_thresholds(thresholds))
    except (ArithmeticError, ValueError, LookupError, TypeError) as error:
        _LOG.exception("A signal could not be judged", extra={"signal": signal.id})
        return Outcome(OutcomeStatus.ERROR, reason=type(error).__name__)


@dataclass(frozen=True, slots=True)
class SignalLook:
    """The outcome of a look over the units from `first` to `end` (not included)."""

    first: int
    end: int
    outcome: Outcome


def judge_looks(
    signal: PlayerSignal,
    history: History,
    thresholds: Mapping[str, float],
    *,
    last_only: bool = False,
) -> Iterator[SignalLook]:
    """Judge a whole history at each of the signal's looks, or once if it has none."""
    count = len(unit_rows(history, signal.unit))
    if not signal.statistical or signal.unit in _WHOLE:
        yield SignalLook(0, count, judge_signal(signal, history, thresholds))
        return
    looks = find_looks(0, count)
    if not looks:
        yield SignalLook(0, count, _judge_early(signal, history, thresholds, count))
    for first, end in looks[-1:] if last_only else looks:
        cut = cut_units(history, signal.unit, first, end)
        yield SignalLook(first, end, judge_signal(signal, cut, thresholds))


def _judge_early(
    signal: PlayerSignal, history: History, thresholds: Mapping[str, float], count: int
) -> Outcome:
    """Before the first look there is nothing to say, except why a signal does not apply."""
    outcome = judge_signal(signal, history, thresholds)
    if outcome.status in {OutcomeStatus.NOT_APPLICABLE, OutcomeStatus.ERROR}:
        return outcome
    return too_few(min(count, FIRST_LOOKS[0] - 1))
