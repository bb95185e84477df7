"""A player's payments and rounds, with keyset pagination."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    BigIntegerField,
    Case,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)

from pages.line_pages import LAST, LineCursor, LinePage, RequestedPlace, load_line_page, merge_lines
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors import statement
from wallet.cash.values.activity_lines import (
    ACTIVITY_PAGE,
    ActivityLine,
    ActivityView,
    PlayedRound,
)
from wallet.cash.values.statement_lines import StatementFilter
from wallet.ledger.models import Entry, OpenStake, Reversal, Transfer, TransferKind
from wallet.ledger.selectors.round_numbers import RoundNumber, RoundTable
from wallet.money.values import Money

_PLAY = (TransferKind.BET, TransferKind.SETTLE, TransferKind.REFUND, TransferKind.VOID)
_OF_ROUND = (*_PLAY, TransferKind.WITHHOLD)
_DEPOSIT, _WITHDRAWAL = "DEP", "WDR"


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A deposit or withdrawal, in any state."""

    source: str
    seq: int
    at: datetime
    one: Deposit | Withdrawal

    @property
    def kind(self) -> str:
        return "deposit" if self.source == _DEPOSIT else "withdrawal"

    @property
    def money(self) -> Money:
        return Money(self.one.units, self.one.currency_id)


def load_payments(player_id: int, asked: RequestedPlace) -> LinePage[PaymentLine]:
    """Return a page of deposits and withdrawals, newest first.

    Two queries; four if nothing is newer than the cursor asked for.
    """
    sources: Mapping[str, QuerySet[Deposit] | QuerySet[Withdrawal]] = {
        _DEPOSIT: Deposit.objects.filter(player_id=player_id),
        _WITHDRAWAL: Withdrawal.objects.filter(player_id=player_id),
    }

    def read(place: LineCursor, count: int, *, upward: bool) -> list[PaymentLine]:
        lists = []
        for source, rows in sources.items():
            passed = place.passed.get(source, 0)
            rest = rows.filter(pk__gt=passed) if upward else rows.filter(pk__lte=passed)
            found = rest.order_by("pk" if upward else "-pk")[:count]
            lists.append([PaymentLine(source, one.pk, one.created_at, one) for one in found])
        return merge_lines(lists, count, upward=upward)

    newest = LineCursor(dict.fromkeys(sources, LAST))
    return load_line_page(read, newest, ACTIVITY_PAGE, asked)


def load_activity(
    player_id: int, view: ActivityView, asked: RequestedPlace
) -> LinePage[ActivityLine]:
    """Return a page of rounds, or of rounds and all other movements, newest first.

    A round appears at the position of its first bet. Five queries, two more with receipts.
    """
    chosen = StatementFilter(
        condition=_first_entries(view, "transfer__", "transfer_id"),
        of_transfers=_first_entries(view, "", "pk"),
    )
    accounts = statement.load_accounts(player_id, chosen)

    def read(place: LineCursor, count: int, *, upward: bool) -> list[ActivityLine]:
        entries = statement.load_entries(accounts, chosen, place, count=count, upward=upward)
        return _lines(player_id, entries)

    newest = LineCursor({code: one.seq for code, one in accounts.items()})
    page = load_line_page(read, newest, ACTIVITY_PAGE, asked)
    return page if view == ActivityView.PLAY else statement.add_receipts(page)


def _first_entries(view: ActivityView, path: str, number: str) -> Q:
    """Filter for entries that get a line: the first bet of each round and, unless only play is shown, all other movements.

    `path` leads to their transfer, `number` is its number.
    """
    earlier = Transfer.objects.filter(
        round_id=OuterRef(f"{path}round_id"),
        player_id=OuterRef(f"{path}player_id"),
        kind=TransferKind.BET,
        pk__lt=OuterRef(number),
    )
    kind = f"{path}kind"
    first = Q(**{kind: TransferKind.BET}) & Q(~Exists(earlier))
    if view == ActivityView.PLAY:
        return first
    reversed_play = Q(**{kind: TransferKind.REVERSE, f"{path}round_id__isnull": False})
    return first | ~(Q(**{f"{kind}__in": _OF_ROUND}) | reversed_play)


