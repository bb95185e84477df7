"""Source tables of a player's timeline: their rows, and the column with the time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import F, OuterRef, QuerySet, Sum
from django.db.models.functions import JSONObject

from accounts.models.letters import Letter
from accounts.models.notes import Note
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.users import StateChange, User
from casino.models import Notice, Void, VoidStep
from compliance.models import CaseStep, Dispute, DisputeReply, VoidLine
from compliance.players.values import HappeningSort
from journal.models import Event, EventKind
from journal.models.history import Alteration, Operation
from journal.selectors.history import load_history
from limits.models import Limit, LimitConfirmation, LimitDecision, LimitSet
from loyalty.models.points import PointsEntry
from loyalty.models.redemption import Redemption
from loyalty.models.tiers import TierChange
from wallet.cash.models import Correction, CorrectionDecision, DepositStep, WithdrawalStep
from wallet.ledger.models import Transfer, TransferKind


@dataclass(frozen=True, slots=True)
class TimelineSource:
    """One table. `rows` returns a player's rows of the given sorts; `at` is the time column."""

    sorts: tuple[HappeningSort, ...]
    rows: Callable[[User, Sequence[HappeningSort]], QuerySet[Any]]
    at: str = "at"
    sort: Callable[[Any], HappeningSort] | None = None

    def classify(self, row: object) -> HappeningSort:
        return self.sort(row) if self.sort else self.sorts[0]


def build_rows_reader(
    model: type[models.Model], path: str, *related: str
) -> Callable[..., QuerySet[Any]]:
    """Return a function for the rows of a model whose player is at `path`."""

    def rows(player: User, _sorts: Sequence[HappeningSort]) -> QuerySet[Any]:
        found = model._default_manager.filter(**{path: player})  # noqa: SLF001  # Django documents the name
        return found.select_related(*related) if related else found

    return rows


# Events that only the journal has; all others come from richer tables.
_EVENTS: Final[Mapping[EventKind, HappeningSort]] = {
    EventKind.PLAYER_REGISTERED: HappeningSort.ACCOUNT,
    EventKind.IDENTITY_VERIFIED: HappeningSort.ACCOUNT,
    EventKind.INACTIVITY_ANNOUNCED: HappeningSort.ACCOUNT,
    EventKind.ACCOUNT_INACTIVE: HappeningSort.ACCOUNT,
    EventKind.INACTIVE_PLAYER_RETURNED: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_EXPIRED: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_KNOWN: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_NUMBER_GIVEN: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_NUMBER_CORRECTED: HappeningSort.ACCOUNT,
    EventKind.PERSON_CORRECTED: HappeningSort.ACCOUNT,
    EventKind.ERASURE_PROPOSED: HappeningSort.ACCOUNT,
    EventKind.ERASURE_DECIDED: HappeningSort.ACCOUNT,
    EventKind.PERSON_ERASED: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_NUMBER_SEEN: HappeningSort.SEEN,
    EventKind.DOCUMENT_RECEIVED: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_REFUSED: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_DELETED: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_UNREADABLE: HappeningSort.ACCOUNT,
    EventKind.DOCUMENT_SEEN: HappeningSort.SEEN,
    EventKind.OWN_DATA_TAKEN: HappeningSort.ACCOUNT,
    EventKind.DOUBLE_SUSPECTED: HappeningSort.ACCOUNT,
    EventKind.DOUBLE_DECIDED: HappeningSort.ACCOUNT,
    EventKind.PLAY_REFUSED: HappeningSort.RESTRICTIONS,
    EventKind.TEST_ACCOUNT_MARKED: HappeningSort.ACCOUNT,
    EventKind.LOGGED_IN: HappeningSort.LOGINS,
    EventKind.LOGIN_FAILED: HappeningSort.LOGINS,
    EventKind.LOGIN_LOCKED: HappeningSort.LOGINS,
    EventKind.LOGIN_FREED: HappeningSort.LOGINS,
    EventKind.SECOND_STEP_RESET_ASKED: HappeningSort.ACCOUNT,
    EventKind.SECOND_STEP_RESET_DECIDED: HappeningSort.ACCOUNT,
    EventKind.SECOND_STEP_RESET_STOPPED: HappeningSort.ACCOUNT,
    EventKind.SECOND_STEP_REMOVED: HappeningSort.ACCOUNT,
    EventKind.PLAY_STOPPED: HappeningSort.RESTRICTIONS,
    EventKind.PLAY_RESUMED: HappeningSort.RESTRICTIONS,
    EventKind.PLAYER_VIEWED: HappeningSort.SEEN,
}
PERSONAL: Final = ("email", "full_name", "birth_date", "country", "password")
"""Columns of a person whose changes appear in the timeline."""


def _sort_of(event: Event) -> HappeningSort:
    return _EVENTS[EventKind(event.kind)]


def _events(player: User, sorts: Sequence[HappeningSort]) -> QuerySet[Event]:
    kinds = [kind.value for kind, sort in _EVENTS.items() if sort in sorts]
    return Event.objects.filter(subject=f"user {player.pk}", kind__in=kinds)


