"""One case: its players with state, money and limits, links, flags, rounds, records and history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from accounts.models.audit_views import Look
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.models.visits import Visit
from accounts.restrictions.selectors.active_restrictions import find_active_by_player
from accounts.roles.values import MATRIX, Right
from cases.models import (
    Case,
    CaseFlag,
    CaseLink,
    CaseNote,
    CaseOrigin,
    CaseSource,
    CaseStatus,
    CaseTopic,
    CaseVoid,
    ContactRecord,
    DocumentRequest,
    ReportDraft,
    StatusStep,
)
from cases.selectors.restrictions import list_restrictions
from cases.selectors.scores import PlayerFlags, list_signals_of_kind, load_current_flags
from cases.values import VIEW_RIGHTS
from casino.models import Round
from detection.models import AccountLink, Flag, LatestOutcome
from limits.models import Limit
from limits.selectors.in_force import filter_in_force
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors.payments import find_open_withdrawals

LATEST: Final = 40
MOST_LINKS: Final = 200


@dataclass(frozen=True, slots=True)
class CasePerson:
    """A player of a case: account, score by signal, restrictions, limits, and unfinished withdrawals."""

    player: User
    flags: PlayerFlags
    restrictions: Sequence[Restriction]
    limits: Sequence[Limit]
    withdrawals: Sequence[Withdrawal]


def find_case(public_id: UUID, rights: frozenset[Right]) -> Case | None:
    """Return a case of a kind that somebody with these rights may see."""
    rows = Case.objects.select_related("assignee", "opened_by")
    case = rows.filter(public_id=public_id).first()
    return case if case and VIEW_RIGHTS[case.kind_of] in rights else None


def load_people(kind: CaseTopic, players: Sequence[User]) -> list[CasePerson]:
    """Return the players of a case with their flags of its kind alone. Four queries."""
    numbers = [one.pk for one in players]
    flags = load_current_flags(numbers)
    restrictions = find_active_by_player(numbers)
    held = filter_in_force(Limit.objects.filter(player__in=numbers))
    limits = [one for one in held if one.amount is not None]
    withdrawals = list(find_open_withdrawals(numbers))
    return [
        CasePerson(
            one,
            PlayerFlags(one.pk, flags[one.pk].of_kind(kind) if one.pk in flags else ()),
            restrictions.get(one.pk, []),
            [row for row in limits if row.player_id == one.pk],
            [row for row in withdrawals if row.player_id == one.pk],
        )
        for one in players
    ]


def load_flags(case: Case) -> list[Flag]:
    """Return the flags of a case, latest first. One query."""
    rows = CaseFlag.objects.filter(case=case).select_related("flag__player", "flag__configuration")
    return [one.flag for one in rows.order_by("-flag__raised_at", "-pk")]


def load_outcomes(kind: CaseTopic, player: int) -> list[LatestOutcome]:
    """Return the player's last outcome of every signal that this kind of case shows. One query."""
    rows = LatestOutcome.objects.filter(player=player, signal__in=list_signals_of_kind(kind))
    return list(rows.order_by("signal"))


def load_links(players: Sequence[int]) -> list[AccountLink]:
    """Return the links of these players to others, heaviest first. One query."""
    rows = AccountLink.objects.filter(Q(one__in=players) | Q(other__in=players))
    return list(rows.select_related("one", "other").order_by("-weight", "pk")[:MOST_LINKS])


@dataclass(frozen=True, slots=True)
class CaseHappening:
    """A line of the timeline. `what` names the kind, `about` is the row itself."""

    at: datetime
    what: str
    about: Any


def load_case_timeline(
    case: Case, players: Sequence[int], *, size: int = LATEST
) -> list[CaseHappening]:
    """Return all steps, notes, flags, contacts, restrictions and what joined, with the latest of each of the others.

    Newest first. Ten queries.
    """
    rounds = Round.objects.filter(player__in=players).select_related("place__table")
    rows: list[CaseHappening] = [
        *(CaseHappening(one.at, "step", one) for one in load_steps(case)),
        *(CaseHappening(one.at, "note", one) for one in load_notes(case)),
        *(CaseHappening(one.raised_at, "flag", one) for one in load_flags(case)),
        *(CaseHappening(one.happened_at, "contact", one) for one in load_contacts(case)),
        *load_joined(case),
        *(
            CaseHappening(one.created_at, "deposit", one)
            for one in Deposit.objects.filter(player__in=players).order_by("-pk")[:size]
        ),
        *(
            CaseHappening(one.created_at, "withdrawal", one)
            for one in Withdrawal.objects.filter(player__in=players).order_by("-pk")[:size]
        ),
        *(
            CaseHappening(one.begun_at, "visit", one)
            for one in Visit.objects.filter(player__in=players).order_by("-begun_at")[:size]
        ),
        *(
            CaseHappening(one.started_at, "round", one)
            for one in rounds.defer("result", "limits_at_deal").order_by("-started_at")[:size]
        ),
    ]
    return sorted(rows, key=lambda one: one.at, reverse=True)


