"""INT1: clairvoyance. Decisions that differ from the chart are right more often than the unseen cards allow.

A deviation is right if the next card, or all cards in hindsight, made it so; its chance is exact for anybody who knows
only what was on the table (`signals.deviations`). The evidence is a test martingale (`signals.knowledge`): the
probability that it ever reaches 1 ÷ `p` is `p` at most, so that every deviation is a look, at no cost.
"""

from collections.abc import Iterator, Mapping
from math import exp, log, sqrt
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DecisionMark, Floats, History, Ints
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Cumulative, Point
from signals.knowledge import weigh_deviations
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import drop_play_money
from signals.scipy_packages import stats

_CHARTLESS: Final = "no_chart"
_RARE: Final = 0.1
"""Probability from which on it is not worth a sentence."""


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Look at the evidence after each deviation: up to the first that is enough, else up to the strongest."""
    history = drop_play_money(history)
    if len(history.decisions) and not (history.decisions.advised >= 0).any():
        return not_applicable(_CHARTLESS)
    chosen, fewest = _chosen(history), int(thresholds["deviations"])
    if len(chosen) < fewest:
        return too_few(len(chosen))
    evidence = weigh_deviations(history, chosen)
    logs, needed = evidence.logs[fewest - 1 :], -log(thresholds["p"])
    over = bool((logs > needed).any())
    last = fewest - 1 + int(np.argmax(logs > needed) if over else np.argmax(logs))
    figures = _figures(history, chosen, int(evidence.since[last]), last + 1)
    figures["p"] = min(1.0, exp(-float(evidence.logs[last])))
    status = OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW
    return _outcome(history, chosen, status, figures)


def _figures(history: History, chosen: Ints, first: int, end: int) -> dict[str, float]:
    """Return the figures of the deviations from `first` to `end`, not included: those that speak most."""
    places, deviations = chosen[first:end], history.deviations
    means, variances = _expect_gains(history, places)
    gain, expected = float(deviations.gain[places].sum()), float(means.sum())
    return {
        "right": float(deviations.right[places].sum()),
        "right_expected": float(deviations.right_chance[places].sum()),
        "gain": gain,
        "expected": expected,
        "above": gain - expected,
        "deviation": sqrt(float(variances.sum())),
        "first": float(first),
        "look": float(end - first),
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
    """Return the places of the player's own deviations, the first of each round.

    A second one would be right or not by the same cards, or by cards that the first one's are not independent of.
    """
    decisions = history.decisions.take(history.deviations.row)
    own = np.flatnonzero(decisions.marks & DecisionMark.BY_HOUSE == 0)
    _, firsts = np.unique(history.deals.round[decisions.row[own]], return_index=True)
    return own[np.sort(firsts)]


def _expect_gains(history: History, places: Ints) -> tuple[Floats, Floats]:
    """Return the mean and the variance of the gain of each of these deviations before the cards came."""
    chances, n = history.gain_chances, len(history.deviations)
    mean: Floats = np.bincount(chances.of, chances.chance * chances.value, n).astype(np.float64)
    square = np.bincount(chances.of, chances.chance * chances.value**2, n).astype(np.float64)
    return mean[places], np.maximum(square - mean**2, 0.0)[places]


def draw(history: History, outcome: Outcome) -> Cumulative:
    """Draw the sum of gains above expectation from the first of the deviations judged; the band is that of one look."""
    history, first = drop_play_money(history), int(outcome.figures.get("first", 0))
    chosen = _chosen(history)[first:]
    means, variances = _expect_gains(history, chosen)
    above = np.cumsum(history.deviations.gain[chosen] - means)
    width = stats.norm.isf(SIGNAL.defaults["p"]) * np.sqrt(np.cumsum(variances))
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
    found = _(
        "Of %(look)d decisions that differ from the chart the next card made %(right)d right, where %(right_expected).1f "
        "were to be expected; they gained %(gain).1f stakes instead of %(expected).1f."
    ) % {**outcome.figures}
    p = outcome.figures["p"]
    if p > _RARE:
        return found
    often = _("Chance does as much once in %(once)s times.") % {"once": f"{1 / max(p, 1e-18):,.0f}"}
    return f"{found} {often}"


SIGNAL = Signal(
    id="INT1",
    version=2,
    family=Family.INTEGRITY,
    severity=60,
    unit=Unit.DEVIATIONS,
    window_days=None,
    words=gettext_lazy("Knows cards that nobody has seen"),
    meaning=gettext_lazy(
        "Decisions that differ from the chart are right more often than the unseen cards allow. Counting, superstition and "
        "luck do not explain this; a leak of cards to come does."
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
