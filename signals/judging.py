"""Judging a signal: the one way from input to outcome, for the database and for files."""

import logging
from collections.abc import Mapping

from signals.definition import Given, Signal
from signals.outcomes import Outcome, Status

_LOG = logging.getLogger(__name__)


def judge_signal(signal: Signal[Given], given: Given, thresholds: Mapping[str, float]) -> Outcome:
    """Return the outcome. An unexpected failure is an outcome too, `error`, so that it is counted and seen."""
    try:
        return signal.judge(given, signal.check_thresholds(thresholds))
    except (ArithmeticError, ValueError, LookupError, TypeError) as error:
        _LOG.exception("A signal could not be judged", extra={"signal": signal.id})
        return Outcome(Status.ERROR, reason=type(error).__name__)
