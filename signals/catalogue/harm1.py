"""HARM1: markers of harm."""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import nan, sqrt
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import (
    DAY,
    HOUR,
    DealMark,
    Deals,
    Floats,
    History,
    ProtectionAct,
)
from signals.definition import Family, Opens, Signal, Threshold, Unit
from signals.evidence import HeatMap
from signals.outcomes import Outcome, OutcomeStatus, too_few
from signals.places import estimate_utc_offset
from signals.statistics.ranks import spearman
from signals.statistics.windows import sort_by_time

_WINDOW: Final = 90 * DAY
_NIGHT_ENDS: Final = 6  # hours after midnight
_FEWEST_ROUNDS: Final = 50
_FEWEST_NIGHTS: Final = 5
_FEWEST_PAIRS: Final = 100
_LEAST_T: Final = 3.3
_SITTING: Final = HOUR  # rounds further apart do not follow each other


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Count the markers of the last 90 days of the history: deposits after a stop, loosening, night play, chasing."""
    history_end = _find_end(history)
    if history_end is None:
        return too_few(0)
    since = history_end - _WINDOW
    deals = _play(history.deals, since)
    night, nights = _measure_nights(deals, _find_offset(history, history_end))
    chasing, t = _measure_chasing(deals)
    acts = history.protection.take(history.protection.at >= since)
    figures = {
        "deposits": float(_count_deposits(history, since)),
        "loosenings": float(np.count_nonzero(acts.kind & int(ProtectionAct.LOOSENING_REQUESTED))),
        "night": night,
        "chasing": chasing,
    }
    shown = {
        "deposits": figures["deposits"] >= 1,
        "loosenings": figures["loosenings"] >= thresholds["loosenings"],
        "night": nights >= _FEWEST_NIGHTS and night > thresholds["night"],
        "chasing": t > _LEAST_T and chasing > thresholds["chasing"],
    }
    figures["markers"] = float(sum(shown.values()))
    status = (
        OutcomeStatus.FLAGGED
        if figures["markers"] >= thresholds["markers"]
        else OutcomeStatus.BELOW
    )
    return Outcome(status, len(deals), figures, "", deals.round, since, history_end)


def _find_end(history: History) -> float | None:
    times = np.concatenate([history.deals.at, history.protection.at, history.deposits.at])
    return float(times.max()) if len(times) else None


def _play(deals: Deals, since: float) -> Deals:
    real = deals.marks & int(DealMark.PLAY_MONEY) == 0
    played = deals.take(deals.played & real & (deals.at >= since))
    return played.take(sort_by_time(played))


def _count_deposits(history: History, since: float) -> int:
    """Deposits within an hour of a loss limit that was reached, or of a refused deposit."""
    stopped = int(ProtectionAct.LOSS_LIMIT_REACHED | ProtectionAct.DEPOSIT_REFUSED)
    acts = history.protection.at[(history.protection.kind & stopped) > 0]
    deposits = history.deposits
    stops = np.sort(np.concatenate([acts, deposits.at[~deposits.paid]]))
    paid = deposits.at[deposits.paid & (deposits.at >= since)]
    before = np.searchsorted(stops, paid, side="right")
    earlier = np.searchsorted(stops, paid - HOUR, side="left")
    return int(np.count_nonzero(before > earlier))


def _find_offset(history: History, at: float) -> float:
    """Hours ahead of UTC: of the player's zone, else of the country of residence or of most visits, else none."""
    if history.zone:
        try:
            moment = datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(history.zone))
        except (ZoneInfoNotFoundError, ValueError):
            pass
        else:
            offset = moment.utcoffset()
            return offset.total_seconds() / HOUR if offset else 0.0
    countries, visits = np.unique(history.visits.country, return_counts=True)
    for country in [history.country, *countries[np.argsort(-visits, kind="stable")].tolist()]:
        estimate = estimate_utc_offset(country)
        if estimate is not None:
            return estimate
    return 0.0


def _measure_nights(deals: Deals, offset: float) -> tuple[float, int]:
    """Share of rounds between midnight and 6, and the number of such nights; NaN with too few rounds."""
    if len(deals) < _FEWEST_ROUNDS:
        return nan, 0
    local = deals.at + offset * HOUR
    night = local % DAY < _NIGHT_ENDS * HOUR
    return float(night.mean()), len(np.unique(local[night] // DAY))


def _measure_chasing(deals: Deals) -> tuple[float, float]:
    """Spearman correlation of a round's loss, in stakes, with the growth of the next stake, and its t."""
    follows = deals.at[1:] - deals.at[:-1] <= _SITTING
    loss: Floats = ((deals.staked - deals.returned) / np.maximum(deals.stake, 1))[:-1][follows]
    stakes = np.log(deals.stake.astype(float))
    growth = np.diff(stakes)[follows]
    n = len(loss)
    if n < _FEWEST_PAIRS:
        return nan, nan
    rho = spearman(loss, growth)
    return rho, rho * sqrt((n - 2) / max(1 - rho * rho, 1e-12))


def sentence(outcome: Outcome) -> str:
    figures = outcome.figures
    return _(
        "%(markers)d of 4 markers of harm in 90 days: deposits within an hour of a stop: %(deposits)d; requests to loosen "
        "limits: %(loosenings)d; rounds at night: %(night)s; stakes up after losses: correlation %(chasing)s."
    ) % {
        **figures,
        "night": _or_unknown(100 * figures["night"], "{:.0f}%"),
        "chasing": _or_unknown(figures["chasing"], "{:.2f}"),
    }


def _or_unknown(value: float, form: str) -> str:
    return form.format(value) if np.isfinite(value) else _("no data")


def draw(history: History, outcome: Outcome) -> HeatMap:
    """Draw the rounds by weekday and hour (UTC)."""
    deals = _play(history.deals, outcome.from_at)
    hours = (deals.at // HOUR).astype(np.int64)
    weekday = (hours // 24 + 3) % 7  # the epoch began on a Thursday
    cells = np.bincount(weekday * 24 + hours % 24, minlength=168).reshape(7, 24)
    rows = tuple(tuple(float(cell) for cell in row) for row in cells.tolist())
    return HeatMap(gettext_lazy("Rounds by weekday and hour"), rows)


SIGNAL = Signal(
    id="HARM1",
    version=1,
    family=Family.PROTECTION,
    severity=0,
    unit=Unit.EVENTS,
    window_days=90,
    reads_decisions=False,
    words=gettext_lazy("Markers of harm"),
    meaning=gettext_lazy(
        "Signs that play may be harming the player: depositing right after being stopped, loosening limits, playing at night, "
        "raising stakes after losses. A reason to talk, no suspicion. Who works night shifts plays at night."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("markers", gettext_lazy("Markers"), 2, 1, 4),
        Threshold("loosenings", gettext_lazy("Requests to loosen limits"), 2, 1, 20),
        Threshold("night", gettext_lazy("Share of rounds between midnight and 6"), 0.3, 0.1, 0.9),
        Threshold("chasing", gettext_lazy("Correlation of loss and next stake"), 0.2, 0.05, 0.9),
    ),
    mutable=False,
    opens=Opens.PROTECTION_CASE,
)