def _lines(player_id: int, entries: list[Entry]) -> list[ActivityLine]:
    numbered = Transfer.objects.annotate(
        round_number=RoundNumber("wallet_transfer.round_id"),
        round_table=RoundTable("wallet_transfer.round_id"),
    )
    transfers = numbered.in_bulk([entry.transfer_id for entry in entries])
    bets = [one for one in transfers.values() if one.kind == TransferKind.BET]
    rounds = _rounds(player_id, bets)
    return [
        _line(entry, transfers[entry.transfer_id], rounds.get(entry.transfer_id))
        for entry in entries
    ]


def _line(entry: Entry, transfer: Transfer, played: PlayedRound | None) -> ActivityLine:
    return ActivityLine(
        source=entry.currency_id,
        seq=entry.seq or 0,
        at=entry.created_at,
        transfer_id=transfer.pk,
        kind=transfer.kind,
        label=str(TransferKind(transfer.kind).label),
        amount=Money(entry.amount, entry.currency_id),
        round=played,
    )


def _rounds(player_id: int, bets: Iterable[Transfer]) -> dict[int, PlayedRound]:
    """Return the rounds of these first bets, by transfer id. One query, of transfers alone: entries may be archived."""
    wanted = {one.round_id: one for one in bets if one.round_id is not None}
    if not wanted:
        return {}
    held = OpenStake.objects.filter(player_id=player_id, round_id=OuterRef("round_id"))
    sums = (
        Transfer.objects.filter(player_id=player_id, round_id__in=list(wanted))
        .filter(Q(kind__in=_OF_ROUND) | Q(kind=TransferKind.REVERSE))
        .order_by()
        .values("round_id")
        .annotate(
            held=Exists(held),
            net=Sum(_moved()),
            bet=Sum(-F("amount"), filter=Q(kind=TransferKind.BET)),
            voids=Count("pk", filter=Q(kind=TransferKind.VOID)),
            tax=Sum("amount", filter=Q(kind=TransferKind.WITHHOLD), default=0),
        )
    )
    return {
        wanted[row["round_id"]].pk: _played(wanted[row["round_id"]], row)
        for row in sums
        if row["round_id"] is not None
    }


def _moved() -> Case:
    """What a transfer of a round moves on the player's account, as its entry says; the ledger check compares both."""
    undone = Reversal.objects.filter(transfer=OuterRef("pk")).values(
        units=-_moved_by("original__", Value(0))
    )
    return _moved_by("", Subquery(undone[:1]))


def _moved_by(path: str, undone: Value | Subquery) -> Case:
    kind = f"{path}kind"
    return Case(
        When(**{kind: TransferKind.BET}, then=-F(f"{path}amount")),
        When(**{kind: TransferKind.SETTLE}, then=F(f"{path}received")),
        When(**{f"{kind}__in": (TransferKind.REFUND, TransferKind.VOID)}, then=F(f"{path}amount")),
        When(**{kind: TransferKind.REVERSE}, then=undone),
        default=Value(0),
        output_field=BigIntegerField(),
    )


def _played(bet: Transfer, row: Mapping[str, Any]) -> PlayedRound:
    staked, net, tax = (
        Money(int(units), bet.currency_id) for units in (-row["bet"], row["net"], row["tax"])
    )
    return PlayedRound(
        id=row["round_id"],
        number=getattr(bet, "round_number", None) or "",
        table=getattr(bet, "round_table", None) or "",
        staked=staked,
        payout=None if row["held"] else staked + net,
        net=None if row["held"] else net,
        is_void=row["voids"] > 0,
        tax=tax or None,
    )
