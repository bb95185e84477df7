"""INT1: clairvoyance. The player gains more by leaving the chart than somebody who cannot see the next cards.

Two sums are compared with what the unseen cards allow: the gains of the deviations, and the number that the next card
made right. The first finds any knowledge of cards to come; most of its noise is the luck of the cards after the next
one, so that the second finds somebody who knows just the next card in a third of the time.

The null distributions are exact for anybody who knows only what was on the table, counters included: whatever made them
leave the chart, the cards to come were in random order (`signals.deviations`). The probability of a false alarm is
spent over the looks: three quarters of it in the first 2,400 deviations, the same for each look, and in each further
2,400, which are judged anew, a quarter of what the 2,400 before had. Of a look's share the gains have a quarter. All looks together, however many, have the
threshold's probability at most.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DecisionMark, Floats, History, Ints
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Cumulative, Point
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import drop_play_money
from signals.scipy_packages import stats
from signals.statistics.sums import SumPart, upper_tail

LOOKS: Final = (10, 13, 16, 20, 25, 32, 40, 64, 100, 160, 320, 640, 1280, 2400)
"""Numbers of deviations at which a block's sum is looked at."""

_BLOCK: Final = LOOKS[-1]
_FIRST_BLOCK: Final = 0.75
_OF_GAINS: Final = 0.25
_NEXT_BLOCK: Final = 0.25
_NO_YES: Final = np.array([0.0, 1.0])
_CHARTLESS: Final = "no_chart"


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Compare the sum of gains with what the unseen cards allow, at each look reached; the first flag stays."""
    history = drop_play_money(history)
    if len(history.decisions) and not (history.decisions.advised >= 0).any():
        return not_applicable(_CHARTLESS)
    chosen = _chosen(history)
    fewest = thresholds["deviations"]
    figures: dict[str, float] = {}
    for first, end, share in _looks(len(chosen)):
        if end - first >= fewest:
            figures = _figures(history, chosen[first:end], share * thresholds["p"])
            figures["first"], figures["look"] = float(first), float(end - first)
            if figures["p"] < figures["share"]:
                break
    if not figures:
        return too_few(len(chosen))
    status = OutcomeStatus.FLAGGED if figures["p"] < figures["share"] else OutcomeStatus.BELOW
    return _outcome(history, chosen, status, figures)


def _looks(deviations: int) -> Iterator[tuple[int, int, float]]:
    """Yield the looks reached: first deviation, end, and share of the probability over all looks."""
    share = _FIRST_BLOCK / len(LOOKS)
    for first in range(0, deviations, _BLOCK):
        yield from ((first, first + look, share) for look in LOOKS if first + look <= deviations)
        share *= _NEXT_BLOCK


def _figures(history: History, chosen: Ints, share: float) -> dict[str, float]:
    """Return the figures of a look. `p` is the smaller of both probabilities, each divided by its part of the share, or 1."""
    parts, gains = _parts(history, chosen), history.deviations.gain[chosen]
    gained, expected = float(gains.sum()), sum(part.mean for part in parts)
    right, chances = history.deviations.right[chosen], history.deviations.right_chance[chosen]
    by_gain = upper_tail(parts, gains)
    by_next = upper_tail(
        [SumPart(_NO_YES, np.array([1 - one, one])) for one in chances], right.astype(np.float64)
    )
    return {
        "p": min(by_gain / _OF_GAINS, by_next / (1 - _OF_GAINS), 1.0),
        "share": share,
        "gain_p": by_gain,
        "right_p": by_next,
        "right": float(right.sum()),
        "right_expected": float(chances.sum()),
        "gain": gained,
        "expected": expected,
        "above": gained - expected,
        "deviation": sum(part.variance for part in parts) ** 0.5,
    }


def _outcome(
    history: History, chosen: Ints, status: OutcomeStatus, figures: dict[str, float]
) -> Outcome:
    first, look = int(figures["first"]), int(figures["look"])
    rows = history.deviations.row[chosen]
    rounds = np.unique(history.deals.round[history.decisions.row[rows[first : first + look]]])
    at = history.decisions.at[rows]
    # By time, not by place: a shoe that was revealed late comes last.
    return Outcome(status, len(chosen), figures, "", rounds, float(at.min()), float(at.max()))


def _chosen(history: History) -> Ints:
    """Return the places of the player's own deviations."""
    marks = history.decisions.marks[history.deviations.row]
    return np.flatnonzero(marks & DecisionMark.BY_HOUSE == 0)


def _parts(history: History, chosen: Ints) -> list[SumPart]:
    chances = history.gain_chances
    order = np.argsort(chances.of, kind="stable")
    of, value, chance = chances.of[order], chances.value[order], chances.chance[order]
    firsts, ends = np.searchsorted(of, chosen), np.searchsorted(of, chosen, side="right")
    return [
        SumPart(value[first:end], chance[first:end])
        for first, end in zip(firsts, ends, strict=True)
    ]


def draw(history: History, outcome: Outcome) -> Cumulative:
    """Draw the sum of gains above expectation over the block judged; the band is that of its last look."""
    history, first = drop_play_money(history), int(outcome.figures.get("first", 0))
    chosen = _chosen(history)[first : first + _BLOCK]
    parts, gains = _parts(history, chosen), history.deviations.gain[chosen]
    above = np.cumsum(gains - [part.mean for part in parts])
    share = outcome.figures.get("share", SIGNAL.defaults["p"] / len(LOOKS))
    band = stats.norm.isf(_OF_GAINS * share)
    width = band * np.sqrt(np.cumsum([part.variance for part in parts]))
    rounds = history.deals.round[history.decisions.row[history.deviations.row[chosen]]]
    return Cumulative(
        Axis(gettext_lazy("Decisions that differ from the chart")),
        Axis(gettext_lazy("Gained above expectation, in stakes")),
        tuple(_points(above, rounds)),
        tuple((-width).tolist()),
        tuple(width.tolist()),
    )


def _points(above: Floats, rounds: Ints) -> Iterator[Point]:
    for number, (y, round_) in enumerate(zip(above.tolist(), rounds.tolist(), strict=True), 1):
        yield Point(float(number), y, round_)


def sentence(outcome: Outcome) -> str:
    return _(
        "Of %(look)d decisions that differ from the chart the next card made %(right)d right, where %(right_expected).1f "
        "were to be expected; they gained %(gain).1f stakes instead of %(expected).1f. Chance does as much once in %(once)s "
        "times."
    ) % {**outcome.figures, "once": f"{1 / max(outcome.figures['p'], 1e-18):,.0f}"}


SIGNAL = Signal(
    id="INT1",
    version=1,
    family=Family.INTEGRITY,
    severity=60,
    unit=Unit.DEVIATIONS,
    window_days=None,
    words=gettext_lazy("Knows cards that nobody has seen"),
    meaning=gettext_lazy(
        "Decisions that differ from the chart gain more than the unseen cards allow. Counting, superstition and luck do "
        "not explain this; a leak of the next card does."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("p", gettext_lazy("Probability over all looks"), 1e-5, 1e-9, 1e-3),
        Threshold("deviations", gettext_lazy("Fewest deviations"), 10, 10, 2400),
    ),
    reasons={_CHARTLESS: gettext_lazy("the rules have no computed chart")},
    statistical=True,
    mutable=False,
)
