"""CC4: plays that only the count explains."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import VERBS, Flags, History, Ints, find_spot
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_deals, keep_decisions, own_decisions, real_deals
from signals.scipy_packages import stats
from signals.statistics.intervals import estimate_share

_INSURED_FROM, _STANDS_FROM = 3.0, 0.0
_SIXTEEN: Final = find_spot("hard 16", "T")
_HIT, _STAND, _INSURE, _DECLINE = map(VERBS.index, ("hit", "stand", "insure", "decline"))


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Test both: insurance at TC ≥ 3 against below, and standing on 16 against a ten at TC ≥ 0 against below (Fisher)."""
    counted = _keep(history)
    if len(history.decisions) and not len(counted.decisions):
        return not_applicable("no_count")
    insurance, sixteen = _count_insurance(counted), _count_sixteen(counted)
    n = int(insurance.sum() + sixteen.sum())
    if not _is_full(insurance) or not _is_full(sixteen):
        return too_few(n)
    p = _test(insurance), _test(sixteen)
    figures = {
        "insurance_p": p[0],
        "insured_high": insurance[0, 0] / insurance[0].sum(),
        "insured_low": insurance[1, 0] / insurance[1].sum(),
        "sixteen_p": p[1],
        "stood_high": sixteen[0, 0] / sixteen[0].sum(),
        "stood_low": sixteen[1, 0] / sixteen[1].sum(),
    }
    status = OutcomeStatus.FLAGGED if max(p) < thresholds["p"] else OutcomeStatus.BELOW
    decisions = counted.decisions
    chosen = _insurances(counted) | _sixteens(counted)
    rounds = np.unique(counted.deals.round[decisions.row[chosen]])
    at = decisions.at[chosen]
    return Outcome(status, n, figures, "", rounds, float(at.min()), float(at.max()))


def _keep(history: History) -> History:
    finite = np.array([rules.finite_decks is not None for rules in history.rules] or [False])
    kept = keep_deals(history, real_deals(history) & finite[history.deals.rules])
    return keep_decisions(kept, own_decisions(kept))


def _insurances(history: History) -> Flags:
    """Mask of offers of insurance answered alone: early surrender, chosen instead, says nothing of it."""
    decisions = history.decisions
    return np.asarray(decisions.spot < 0) & np.isin(decisions.action, (_INSURE, _DECLINE))


def _sixteens(history: History) -> Flags:
    decisions = history.decisions
    return np.asarray(decisions.spot == _SIXTEEN) & np.isin(decisions.action, (_HIT, _STAND))


def _count_insurance(history: History) -> Ints:
    return _tabulate(history, _insurances(history), _INSURE, _INSURED_FROM)


def _count_sixteen(history: History) -> Ints:
    return _tabulate(history, _sixteens(history), _STAND, _STANDS_FROM)


def _tabulate(history: History, chosen: Flags, action: int, limit: float) -> Ints:
    """Rows: true count from the limit on, below; columns: the action, another."""
    decisions = history.decisions.take(chosen)
    high, done = decisions.true_count >= limit, decisions.action == action
    return np.array(
        [
            [(high & done).sum(), (high & ~done).sum()],
            [(~high & done).sum(), (~high & ~done).sum()],
        ],
        np.int64,
    )


def _is_full(table: Ints) -> bool:
    return bool(table.sum(axis=1).all())


def _test(table: Ints) -> float:
    return float(stats.fisher_exact(table, alternative="greater").pvalue)


def sentence(outcome: Outcome) -> str:
    shares = {name: 100 * value for name, value in outcome.figures.items()}
    return _(
        "Insurance was taken in %(insured_high).0f%% of high counts and %(insured_low).0f%% of others, and 16 against a "
        "ten stood in %(stood_high).0f%% of counts from zero on and %(stood_low).0f%% of those below (%(n)d decisions)."
    ) % {**shares, "n": outcome.n}


def draw(history: History, _outcome: Outcome) -> Bars:
    """The four shares."""
    counted = _keep(history)
    names = (
        gettext_lazy("Insured, count 3 and more"),
        gettext_lazy("Insured, count below 3"),
        gettext_lazy("16 against ten stood, count 0 and more"),
        gettext_lazy("16 against ten stood, count below 0"),
    )
    rows = (*_count_insurance(counted), *_count_sixteen(counted))
    bars = []
    for name, (done, not_done) in zip(names, rows, strict=True):
        share = estimate_share(int(done), int(done + not_done))
        whole = [100 * value for value in share]
        bars.append(EvidenceBar(name, whole[0], int(done + not_done), whole[1], whole[2]))
    return Bars(Axis(gettext_lazy("Share of decisions"), "%"), tuple(bars))


SIGNAL = Signal(
    id="CC4",
    version=1,
    family=Family.COUNTING,
    severity=20,
    unit=Unit.DECISIONS,
    window_days=None,
    words=gettext_lazy("Plays by the count"),
    meaning=gettext_lazy(
        "Insurance and standing on 16 against a ten are right in some counts and wrong in others; the player does both "
        "when the count says so. Counting in one's head is legal play."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(Threshold("p", gettext_lazy("p of each of both tests"), 0.001, 0.000001, 0.05),),
    reasons={"no_count": gettext_lazy("no deal came from a shoe that can be counted")},
    draw=draw,
    statistical=True,
)
