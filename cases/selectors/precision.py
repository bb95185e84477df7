"""How useful each signal is: outcomes of decided cases with intervals, beside what the blind sample showed was missed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import sqrt
from typing import Final

from django.db.models import Sum
from django.utils import timezone

from accounts.roles.values import Right
from cases.models import Case, CaseFlag, CaseOrigin, CaseOutcome, CaseSource, CaseStatus
from cases.values import VIEW_RIGHTS
from detection.models import BlindSample, DayOfOutcomes
from signals.catalogue import SIGNALS

_DECIDED: Final = (CaseStatus.DECIDED, CaseStatus.CLOSED)
_USEFUL: Final = (CaseOutcome.CONFIRMED, CaseOutcome.JUSTIFIED)
_Z: Final = 1.959964  # of 95 %
DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class OutcomeShare:
    """`count` of `n` with its 95 % interval (Wilson). Without `n` there is no share."""

    count: int
    n: int

    @property
    def value(self) -> float | None:
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        if not self.n:
            return None
        share, z2 = self.count / self.n, _Z * _Z
        middle = share + z2 / (2 * self.n)
        half = _Z * sqrt(share * (1 - share) / self.n + z2 / (4 * self.n * self.n))
        scale = 1 + z2 / self.n
        return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


@dataclass(frozen=True, slots=True)
class SignalPrecision:
    """One signal: shares of all its decided cases by outcome, what is useful, and what was missed.

    `missed`: confirmed or justified among the decided blind samples just below its threshold. `judged`: judgements of the
    last 30 days by status.
    """

    signal: str
    outcomes: Mapping[CaseOutcome, OutcomeShare]
    useful: OutcomeShare
    open_cases: int
    missed: OutcomeShare
    judged: Mapping[str, int]


def load_precision(rights: frozenset[Right]) -> list[SignalPrecision]:
    """Return all signals, with the cases that somebody with these rights may see. Five queries."""
    kinds = [kind for kind, right in VIEW_RIGHTS.items() if right in rights]
    decided, open_cases = _count_cases(kinds)
    missed = _count_samples()
    judged = _count_judgements()
    return [
        _precision(
            signal,
            decided[signal],
            open_cases[signal],
            missed.get(signal, OutcomeShare(0, 0)),
            judged.get(signal, {}),
        )
        for signal in SIGNALS
    ]


def _precision(  # one figure each
    signal: str,
    decided: Counter[str],
    open_cases: int,
    missed: OutcomeShare,
    judged: Mapping[str, int],
) -> SignalPrecision:
    n = decided.total()
    return SignalPrecision(
        signal,
        {one: OutcomeShare(decided[one], n) for one in CaseOutcome},
        OutcomeShare(sum(decided[one] for one in _USEFUL), n),
        open_cases,
        missed,
        judged,
    )


def _count_cases(kinds: Sequence[str]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Count each case once for each of its signals: decided ones by outcome, and open ones."""
    rows = CaseFlag.objects.filter(case__kind__in=kinds).values_list(
        "flag__signal", "case_id", "case__status", "case__outcome"
    )
    decided: dict[str, Counter[str]] = defaultdict(Counter)
    open_cases: Counter[str] = Counter()
    for signal, _case, status, outcome in rows.distinct():
        if status in _DECIDED:
            decided[signal][outcome] += 1
        else:
            open_cases[signal] += 1
    return decided, open_cases


def _count_samples() -> dict[str, OutcomeShare]:
    """Return the share of decided samples near each threshold that were confirmed or justified; "" is the random ones."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for sample, outcome in load_decided_samples():
        found = counts[sample.signal]
        found[0] += outcome in _USEFUL
        found[1] += 1
    return {signal: OutcomeShare(*found) for signal, found in counts.items()}


def load_decided_samples() -> list[tuple[BlindSample, str]]:
    """Return the blind samples whose case is decided, with its outcome, those that joined an open case included. Three queries."""
    decided = Case.objects.filter(origin=CaseOrigin.SAMPLE, status__in=_DECIDED)
    joined = CaseSource.objects.filter(origin=CaseOrigin.SAMPLE, case__status__in=_DECIDED)
    found = [
        *decided.values_list("about", "outcome"),
        *joined.values_list("about", "case__outcome"),
    ]
    outcomes = {int(about.removeprefix("sample ")): outcome for about, outcome in found}
    samples = BlindSample.objects.filter(pk__in=outcomes).order_by("pk")
    return [(one, outcomes[one.pk]) for one in samples]


def count_random_samples() -> OutcomeShare:
    """Return the share of decided random samples that were confirmed or justified."""
    return _count_samples().get("", OutcomeShare(0, 0))


def _count_judgements() -> dict[str, dict[str, int]]:
    since = timezone.now().date() - timedelta(days=DAYS)
    rows = DayOfOutcomes.objects.filter(day__gt=since).values_list("signal", "status")
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for signal, status, number in rows.annotate(sum=Sum("number")).order_by():
        found[signal][status] = number
    return found


def load_decided_cases(signal: str, kinds: Iterable[str]) -> list[Case]:
    """Return the decided cases of a signal, newest first. One query."""
    rows = Case.objects.filter(status__in=_DECIDED, kind__in=tuple(kinds))
    found = rows.filter(flags__flag__signal=signal).distinct().select_related("assignee")
    return list(found.order_by("-pk")[:100])
