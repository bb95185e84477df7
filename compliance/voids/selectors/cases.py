"""Queries for lists and pages of void cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from accounts.models.users import User
from accounts.users.selectors.search import find_matching_ids
from casino.values.round_numbers import parse_round_name
from casino.voids.selectors.voiding import held_voids
from compliance.models import CaseKind, CaseReason, CaseState, CaseStep, VoidCase, VoidLine
from pages.moments import midnight
from wallet.money.values import Money

HELD: Final = "held"
OPEN: Final = (CaseState.PROPOSED, CaseState.APPROVED)
MOST_WAITING: Final = 50
LINES: Final = 250
Result = VoidLine.Result


def find_cases(params: Mapping[str, str]) -> QuerySet[VoidCase]:
    """Return the cases matching the list page's query parameters; none if a parameter is invalid."""
    try:
        wanted = _conditions(params)
    except (ValueError, OverflowError):
        return _with_people(VoidCase.objects.none())
    return _with_people(VoidCase.objects.filter(*wanted))


def _conditions(params: Mapping[str, str]) -> list[Q | Exists]:
    """Return the conditions of the filters. Raises ValueError, OverflowError."""
    found: list[Q | Exists] = []
    for name, words in (("state", CaseState), ("kind", CaseKind), ("reason", CaseReason)):
        if written := params.get(name):
            found.append(Q(**{name: words(written).value}))
    if stakes := params.get("stakes"):
        if stakes != HELD:
            raise ValueError(stakes)
        found.append(match_held_stakes())
    case_lines = VoidLine.objects.filter(case=OuterRef("pk"))
    if player := params.get("player", "").strip():
        found.append(Exists(case_lines.filter(round__player__in=find_matching_ids(player))))
    if hand := params.get("hand", "").strip():
        found.append(Exists(case_lines.filter(parse_round_name(hand).lookup("round__"))))
    if since := params.get("since"):
        found.append(Q(proposed_at__gte=midnight(date.fromisoformat(since))))
    if until := params.get("until"):
        found.append(Q(proposed_at__lt=midnight(date.fromisoformat(until)) + timedelta(days=1)))
    return found


def match_held_stakes() -> Q:
    """Return the condition for cases with suspended stakes."""
    return Q(public_id__in=held_voids().values("case"))


def _with_people(cases: QuerySet[VoidCase]) -> QuerySet[VoidCase]:
    return cases.select_related("proposed_by", "of")


def open_cases() -> list[VoidCase]:
    """Return proposed and running cases, oldest first; at most `MOST_WAITING` + 1."""
    found = _with_people(VoidCase.objects.filter(state__in=OPEN))
    return list(found.order_by("pk")[: MOST_WAITING + 1])


def find_case(public_id: UUID) -> VoidCase | None:
    return _with_people(VoidCase.objects.filter(public_id=public_id)).first()


def case_steps(case: VoidCase) -> list[CaseStep]:
    return list(CaseStep.objects.filter(case=case).select_related("acting_user").order_by("n"))


def list_follow_ups(case: VoidCase) -> list[VoidCase]:
    """Return the cases that follow a case, oldest first."""
    return list(_with_people(VoidCase.objects.filter(of=case)).order_by("pk"))


@dataclass(frozen=True, slots=True)
class CaseProgress:
    size: int
    done: int
    refused: int
    dropped: int
    tried: int

    @property
    def ended(self) -> int:
        """Hands that are done or refused."""
        return self.done + self.refused

    @property
    def waiting(self) -> int:
        """Hands still to be executed or decided."""
        return self.size - self.ended - self.dropped

    @property
    def percent(self) -> int:
        return 100 * self.ended // self.size


def count_progress(case: VoidCase) -> CaseProgress:
    """Count the hands of a case by result. One query."""
    counts = VoidLine.objects.filter(case=case).aggregate(
        done=Count("pk", filter=Q(result=Result.DONE)),
        refused=Count("pk", filter=Q(result=Result.REFUSED)),
        dropped=Count("pk", filter=Q(result=Result.DROPPED)),
        tried=Count("pk", filter=Q(result=Result.WAITING, tried_at__isnull=False)),
    )
    return CaseProgress(case.size, **counts)


def case_lines(case: VoidCase, after: int = 0) -> tuple[list[VoidLine], int | None]:
    """Return a page of hands of a case in order, and the cursor of the next page or None. One query."""
    found = VoidLine.objects.filter(case=case, n__gt=after).order_by("n")
    people = found.select_related("round__player", "round__place__table")
    rows = list(people[: LINES + 1])
    return rows[:LINES], rows[LINES - 1].n if len(rows) > LINES else None


@dataclass(frozen=True, slots=True)
class PlayerMovedSum:
    """Amount a case moved on one player's account in one currency."""

    player: User
    hands: int
    moved: Money


def load_moved_sums(case: VoidCase) -> Sequence[PlayerMovedSum]:
    """Return the amounts moved by player and currency. Two queries."""
    rows = VoidLine.objects.filter(case=case, result=Result.DONE).values(
        "round__player", "round__currency"
    )
    sums = list(rows.annotate(hands=Count("pk"), units=Sum("moved")).order_by())
    players = User.objects.in_bulk({row["round__player"] for row in sums})
    found = [
        PlayerMovedSum(
            players[row["round__player"]],
            row["hands"],
            Money(int(row["units"]), row["round__currency"]),
        )
        for row in sums
    ]
    return sorted(found, key=lambda one: (one.player.email, one.moved.currency))
