"""A player's movements by filter: pages (keyset pagination) or all."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import TypeVar

from django.db import connection
from django.db.models import QuerySet

from accounts.values.reasons import translate_reason
from pages.line_pages import (
    NEWEST,
    LineCursor,
    LinePage,
    RequestedPlace,
    load_line_page,
)
from wallet.cash.selectors import payments
from wallet.cash.values.activity_lines import ActivityLine
from wallet.cash.values.statement_lines import (
    BATCH,
    PAGE,
    BalanceSpan,
    StatementFilter,
    StatementLine,
)
from wallet.exchange.selectors import PastExchange, find_exchanges
from wallet.ledger.models import Account, Cause, Entry, Transfer, TransferKind
from wallet.ledger.selectors.round_numbers import RoundNumber
from wallet.money.values import Money


def balance_spans(player_id: int, chosen: StatementFilter) -> list[BalanceSpan]:
    """Return the balances at both ends of a filter's period, by currency. Three queries at most."""
    accounts = load_accounts(player_id, chosen)
    began = _balances_before(accounts, chosen.since) if chosen.since else {}
    ended = _balances_before(accounts, chosen.until)
    return [
        BalanceSpan(Money(began.get(pk, 0), code), Money(ended.get(pk, 0), code))
        for code, (pk, _seq) in sorted(accounts.items())
    ]


def _balances_before(
    accounts: Mapping[str, tuple[int, int]], until: datetime | None
) -> dict[int, int]:
    """Return the balance of each account, by id, after its last movement before `until` (None: the latest)."""
    chosen = StatementFilter(until=until)
    last = [_of_account(pk, chosen, seq, upward=False)[:1] for pk, seq in accounts.values()]
    if not last:
        return {}
    first, *others = (one.values_list("account_id", "balance_after") for one in last)
    found = first.union(*others, all=True) if others else first
    return {account: after or 0 for account, after in found}


def load_page(
    player_id: int,
    chosen: StatementFilter,
    asked: RequestedPlace = NEWEST,
    *,
    size: int = PAGE,
) -> LinePage[StatementLine]:
    """Return a page of lines: the newest, or those next to a cursor. Five queries.

    Keyset pagination: the cost does not depend on how far back the page is.
    """
    accounts = load_accounts(player_id, chosen)

    def read(place: LineCursor, count: int, *, upward: bool) -> list[StatementLine]:
        return _lines(accounts, chosen, place, count=count, upward=upward)

    newest = LineCursor({code: seq for code, (_pk, seq) in accounts.items()})
    return add_receipts(load_line_page(read, newest, size, asked))


def iterate_lines(player_id: int, chosen: StatementFilter) -> Iterator[StatementLine]:
    """Yield all movements of a filter, oldest first, in batches of 1,000.

    Outside a transaction the database connection is released after each batch.
    """
    place, accounts = LineCursor({}), load_accounts(player_id, chosen)
    while True:
        lines = _lines(accounts, chosen, place, count=BATCH, upward=True)
        if not connection.in_atomic_block:
            connection.close()
        yield from lines
        if len(lines) < BATCH:
            return
        place = place.advance(lines, upward=True)


def load_accounts(player_id: int, chosen: StatementFilter) -> Mapping[str, tuple[int, int]]:
    """Return id and latest sequence number of each account that the filter includes, by currency. One query."""
    accounts = Account.objects.filter(player_id=player_id)
    if chosen.currency:
        accounts = accounts.filter(currency_id=chosen.currency)
    return {code: (pk, seq) for code, pk, seq in accounts.values_list("currency_id", "pk", "seq")}


def _lines(
    accounts: Mapping[str, tuple[int, int]],
    chosen: StatementFilter,
    place: LineCursor,
    *,
    count: int,
    upward: bool,
) -> list[StatementLine]:
    """Lines after a cursor, upward or downward. Two queries, three with exchanges."""
    entries = load_entries(accounts, chosen, place, count=count, upward=upward)
    if not accounts:
        return []
    numbered = Transfer.objects.annotate(round_number=RoundNumber("wallet_transfer.round_id"))
    transfers = numbered.in_bulk([entry.transfer_id for entry in entries])
    past = find_exchanges(transfers.values())
    return [
        _line(entry, transfers[entry.transfer_id], past.get(entry.transfer_id)) for entry in entries
    ]


def load_entries(
    accounts: Mapping[str, tuple[int, int]],
    chosen: StatementFilter,
    place: LineCursor,
    *,
    count: int,
    upward: bool,
) -> list[Entry]:
    """Return the entries of these accounts after a cursor, upward or downward. One query.

    Each account is read by its own sequence numbers: a time index would scan the entries of all players for an inactive
    one.
    """
    each = [
        _of_account(pk, chosen, place.passed.get(code, 0), upward=upward)[:count]
        for code, (pk, _seq) in accounts.items()
    ]
    if not each:
        return []
    first, *others = each
    found = first.union(*others, all=True) if others else first
    return list(islice(_in_order(found, upward=upward), count))


def _of_account(
    account: int, chosen: StatementFilter, passed: int, *, upward: bool
) -> QuerySet[Entry]:
    entries = Entry.objects.filter(account_id=account, seq__isnull=False)
    entries = entries.filter(seq__gt=passed) if upward else entries.filter(seq__lte=passed)
    if chosen.since:
        entries = entries.filter(created_at__gte=chosen.since)
    if chosen.until:
        entries = entries.filter(created_at__lt=chosen.until)
    if chosen.kind:
        entries = entries.filter(transfer__kind=chosen.kind)
    if chosen.condition is not None:
        entries = entries.filter(chosen.condition)
    return entries.order_by("seq" if upward else "-seq")


def _in_order(entries: Iterable[Entry], *, upward: bool) -> Iterator[Entry]:
    """Merge accounts by time; within an account, entries stay in sequence."""
    of_account: dict[int, list[Entry]] = {}
    for entry in entries:
        of_account.setdefault(entry.account_id, []).append(entry)
    for own in of_account.values():
        own.sort(key=lambda entry: entry.seq or 0, reverse=not upward)
    return merge(*of_account.values(), key=lambda entry: entry.created_at, reverse=not upward)


def _line(entry: Entry, transfer: Transfer, past: PastExchange | None) -> StatementLine:
    of_deposit = (
        transfer.kind == TransferKind.ADVANCE or transfer.details.get("cause") == Cause.DEPOSIT
    )
    round_id = None if of_deposit else transfer.round_id
    number = getattr(transfer, "round_number", None)
    is_settled = transfer.kind == TransferKind.SETTLE
    return StatementLine(
        seq=entry.seq or 0,
        transfer_id=transfer.pk,
        at=entry.created_at,
        kind=transfer.kind,
        label=str(TransferKind(transfer.kind).label),
        amount=Money(entry.amount, entry.currency_id),
        balance=Money(entry.balance_after or 0, entry.currency_id),
        round_id=round_id,
        round_name=number or str(round_id) if round_id else "",
        note=translate_reason(str(transfer.details.get("reason", ""))),
        exchange=past,
        staked=Money(transfer.amount, entry.currency_id) if is_settled else None,
    )


_Line = TypeVar("_Line", StatementLine, ActivityLine)


def add_receipts(page: LinePage[_Line]) -> LinePage[_Line]:
    """Return the page with the receipts of deposits and withdrawals added to its lines. Two queries."""
    found = payments.load_receipts(line.transfer_id for line in page.lines)
    lines = [replace(line, receipt=found.get(line.transfer_id)) for line in page.lines]
    return replace(page, lines=lines)