def _alterations(player: User, _sorts: Sequence[HappeningSort]) -> QuerySet[Alteration]:
    changed = load_history(player).filter(operation=Operation.UPDATE)
    return changed.filter(after__has_any_keys=list(PERSONAL))


def _case_steps(player: User, _sorts: Sequence[HappeningSort]) -> QuerySet[CaseStep]:
    """Steps of void cases with the player's hands, and the proposed amounts for these by currency."""
    lines = VoidLine.objects.filter(round__player=player)
    sums = lines.filter(case=OuterRef("case")).order_by().values("round__currency")
    sums = sums.annotate(sum=JSONObject(units=Sum("delta"), currency=F("round__currency")))
    found = CaseStep.objects.filter(case__in=lines.values("case")).select_related("case")
    return found.annotate(sums=ArraySubquery(sums.values("sum")))


def _exchanges(player: User, _sorts: Sequence[HappeningSort]) -> QuerySet[Transfer]:
    changed = Transfer.objects.filter(player=player, received_currency__isnull=False)
    return changed.filter(kind=TransferKind.EXCHANGE)


def _debts(player: User, _sorts: Sequence[HappeningSort]) -> QuerySet[PointsEntry]:
    return PointsEntry.objects.filter(
        player=player, kind__in=[PointsEntry.Kind.DEBT, PointsEntry.Kind.REPAID]
    )


# The index of a source is part of every cursor: append new sources at the end.
SOURCES: Final[tuple[TimelineSource, ...]] = (
    TimelineSource(
        (
            HappeningSort.ACCOUNT,
            HappeningSort.LOGINS,
            HappeningSort.RESTRICTIONS,
            HappeningSort.SEEN,
        ),
        _events,
        sort=_sort_of,
    ),
    TimelineSource((HappeningSort.ACCOUNT,), build_rows_reader(StateChange, "user")),
    TimelineSource((HappeningSort.RESTRICTIONS,), build_rows_reader(Restriction, "player")),
    TimelineSource(
        (HappeningSort.RESTRICTIONS,),
        build_rows_reader(Lifting, "restriction__player", "restriction"),
        "proposed_at",
    ),
    TimelineSource(
        (HappeningSort.RESTRICTIONS,),
        build_rows_reader(
            LiftingDecision, "proposal__restriction__player", "proposal__restriction"
        ),
        "decided_at",
    ),
    TimelineSource(
        (HappeningSort.CASH,), build_rows_reader(DepositStep, "deposit__player", "deposit")
    ),
    TimelineSource(
        (HappeningSort.CASH,), build_rows_reader(WithdrawalStep, "withdrawal__player", "withdrawal")
    ),
    TimelineSource((HappeningSort.CASH,), build_rows_reader(Correction, "player"), "proposed_at"),
    TimelineSource(
        (HappeningSort.CASH,),
        build_rows_reader(CorrectionDecision, "proposal__player", "proposal"),
        "decided_at",
    ),
    TimelineSource((HappeningSort.LIMITS,), build_rows_reader(LimitSet, "player"), "proposed_at"),
    TimelineSource(
        (HappeningSort.LIMITS,),
        build_rows_reader(LimitDecision, "proposal__player", "proposal"),
        "decided_at",
    ),
    TimelineSource((HappeningSort.NOTES,), build_rows_reader(Note, "player")),
    TimelineSource((HappeningSort.MESSAGES,), build_rows_reader(Letter, "player")),
    TimelineSource(
        (HappeningSort.MESSAGES,),
        build_rows_reader(Notice, "player", "round__place__table"),
        "created_at",
    ),
    TimelineSource((HappeningSort.ACCOUNT,), _alterations),
    TimelineSource((HappeningSort.VOIDS,), _case_steps),
    TimelineSource(
        (HappeningSort.VOIDS,), build_rows_reader(Void, "player", "round__place__table")
    ),
    TimelineSource(
        (HappeningSort.VOIDS,),
        build_rows_reader(VoidStep, "void__player", "void__round__place__table"),
    ),
    TimelineSource((HappeningSort.EXCHANGES,), _exchanges, "created_at"),
    TimelineSource(
        (HappeningSort.POINTS,), build_rows_reader(TierChange, "player", "tier", "from_tier")
    ),
    TimelineSource((HappeningSort.POINTS,), _debts),
    TimelineSource((HappeningSort.POINTS,), build_rows_reader(Redemption, "player")),
    TimelineSource((HappeningSort.DISPUTES,), build_rows_reader(Dispute, "player")),
    TimelineSource(
        (HappeningSort.DISPUTES,), build_rows_reader(DisputeReply, "dispute__player", "dispute")
    ),
    TimelineSource((HappeningSort.LIMITS,), build_rows_reader(Limit, "player"), "proposed_at"),
    TimelineSource(
        (HappeningSort.LIMITS,), build_rows_reader(LimitConfirmation, "limit__player", "limit")
    ),
)