def load_sources(case: Case) -> list[CaseSource]:
    """Return what joined an open case, oldest first; blind samples only once their case is decided."""
    rows = CaseSource.objects.filter(case=case).order_by("pk")
    decided = case.status in (CaseStatus.DECIDED, CaseStatus.CLOSED)
    return list(rows if decided else rows.exclude(origin=CaseOrigin.SAMPLE))


def load_joined(case: Case) -> list[CaseHappening]:
    """Return what joined a case, and its restrictions with their ends. Two queries."""
    lines = list_restrictions(case)
    return [
        *(CaseHappening(one.at, "source", one) for one in load_sources(case)),
        *(CaseHappening(one.restriction.at, "restriction", one) for one in lines),
        *(CaseHappening(one.end.at, "restriction end", one) for one in lines if one.end),
    ]


def load_steps(case: Case) -> list[StatusStep]:
    rows = StatusStep.objects.filter(case=case).select_related("acting_user", "assignee")
    return list(rows.order_by("n"))


def load_notes(case: Case) -> list[CaseNote]:
    rows = CaseNote.objects.filter(case=case).select_related("acting_user")
    return list(rows.order_by("-at", "-pk"))


def load_contacts(case: Case) -> list[ContactRecord]:
    rows = ContactRecord.objects.filter(case=case).select_related("acting_user")
    return list(rows.order_by("-happened_at", "-pk"))


def load_document_requests(case: Case) -> list[DocumentRequest]:
    rows = DocumentRequest.objects.filter(case=case).select_related("acting_user", "letter")
    return list(rows.order_by("-pk"))


def load_drafts(case: Case) -> list[ReportDraft]:
    rows = ReportDraft.objects.filter(case=case).select_related("acting_user")
    return list(rows.order_by("-n"))


def load_voids(case: Case) -> list[CaseVoid]:
    rows = CaseVoid.objects.filter(case=case).select_related("void__proposed_by")
    return list(rows.order_by("-pk"))


def load_linked_cases(case: Case, rights: frozenset[Right]) -> list[tuple[Case, CaseLink]]:
    """Return the linked cases that somebody with these rights may see. One query."""
    rows = CaseLink.objects.filter(Q(one=case) | Q(other=case))
    found = [
        (row.other if row.one_id == case.pk else row.one, row)
        for row in rows.select_related("one", "other", "acting_user").order_by("pk")
    ]
    return [(one, row) for one, row in found if VIEW_RIGHTS[one.kind_of] in rights]


def load_case_looks(case: Case) -> list[Look]:
    """Return who looked at a case, newest first. One query."""
    rows = Look.objects.filter(kind=Look.Kind.CASEWORK, object=str(case.public_id))
    return list(rows.select_related("staff").order_by("-at", "-pk"))


def find_player_cases(player: int, rights: frozenset[Right]) -> list[Case]:
    """Return a player's cases that somebody with these rights may see, newest first. One query."""
    kinds = [kind for kind, right in VIEW_RIGHTS.items() if right in rights]
    rows = Case.objects.filter(players__player=player, kind__in=kinds)
    return list(rows.select_related("assignee").order_by("-pk")) if kinds else []


def find_candidates(kind: CaseTopic) -> list[User]:
    """Return the staff who may work on cases of a kind, by name."""
    roles = [
        role.value
        for role, rights in MATRIX.items()
        if {Right.WORK_CASES, VIEW_RIGHTS[kind]} <= rights
    ]
    people = User.objects.filter(is_staff=True, state=State.ACTIVE, groups__name__in=roles)
    return list(people.distinct().order_by("full_name", "pk"))


def opened_from(case: Case) -> tuple[str, int] | None:
    """Return what a case was opened for, as (kind, id); None without one."""
    if case.origin not in (CaseOrigin.DISPUTE, CaseOrigin.DUPLICATE):
        return None
    kind, _blank, number = case.about.partition(" ")
    return (kind, int(number)) if number.isdigit() else None
