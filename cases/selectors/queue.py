"""The queue of cases, with filters, and its lines."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Right
from accounts.users.selectors.search import find_matching_ids
from approvals.selectors import Queue
from cases.models import (
    Case,
    CaseFlag,
    CaseOrigin,
    CaseOutcome,
    CasePlayer,
    CaseSeverity,
    CaseStatus,
    CaseTopic,
    SavedView,
)
from cases.selectors.holds import active_holds, late_holds, undecided_releases
from cases.selectors.scores import kinds_of_signal
from cases.values import VIEW_RIGHTS
from detection.models import BlindSample, Flag, LatestOutcome
from detection.selectors.trials import proposals_to_decide
from pages.moments import midnight
from signals.catalogue import SIGNALS
from signals.outcomes import OutcomeStatus
from signals.scores import EDGE

OPEN: Final = "open"
LATE: Final = "late"
ESCALATED: Final = "escalated"
MINE: Final = "mine"
NOBODY: Final = "nobody"
REASONS: Final = 2
"""Sentences of a line. A blind sample has as many, so that it looks like the others."""
_DECIDED: Final = (CaseStatus.DECIDED, CaseStatus.CLOSED)
_NUMBER: Final = re.compile(r"(?:K-)?(\d{1,18})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CaseFinding:
    """One judgement that speaks in a case: a flag, or in a blind sample an outcome."""

    signal: str
    version: int
    n: int
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A case with its players and findings, as lists, files and the API show it."""

    case: Case
    players: Sequence[User]
    findings: Sequence[CaseFinding]
    is_held: bool

    @property
    def lead(self) -> User | None:
        return self.players[0] if self.players else None

    @property
    def is_late(self) -> bool:
        return self.case.is_due(timezone.now())

    @property
    def shows_score(self) -> bool:
        return shows_score(self.case)


def shows_score(case: Case) -> bool:
    """Return whether score and origin are shown: of cases that signals opened only once they are decided."""
    from_signals = case.origin in (CaseOrigin.SCORE, CaseOrigin.SAMPLE)
    decided = case.status in _DECIDED
    return case.kind != CaseTopic.FRAUD or not from_signals or decided


def undecided_suspicions() -> Q:
    """Return the condition for the cases that show no score: among them are the blind samples."""
    from_signals = Q(kind=CaseTopic.FRAUD, origin__in=(CaseOrigin.SCORE, CaseOrigin.SAMPLE))
    return from_signals & ~Q(status__in=_DECIDED)


def find_cases(
    params: Mapping[str, str], kinds: Iterable[CaseTopic], reader: int | None = None
) -> QuerySet[Case]:
    """Return the visible cases for the list's query parameters; none if a parameter is invalid."""
    rows = Case.objects.select_related("assignee").filter(kind__in=tuple(kinds))
    try:
        return rows.filter(*_conditions(params, reader))
    except (ValueError, OverflowError):
        return rows.none()


def _conditions(params: Mapping[str, str], reader: int | None) -> list[Q | Exists]:
    found: list[Q | Exists] = [*_status(params.get("status") or OPEN)]
    for name, words in (("kind", CaseTopic), ("severity", CaseSeverity), ("outcome", CaseOutcome)):
        if written := params.get(name):
            found.append(Q(**{name: words(written).value}))
    if assignee := params.get("assignee"):
        if assignee not in (MINE, NOBODY):
            raise ValueError(assignee)
        found.append(Q(assignee=reader if assignee == MINE else None))
    if signal := params.get("signal"):
        flags = CaseFlag.objects.filter(case=OuterRef("pk"), flag__signal=signal)
        # A sample has no flags: the filter would tell it from the others.
        found += [Exists(flags), ~undecided_suspicions()]
    if player := params.get("player", "").strip():
        rows = CasePlayer.objects.filter(case=OuterRef("pk"))
        found.append(Exists(rows.filter(player__in=find_matching_ids(player))))
    if number := params.get("number", "").strip():
        read = _NUMBER.fullmatch(number)
        found.append(Q(pk=int(read[1])) if read else Q(pk=None))
    if since := params.get("since"):
        found.append(Q(opened_at__gte=midnight(date.fromisoformat(since))))
    if until := params.get("until"):
        found.append(Q(opened_at__lt=midnight(date.fromisoformat(until)) + timedelta(days=1)))
    return found


def _status(written: str) -> list[Q]:
    if written == "all":
        return []
    if written == OPEN:
        return [~Q(status=CaseStatus.CLOSED)]
    if written == LATE:
        over = Q(status__in=(CaseStatus.DECIDED, CaseStatus.CLOSED))
        return [~over, Q(due_at__lte=timezone.now())]
    if written == ESCALATED:
        return [Q(escalated_at__isnull=False)]
    return [Q(status=CaseStatus(written).value)]


def build_lines(cases: Sequence[Case]) -> list[QueueLine]:
    """Return cases as lines. At most five queries."""
    numbers = [one.pk for one in cases]
    players = load_players(numbers)
    findings = load_findings(cases, players)
    held = set(active_holds().filter(case__in=numbers).values_list("case_id", flat=True))
    return [
        QueueLine(one, players.get(one.pk, []), findings[one.pk][:REASONS], one.pk in held)
        for one in cases
    ]


