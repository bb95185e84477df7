"""MA2: linked accounts that always play together."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.definition import Family, Signal, SignalScope, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.pairs import PlayerPair

_FEWEST = 50


def judge(pair: PlayerPair, thresholds: Mapping[str, float]) -> Outcome:
    """Divide the deals of both by the fewer rounds of either."""
    one, other = pair.shared
    n = len(one)
    if not pair.linked:
        return not_applicable("not_linked", n)
    if n < _FEWEST:
        return too_few(n)
    figures = {
        "share": pair.share,
        "rounds": float(pair.one.rounds),
        "other_rounds": float(pair.other.rounds),
    }
    at = pair.one.deals.at[one]
    rounds = np.concatenate([pair.one.deals.round[one], pair.other.deals.round[other]])
    status = OutcomeStatus.FLAGGED if pair.share > thresholds["share"] else OutcomeStatus.BELOW
    return Outcome(status, n, figures, "", rounds, float(at.min()), float(at.max()))


def sentence(outcome: Outcome) -> str:
    return _(
        "Two linked accounts played %(n)d deals together: %(percent).0f%% of the rounds of the one that played less."
    ) % {"n": outcome.n, "percent": 100 * outcome.figures["share"]}


def draw(pair: PlayerPair, outcome: Outcome) -> Bars:
    """Draw the rounds of each beside those together."""
    return Bars(
        Axis(gettext_lazy("Rounds")),
        (
            EvidenceBar(pair.one.player, float(pair.one.rounds), pair.one.rounds),
            EvidenceBar(pair.other.player, float(pair.other.rounds), pair.other.rounds),
            EvidenceBar(gettext_lazy("Together"), float(outcome.n), outcome.n),
        ),
        players=(pair.one.player, pair.other.player),
    )


SIGNAL = Signal(
    id="MA2",
    version=1,
    family=Family.ACCOUNTS,
    severity=40,
    unit=Unit.EVENTS,
    window_days=90,
    words=gettext_lazy("Linked accounts always together"),
    meaning=gettext_lazy(
        "Two accounts linked by MA1 share more than half the deals of the one that plays less. A couple that plays at one "
        "table in the evening looks the same; their stakes and boxes tell more."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold(
            "share", gettext_lazy("Shared deals ÷ the fewer rounds of either"), 0.5, 0.2, 0.99
        ),
    ),
    reasons={"not_linked": gettext_lazy("the accounts are not linked")},
    scope=SignalScope.PAIR,
)
