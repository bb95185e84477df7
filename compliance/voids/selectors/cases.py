"""Cases that void hands, as lists and pages show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from accounts.models.users import User
from accounts.users.selectors.search import matching_ids
from casino.values.round_numbers import round_named
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
    """The cases that a page's address asks for; none where it cannot be read."""
    try:
        wanted = _conditions(params)
    except (ValueError, OverflowError):
        return _with_people(VoidCase.objects.none())
    return _with_people(VoidCase.objects.filter(*wanted))


def _conditions(params: Mapping[str, str]) -> list[Q | Exists]:
    """Conditions of the filters. Raises ValueError."""
    found: list[Q | Exists] = []
    for name, words in (("state", CaseState), ("kind", CaseKind), ("reason", CaseReason)):
        if written := params.get(name):
            found.append(Q(**{name: words(written).value}))
    if stakes := params.get("stakes"):
        if stakes != HELD:
            raise ValueError(stakes)
        found.append(with_held_stakes())
    case_lines = VoidLine.objects.filter(case=OuterRef("pk"))
    if player := params.get("player", "").strip():
        found.append(Exists(case_lines.filter(round__player__in=matching_ids(player))))
    if hand := params.get("hand", "").strip():
        found.append(Exists(case_lines.filter(round_named(hand).lookup("round__"))))
    if since := params.get("since"):
        found.append(Q(proposed_at__gte=midnight(date.fromisoformat(since))))
    if until := params.get("until"):
        found.append(Q(proposed_at__lt=midnight(date.fromisoformat(until)) + timedelta(days=1)))
    return found


def with_held_stakes() -> Q:
    """Condition: stakes are still suspended."""
    return Q(public_id__in=held_voids().values("case"))


def _with_people(cases: QuerySet[VoidCase]) -> QuerySet[VoidCase]:
    return cases.select_related("proposed_by", "of")


def open_cases() -> list[VoidCase]:
    """Proposed and running cases, oldest first."""
    found = _with_people(VoidCase.objects.filter(state__in=OPEN))
    return list(found.order_by("pk")[: MOST_WAITING + 1])


def case_of(public_id: UUID) -> VoidCase | None:
    return _with_people(VoidCase.objects.filter(public_id=public_id)).first()


def case_steps(case: VoidCase) -> list[CaseStep]:
    return list(CaseStep.objects.filter(case=case).select_related("by").order_by("n"))


def followers(case: VoidCase) -> list[VoidCase]:
    """The cases that follow it, the oldest first."""
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
        """Hands of which there is nothing left to do."""
        return self.done + self.refused

    @property
    def waiting(self) -> int:
        """Hands that are still to be done, or decided."""
        return self.size - self.ended - self.dropped

    @property
    def percent(self) -> int:
        return 100 * self.ended // self.size


def count_progress(case: VoidCase) -> CaseProgress:
    """Count its hands by result. One query."""
    counts = VoidLine.objects.filter(case=case).aggregate(
        done=Count("pk", filter=Q(result=Result.DONE)),
        refused=Count("pk", filter=Q(result=Result.REFUSED)),
        dropped=Count("pk", filter=Q(result=Result.DROPPED)),
        tried=Count("pk", filter=Q(result=Result.WAITING, tried_at__isnull=False)),
    )
    return CaseProgress(case.size, **counts)


def case_lines(case: VoidCase, after: int = 0) -> tuple[list[VoidLine], int | None]:
    """Some hands of a case in order, and where the next ones begin, if there are more. One query."""
    found = VoidLine.objects.filter(case=case, n__gt=after).order_by("n")
    people = found.select_related("round__player", "round__place__table")
    rows = list(people[: LINES + 1])
    return rows[:LINES], rows[LINES - 1].n if len(rows) > LINES else None


@dataclass(frozen=True, slots=True)
class PlayerMoved:
    """Movements of a case on one player's account."""

    player: User
    hands: int
    moved: Money


def sums_moved(case: VoidCase) -> Sequence[PlayerMoved]:
    """Movements by player and currency. Two queries."""
    rows = VoidLine.objects.filter(case=case, result=Result.DONE).values(
        "round__player", "round__currency"
    )
    sums = list(rows.annotate(hands=Count("pk"), units=Sum("moved")).order_by())
    players = User.objects.in_bulk({row["round__player"] for row in sums})
    found = [
        PlayerMoved(
            players[row["round__player"]],
            row["hands"],
            Money(int(row["units"]), row["round__currency"]),
        )
        for row in sums
    ]
    return sorted(found, key=lambda one: (one.player.email, one.moved.currency))
