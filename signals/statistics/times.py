"""Think times: which are judged, and the classes in which they are compared."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from django.utils.translation import gettext_lazy

from blackjack.strategy import ROWS, UPCARDS
from signals.columns import DealMark, Decisions, Flags, Floats, History, Ints
from signals.definition import Words
from signals.evidence import Axis, EvidenceSeries, Histogram
from signals.rows import keep_own_decisions

LONGEST: Final = 60.0
"""Seconds. Longer times say that the player was away, not how long the decision took."""

_SHORTEST: Final = 0.001
_OTHER, _HARD, _EASY = 0, 1, 2
_PAT: Final = 17
_EDGES: Final = tuple(float(edge) for edge in np.round(np.geomspace(0.05, LONGEST, 25), 4))


@dataclass(frozen=True, slots=True)
class ThinkTimes:
    """The player's decisions with a measured time below `LONGEST`, and the history that they are part of."""

    history: History
    decisions: Decisions

    @property
    def logs(self) -> Floats:
        """Natural logarithms of the times; a time of 0 counts as a millisecond."""
        logs: Floats = np.log(np.maximum(self.decisions.think, _SHORTEST))
        return logs

    @property
    def kinds(self) -> Ints:
        """Place of each decision's class in `KINDS`."""
        return KIND_OF_SPOT[self.decisions.spot]

    @property
    def rounds(self) -> Ints:
        return np.unique(self.history.deals.round[self.decisions.row])


def find_times(history: History) -> ThinkTimes | None:
    """Return the times to judge; None if every round with decisions was played by a registered app.

    A clock that jumped back leaves a negative time: it is no measurement.
    """
    own = keep_own_decisions(history, DealMark.APP)
    if not len(own.decisions) and has_own_decisions(history):
        return None
    think = own.decisions.think
    return ThinkTimes(own, own.decisions.take((think >= 0) & (think < LONGEST)))


def has_own_decisions(history: History) -> bool:
    """Return whether there are decisions of the player's own, whoever sent them."""
    return len(keep_own_decisions(history).decisions) > 0


def hard_spots(decisions: Decisions) -> Flags:
    """12 to 16 against 7 to ace, soft 18 against 9 to ace, pairs of 8 and 9, 11 against an ace."""
    return np.asarray(_DIFFICULTY[decisions.spot] == _HARD)


def easy_spots(decisions: Decisions) -> Flags:
    """Hard 17 and more, and every 20."""
    return np.asarray(_DIFFICULTY[decisions.spot] == _EASY)


def _grade(row: str, upcard: str) -> int:
    kind, _, total = row.partition(" ")
    high = upcard in {"9", "T", "A"}
    if row in {"pair 8", "pair 9"} or (row == "soft 18" and high):
        return _HARD
    if kind == "hard" and "12" <= total <= "16" and len(total) > 1:
        return _HARD if high or upcard in {"7", "8"} else _OTHER
    if row == "hard 11" and upcard == "A":
        return _HARD
    if row in {"soft 20", "pair T"} or (kind == "hard" and int(total) >= _PAT):
        return _EASY
    return _OTHER


def _classify(row: str) -> int:
    kind, _, total = row.partition(" ")
    if kind != "hard":
        return 1 if kind == "soft" else 2
    return 3 if int(total) >= _PAT else 4 if int(total) > 11 else 5  # noqa: PLR2004 - 12 may bust


KINDS: Final[tuple[Words, ...]] = (
    gettext_lazy("Insurance"),
    gettext_lazy("Soft hands"),
    gettext_lazy("Pairs"),
    gettext_lazy("Hard 17 and more"),
    gettext_lazy("Hard 12 to 16"),
    gettext_lazy("Hard 11 and less"),
)
"""Classes of decisions."""

# The last entry is that of spot -1, insurance.
KIND_OF_SPOT: Final = np.array([_classify(row) for row in ROWS for _ in UPCARDS] + [0], np.int64)
_DIFFICULTY: Final = np.array(
    [_grade(row, upcard) for row in ROWS for upcard in UPCARDS] + [_OTHER], np.int64
)


def draw_times(times: ThinkTimes | None) -> Histogram:
    """Think times by class of decision."""
    series = []
    if times is not None:
        for kind, words in enumerate(KINDS):
            series.append(_count_times(words, times.decisions.think[times.kinds == kind]))
    return _draw(tuple(one for one in series if any(one.counts)))


def draw_difficulty(times: ThinkTimes | None) -> Histogram:
    """Think times of hard and of easy spots."""
    if times is None:
        return _draw(())
    think = times.decisions.think
    hard, easy = hard_spots(times.decisions), easy_spots(times.decisions)
    return _draw(
        (
            _count_times(gettext_lazy("Hard spots"), think[hard]),
            _count_times(gettext_lazy("Easy spots"), think[easy]),
        )
    )


def _count_times(words: Words, think: Floats) -> EvidenceSeries:
    inside = np.clip(think, _EDGES[0], np.nextafter(_EDGES[-1], 0))
    counts = np.histogram(inside, _EDGES)[0]
    return EvidenceSeries(words, tuple(counts.tolist()))


def _draw(series: tuple[EvidenceSeries, ...]) -> Histogram:
    return Histogram(Axis(gettext_lazy("Think time"), "s"), _EDGES, series, logarithmic=True)
