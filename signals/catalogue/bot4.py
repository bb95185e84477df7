"""BOT4: plays longer than a person can."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DealMark, Floats, History, Ints
from signals.definition import Family, Opens, Signal, Threshold, Unit
from signals.evidence import HeatMap
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_deals, keep_decisions, own_decisions, real_deals

_MINUTE, _HOUR, _DAY, _WEEK = 60, 3600, 86_400, 7
_GAP: Final = 600
_DAY_MINUTES: Final = 24 * 60
_EPOCH_WEEKDAY: Final = 3  # 1 January 1970 was a Thursday
_PAIR: Final = 2


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Count minutes with a bet, a decision or a running round in any 24 hours, and the longest run without a gap of 10."""
    own = _keep(history)
    if own is None:
        return not_applicable("app")
    acts = _find_acts(own)
    deals = own.deals.take(own.deals.played)
    n = len(deals)
    if len(acts) < _PAIR:
        return too_few(n)
    hours = _most_in_a_day(_active_minutes(own)) * _MINUTE / _HOUR
    run = _longest_run(acts)
    over = hours > thresholds["hours"] or run > thresholds["run"]
    figures = {"hours": hours, "run": run}
    status = OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW
    return Outcome(status, n, figures, "", deals.round, float(acts[0]), float(acts[-1]))


def _keep(history: History) -> History | None:
    """Return the player's own activity for money; None if all of it was a registered app's."""
    real = real_deals(history) & history.deals.played
    kept = keep_deals(history, real & (history.deals.marks & DealMark.APP == 0))
    if real.any() and not len(kept.deals):
        return None
    return keep_decisions(kept, own_decisions(kept))


def _find_acts(history: History) -> Floats:
    """Times of bets and decisions, ascending."""
    acts = np.concatenate([history.deals.at, history.decisions.at])
    return np.sort(acts[np.isfinite(acts)])


def _active_minutes(history: History) -> Ints:
    """Minutes, since the epoch, in which a bet or decision was made or a round lasted, at most 10 minutes of each round."""
    begun, ended = history.deals.at, history.deals.ended
    known = np.isfinite(begun)
    begun = begun[known]
    ended = np.where(np.isfinite(ended[known]), ended[known], begun)
    first = (begun // _MINUTE).astype(np.int64)
    last = (np.clip(ended, begun, begun + _GAP) // _MINUTE).astype(np.int64)
    lengths = last - first + 1
    inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    minutes = np.repeat(first, lengths) + inside
    return np.unique(np.concatenate([minutes, _find_acts(history) // _MINUTE])).astype(np.int64)


def _most_in_a_day(minutes: Ints) -> int:
    earlier = np.searchsorted(minutes, minutes - _DAY_MINUTES, side="right")
    return int(np.max(np.arange(len(minutes)) - earlier + 1))


def _longest_run(acts: Floats) -> float:
    """Hours."""
    breaks = np.flatnonzero(np.diff(acts) >= _GAP)
    firsts = acts[np.append(0, breaks + 1)]
    lasts = acts[np.append(breaks, len(acts) - 1)]
    return float(np.max(lasts - firsts)) / _HOUR


def sentence(outcome: Outcome) -> str:
    return _(
        "Over %(n)d rounds the player was active for up to %(hours).1f hours of 24, and for %(run).1f hours without a break "
        "of 10 minutes."
    ) % {"n": outcome.n, **outcome.figures}


def draw(history: History, _outcome: Outcome) -> HeatMap:
    """Active minutes by weekday and hour, in UTC."""
    own = _keep(history)
    cells = np.zeros((_WEEK, 24))
    if own is not None and len(own.deals):
        at = _active_minutes(own) * _MINUTE
        days = (at // _DAY + _EPOCH_WEEKDAY) % _WEEK
        np.add.at(cells, (days, at % _DAY // _HOUR), 1.0)
    rows = tuple(tuple(row) for row in cells.tolist())
    return HeatMap(gettext_lazy("Active minutes by hour and weekday (UTC)"), rows, "min")


SIGNAL = Signal(
    id="BOT4",
    version=1,
    family=Family.BOT,
    severity=25,
    unit=Unit.EVENTS,
    window_days=2,
    words=gettext_lazy("Endurance"),
    meaning=gettext_lazy(
        "Plays on without the breaks that people need: a program, several people at one account, or someone who can't "
        "stop and needs a word."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold("hours", gettext_lazy("Active hours of 24"), 18.0, 6.0, 24.0),
        Threshold("run", gettext_lazy("Hours without a break of 10 minutes"), 8.0, 2.0, 24.0),
    ),
    reasons={"app": gettext_lazy("all rounds came from a registered app")},
    draw=draw,
    opens=Opens.PROTECTION_CASE,
)