def load_players(cases: Iterable[int]) -> Mapping[int, list[User]]:
    """Return the players of each case, the leading one first. One query."""
    rows = CasePlayer.objects.filter(case__in=list(cases)).select_related("player")
    found: dict[int, list[User]] = defaultdict(list)
    for row in rows.order_by("-is_lead", "pk"):
        found[row.case_id].append(row.player)
    return found


def load_findings(
    cases: Sequence[Case], players: Mapping[int, Sequence[User]]
) -> Mapping[int, list[CaseFinding]]:
    """Return what speaks in each case: its standing flags, EDGE first and then by severity. Three queries at most.

    Where none stands any more, those that it was opened for: voids end flags, and the reason stays.
    """
    found: dict[int, list[CaseFinding]] = defaultdict(list)
    ended: dict[int, dict[str, CaseFinding]] = defaultdict(dict)
    flags = CaseFlag.objects.filter(case__in=[one.pk for one in cases]).select_related("flag")
    for row in flags.order_by("flag_id"):
        flag = row.flag
        finding = CaseFinding(flag.signal, flag.version, flag.n, dict(flag.figures))
        if flag.state in (Flag.State.CURRENT, Flag.State.PASSED):
            found[row.case_id].append(finding)
        else:
            ended[row.case_id][flag.signal] = finding
    for case, findings in ended.items():
        found[case] = found[case] or list(findings.values())
    samples = [one for one in cases if one.origin == CaseOrigin.SAMPLE and not found[one.pk]]
    if samples:
        for case, outcomes in _of_samples(samples, players).items():
            found[case] += outcomes
    for spoken in found.values():
        spoken.sort(key=lambda one: (one.signal != EDGE, -_severity(one.signal), one.signal))
    return found


def _severity(signal: str) -> int:
    return SIGNALS[signal].severity if signal in SIGNALS else 0


def _of_samples(
    cases: Sequence[Case], players: Mapping[int, Sequence[User]]
) -> Mapping[int, list[CaseFinding]]:
    leads = {players[one.pk][0].pk: one.pk for one in cases if players.get(one.pk)}
    rows = LatestOutcome.objects.filter(player__in=leads, status=OutcomeStatus.BELOW)
    found: dict[int, list[CaseFinding]] = defaultdict(list)
    for row in rows.order_by("pk"):
        if CaseTopic.FRAUD in kinds_of_signal(row.signal) and SIGNALS[row.signal].severity:
            found[leads[row.player_id]].append(
                CaseFinding(row.signal, row.version, row.n, dict(row.figures))
            )
    return found


def find_why_sampled(case: Case) -> BlindSample | None:
    """Return the blind sample that a decided case was; None for others, and before it is decided."""
    if case.origin != CaseOrigin.SAMPLE or not shows_score(case):
        return None
    return BlindSample.objects.filter(pk=case.about.removeprefix("sample ")).first()


def list_saved_views(owner: User) -> list[SavedView]:
    return list(SavedView.objects.filter(owner=owner).order_by("name"))


def case_queues() -> tuple[Queue, ...]:
    """Return the queues of the dashboard: waiting cases by kind, late holds, undecided releases, thresholds after their trial."""
    waiting = Case.objects.filter(status__in=(CaseStatus.NEW, CaseStatus.REOPENED))
    kinds = {
        "fraud_cases": CaseTopic.FRAUD,
        "laundering_cases": CaseTopic.LAUNDERING,
        "protection_cases": CaseTopic.PROTECTION,
        "staff_cases": CaseTopic.STAFF,
    }
    return (
        *(
            Queue(key, VIEW_RIGHTS[kind], waiting.filter(kind=kind), "cases:queue", f"?kind={kind}")
            for key, kind in kinds.items()
        ),
        Queue(
            "escalated_cases",
            Right.APPROVE_CASES,
            Case.objects.filter(escalated_at__isnull=False),
            "cases:queue",
            f"?status={ESCALATED}",
        ),
        Queue("late_holds", Right.APPROVE_CASES, late_holds(), "cases:holds"),
        Queue("hold_releases", Right.APPROVE_CASES, undecided_releases(), "cases:holds"),
        Queue("thresholds", Right.APPROVE_THRESHOLDS, proposals_to_decide(), "cases:signals"),
    )


def find_fraud_cases(params: Mapping[str, Any]) -> QuerySet[Case]:
    """Return the cases of fraud for a file."""
    return find_cases(params, (CaseTopic.FRAUD,))


def find_laundering_cases(params: Mapping[str, Any]) -> QuerySet[Case]:
    """Return the cases of money laundering for a file."""
    return find_cases(params, (CaseTopic.LAUNDERING,))


def find_protection_cases(params: Mapping[str, Any]) -> QuerySet[Case]:
    """Return the cases of player protection for a file."""
    return find_cases(params, (CaseTopic.PROTECTION,))
