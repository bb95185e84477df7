"""LOY1: points are farmed."""

from collections.abc import Mapping
from math import exp, isfinite, nan
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from signals.definition import Family, Signal, SignalScope, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.population import Earner

_FEWEST_PLAYERS: Final = 30
_LEAST_SPREAD: Final = 0.25
"""Tiers multiply points: if all others are of one tier the spread is 0, and a higher tier alone must flag nobody."""


def judge(earner: Earner, thresholds: Mapping[str, float]) -> Outcome:
    """Compare the logarithm of points per dollar of theoretical loss with the median of all players."""
    population = earner.population
    if not (isfinite(earner.points) and isfinite(earner.loss)) or earner.points <= 0:
        return too_few(population.players)
    if earner.loss < thresholds["least"]:
        return not_applicable("little_play", population.players)
    if population.players < _FEWEST_PLAYERS:
        return too_few(population.players)
    spread = max(population.spread, _LEAST_SPREAD)
    figures = {
        "z": (earner.log_ratio - population.median) / spread,
        "rate": exp(earner.log_ratio),
        "median": exp(population.median),
        "points": earner.points,
        "loss": earner.loss,
    }
    status = OutcomeStatus.FLAGGED if figures["z"] > thresholds["z"] else OutcomeStatus.BELOW
    return Outcome(status, population.players, figures)


def sentence(outcome: Outcome) -> str:
    return _(
        "The player earned %(rate).1f points for each dollar of theoretical loss; the median of %(n)d players is "
        "%(median).1f (z = %(z).1f)."
    ) % {"n": outcome.n, **outcome.figures}


def draw(_earner: Earner, outcome: Outcome) -> Bars:
    """Draw the player's rate beside the median."""
    figures = outcome.figures
    return Bars(
        Axis(gettext_lazy("Points per dollar of theoretical loss")),
        (
            EvidenceBar(gettext_lazy("This player"), figures.get("rate", nan)),
            EvidenceBar(gettext_lazy("Median"), figures.get("median", nan), outcome.n),
        ),
    )


SIGNAL = Signal(
    id="LOY1",
    version=1,
    family=Family.LOYALTY,
    severity=25,
    unit=Unit.EVENTS,
    window_days=30,
    words=gettext_lazy("Points farming"),
    meaning=gettext_lazy(
        "Points cost the house far more than this play brings in. Perfect strategy at the best table is legal; the cause is "
        "often a rule set or a promotion that gives too much, which is the house's to change."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("z", gettext_lazy("Spreads above the median"), 4, 2.5, 10),
        Threshold("least", gettext_lazy("Theoretical loss from this sum on (USD)"), 5, 1, 10_000),
    ),
    reasons={"little_play": gettext_lazy("too little theoretical loss")},
    statistical=True,
    scope=SignalScope.POPULATION,
)
