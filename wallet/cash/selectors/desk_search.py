"""Lists of the cash desk: waiting for this person, waiting for others, and search."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeVar
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value

from accounts.models.users import User
from accounts.roles.values import Right
from pages.pagination import PHONE_ROWS, ByTime, Cursor
from wallet.cash.models import (
    OPEN_WITHDRAWALS,
    Correction,
    Deposit,
    DepositState,
    DepositStep,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.cash.selectors import payments
from wallet.cash.selectors.desk_lines import DeskLine, build_desk_line
from wallet.money.values import Money
from wallet.providers.services import registry

PER_PAGE: Final = 25
MOST_WAITING: Final = 50
What = Literal["deposit", "withdrawal"]
Payment = TypeVar("Payment", Deposit, Withdrawal)
_NUMBER: Final = re.compile(r"([DW])-?0*([1-9][0-9]{0,17})", re.IGNORECASE)
_DIGITS: Final = re.compile(r"[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class DeskSearch:
    """Search filters; None or "" means no filter. `units` are 10^-4; `until` is exclusive."""

    words: str = ""
    units: int | None = None
    what: What | None = None
    state: str = ""
    currency: str = ""
    provider: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class WaitingLines:
    """Waiting payments, oldest first; `more`: there are more than the page shows."""

    lines: list[DeskLine]
    corrections: list[tuple[Correction, Money]]
    more: bool


def load_waiting(
    user: User, rights: AbstractSet[Right], *, opened: bool
) -> tuple[WaitingLines, WaitingLines]:
    """Return what waits for this person, and what waits for others. Seven queries.

    `opened`: withdrawals are open; while they are closed, none waits for approval or payment by this person.
    """
    mine = _withdrawals_for(user, rights, opened=opened), _deposits_for(user, rights)
    own = Q(proposed_by=user) if Right.APPROVE_CASH in rights else Q(pk__isnull=False)
    charged = list(payments.charged_back_deposits()[: MOST_WAITING + 1])
    proposes = Right.DO_CASH in rights
    return (
        _waiting_lines(*mine, ~own, charged if proposes else []),
        _waiting_lines(~mine[0], ~mine[1], own, [] if proposes else charged),
    )


def _withdrawals_for(user: User, rights: AbstractSet[Right], *, opened: bool) -> Q:
    found = Q(pk__isnull=True)
    if opened and Right.DO_CASH in rights:
        found |= Q(state__in=(WithdrawalState.APPROVED, WithdrawalState.BOUNCED))
        found |= Q(state=WithdrawalState.REQUESTED) & ~Q(asked_by=user.pk)
    if opened and Right.APPROVE_CASH in rights:
        found |= Q(state=WithdrawalState.SECOND) & ~Q(last_by=user.pk) & ~Q(asked_by=user.pk)
    if Right.APPROVE_CASH in rights:
        found |= Q(state=WithdrawalState.DOUBTED) & ~Q(last_by=user.pk)
    if Right.HOLD_CASH in rights:
        found |= Q(state=WithdrawalState.HELD)
    return found


def _deposits_for(user: User, rights: AbstractSet[Right]) -> Q:
    return ~Q(last_by=user.pk) if Right.APPROVE_CASH in rights else Q(pk__isnull=True)


def _waiting_lines(
    withdrawals: Q, deposits: Q, corrections: Q, charged: list[Deposit]
) -> WaitingLines:
    taken = WithdrawalStep.objects.filter(withdrawal=OuterRef("pk")).order_by("-n")
    recorded = DepositStep.objects.filter(deposit=OuterRef("pk")).order_by("-n")
    desk = payments.list_deposits().filter(provider=registry.MANUAL, state=DepositState.REQUESTED)
    found: list[Deposit | Withdrawal] = [
        *payments.list_withdrawals()
        .filter(state__in=OPEN_WITHDRAWALS)
        .annotate(
            last_by=Subquery(taken.values("acting_user")[:1]),
            asked_by=Subquery(taken.filter(n=1).values("acting_user")[:1]),
        )
        .filter(withdrawals)
        .order_by("id")[: MOST_WAITING + 1],
        *desk.annotate(last_by=Subquery(recorded.values("acting_user")[:1]))
        .filter(deposits)
        .order_by("id")[: MOST_WAITING + 1],
        *charged,
    ]
    found.sort(key=lambda one: one.created_at)
    rows = Correction.objects.filter(corrections, decision=None)
    proposed = list(rows.select_related("player", "proposed_by").order_by("id")[: MOST_WAITING + 1])
    return WaitingLines(
        [build_desk_line(one, charged_back=one in charged) for one in found[:MOST_WAITING]],
        [(row, Money(row.units, row.currency_id)) for row in proposed[:MOST_WAITING]],
        more=max(len(found), len(proposed)) > MOST_WAITING,
    )


def iterate_player_ids(
    mine: WaitingLines, others: WaitingLines, found: Iterable[DeskLine]
) -> Iterator[int]:
    """Yield the player ids in these lists, for the audit log; may repeat."""
    for one in (*mine.lines, *others.lines, *found):
        yield one.one.player_id
    for correction, _money in (*mine.corrections, *others.corrections):
        yield correction.player_id


@dataclass(frozen=True, slots=True)
class FoundPayments:
    """A page of matches, newest first, and the cursors below it and below the rows that a phone shows."""

    lines: list[DeskLine]
    older: Cursor | None = None
    more: Cursor | None = None


def search_desk(search: DeskSearch, before: Cursor | None) -> FoundPayments:
    """Return one page of matches before a cursor. Three queries at most."""
    below = ByTime("created_at").older(before) if before else Q()
    parts = [_query_rows(what, search).filter(below) for what in _kinds(search)]
    rows = parts[0].union(*parts[1:], all=True).order_by("-created_at", "-id")
    found = list(rows[: PER_PAGE + 1])
    shown = found[:PER_PAGE]
    older = _cursor_below(shown) if len(found) > PER_PAGE else None
    more = _cursor_below(shown[:PHONE_ROWS]) if len(shown) > PHONE_ROWS else older
    return FoundPayments(_load_lines([(what, pk) for _at, pk, what in shown], search), older, more)


def _cursor_below(rows: Sequence[tuple[datetime, int, str]]) -> Cursor:
    at, pk, _what = rows[-1]
    return Cursor(at, pk)


def _load_lines(heads: Sequence[tuple[str, int]], search: DeskSearch) -> list[DeskLine]:
    known: dict[tuple[str, int], Deposit | Withdrawal] = {}
    for what in _kinds(search):
        wanted = [pk for kind, pk in heads if kind == what]
        source = payments.list_deposits() if what == "deposit" else payments.list_withdrawals()
        known.update({(what, one.pk): one for one in source.filter(pk__in=wanted)})
    return [build_desk_line(known[head]) for head in heads]


def _kinds(search: DeskSearch) -> tuple[What, ...]:
    return (search.what,) if search.what else ("deposit", "withdrawal")


def _query_rows(
    what: What, search: DeskSearch
) -> "QuerySet[Deposit | Withdrawal, tuple[datetime, int, str]]":
    model: type[Deposit | Withdrawal] = Deposit if what == "deposit" else Withdrawal
    rows = model.objects.filter(_conditions(what, search)).order_by()
    return rows.annotate(what=Value(what)).values_list("created_at", "id", "what")


def filter_payments(
    rows: QuerySet[Payment, Payment], what: What, search: DeskSearch
) -> QuerySet[Payment, Payment]:
    """Filter deposits or withdrawals by a search; empty if it asks for the other kind."""
    return rows.filter(_conditions(what, search)) if what in _kinds(search) else rows.none()


def _conditions(what: What, search: DeskSearch) -> Q:
    wanted = {
        "state": search.state,
        "currency_id": search.currency,
        "provider": search.provider,
        "units": search.units,
        "created_at__gte": search.since,
        "created_at__lt": search.until,
    }
    given = {name: value for name, value in wanted.items() if value not in ("", None)}
    return _words(what, search.words) & Q(**given)


def _words(what: What, words: str) -> Q:
    """Filter by desk number, account number, reference, or part of a name, email address or note."""
    if not words:
        return Q()
    if number := _NUMBER.fullmatch(words):
        same = number.group(1).upper() == what[0].upper()
        return Q(pk=int(number.group(2))) if same else Q(pk__isnull=True)
    if _DIGITS.fullmatch(words):
        return Q(player_id=int(words)) | Q(pk=int(words))
    try:
        return Q(reference=UUID(words))
    except ValueError:
        pass
    steps: QuerySet[DepositStep] | QuerySet[WithdrawalStep]
    if what == "deposit":
        steps = DepositStep.objects.filter(deposit=OuterRef("pk"), note__icontains=words)
    else:
        steps = WithdrawalStep.objects.filter(withdrawal=OuterRef("pk"), note__icontains=words)
    named = Q(player__full_name__icontains=words) | Q(player__email__icontains=words)
    return named | Q(Exists(steps))
