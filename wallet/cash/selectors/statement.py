"""A player's movements by filter: pages (keyset pagination) or all."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import TypeVar

from django.db import connection
from django.db.models import Max, QuerySet

from accounts.values.reasons import translate_reason
from pages.line_pages import (
    NEWEST,
    LineCursor,
    LinePage,
    RequestedPlace,
    load_line_page,
)
from wallet.archive.models import CarriedBalance
from wallet.archive.selectors.entries import iterate_entries
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


@dataclass(frozen=True, slots=True)
class StatementAccount:
    """An account: its id and its latest number."""

    pk: int
    seq: int


def balance_spans(player_id: int, chosen: StatementFilter) -> list[BalanceSpan]:
    """Return the balances at both ends of a filter's period, by currency. Five queries at most."""
    accounts = load_accounts(player_id, chosen)
    began = _balances_before(accounts, chosen.since) if chosen.since else {}
    ended = _balances_before(accounts, chosen.until)
    return [
        BalanceSpan(Money(began.get(one.pk, 0), code), Money(ended.get(one.pk, 0), code))
        for code, one in sorted(accounts.items())
    ]


def _balances_before(
    accounts: Mapping[str, StatementAccount], until: datetime | None
) -> dict[int, int]:
    """Return the balance of each account, by id, after its last movement before `until` (None: the latest)."""
    chosen = StatementFilter(until=until)
    last = [_of_account(one.pk, chosen, one.seq, upward=False)[:1] for one in accounts.values()]
    if not last:
        return {}
    first, *others = (one.values_list("account_id", "balance_after") for one in last)
    found = first.union(*others, all=True) if others else first
    balances = {account: after or 0 for account, after in found}
    for account, archived in _load_archived(one.pk for one in accounts.values()).items():
        if account not in balances:
            older = iterate_entries(account, up_to=archived, upward=False, until=until)
            balances[account] = next((entry.balance_after or 0 for entry in older), 0)
    return balances


def load_page(
    player_id: int,
    chosen: StatementFilter,
    asked: RequestedPlace = NEWEST,
    *,
    size: int = PAGE,
) -> LinePage[StatementLine]:
    """Return a page of lines: the newest, or those next to a cursor. Six queries.

    Keyset pagination: the cost does not depend on how far back the page is. Detached months come from the archive; raises
    ArchiveMissing, ArchiveAltered.
    """
    accounts = load_accounts(player_id, chosen)

    def read(place: LineCursor, count: int, *, upward: bool) -> list[StatementLine]:
        return _lines(accounts, chosen, place, count=count, upward=upward)

    newest = LineCursor({code: one.seq for code, one in accounts.items()})
    return add_receipts(load_line_page(read, newest, size, asked))


def load_latest_lines(player_id: int, count: int) -> list[StatementLine]:
    """Return a player's latest movements in all currencies, newest first. Five queries at most.

    Detached months come from the archive; raises ArchiveMissing, ArchiveAltered.
    """
    accounts = load_accounts(player_id, StatementFilter())
    newest = LineCursor({code: one.seq for code, one in accounts.items()})
    return _lines(accounts, StatementFilter(), newest, count=count, upward=False)


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


def load_accounts(player_id: int, chosen: StatementFilter) -> Mapping[str, StatementAccount]:
    """Return each account that the filter includes, by currency. One query."""
    accounts = Account.objects.filter(player_id=player_id)
    if chosen.currency:
        accounts = accounts.filter(currency_id=chosen.currency)
    rows = accounts.values_list("currency_id", "pk", "seq")
    return {code: StatementAccount(pk, seq) for code, pk, seq in rows}


def _lines(
    accounts: Mapping[str, StatementAccount],
    chosen: StatementFilter,
    place: LineCursor,
    *,
    count: int,
    upward: bool,
) -> list[StatementLine]:
    """Lines after a cursor, upward or downward. Three queries, four with exchanges."""
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
    accounts: Mapping[str, StatementAccount],
    chosen: StatementFilter,
    place: LineCursor,
    *,
    count: int,
    upward: bool,
) -> list[Entry]:
    """Return the entries of these accounts after a cursor, upward or downward. Two queries, more with archived months.

    Each account is read by its own sequence numbers: a time index would scan the entries of all players for an inactive
    one.
    """
    each = [
        _of_account(one.pk, chosen, place.passed.get(code, 0), upward=upward)[:count]
        for code, one in accounts.items()
    ]
    if not each:
        return []
    first, *others = each
    found = list(first.union(*others, all=True) if others else first)
    # read after the entries: a month that is detached between the two is read twice, not missed
    known = _load_archived(one.pk for one in accounts.values())
    live = [entry for entry in found if (entry.seq or 0) > known.get(entry.account_id, 0)]
    archived = [
        entry
        for code, one in accounts.items()
        if one.pk in known
        for entry in islice(
            _archived(one.pk, known[one.pk], chosen, place.passed.get(code, 0), upward=upward),
            count,
        )
    ]
    return list(islice(_in_order([*live, *archived], upward=upward), count))


def _load_archived(accounts: Iterable[int]) -> dict[int, int]:
    """Return the number up to which the entries of these accounts are in the archive. One query."""
    carried = CarriedBalance.objects.filter(account__in=list(accounts), last_seq__isnull=False)
    last = carried.values("account_id").annotate(last=Max("last_seq"))
    return dict(last.values_list("account_id", "last"))


def _archived(
    account: int, archived: int, chosen: StatementFilter, passed: int, *, upward: bool
) -> Iterator[Entry]:
    """Yield the archived entries of an account after a cursor that the filter includes."""
    entries = iterate_entries(
        account,
        above=passed if upward else 0,
        up_to=archived if upward else min(passed, archived),
        upward=upward,
        since=chosen.since,
        until=chosen.until,
    )
    if not chosen.kind and chosen.of_transfers is None:
        yield from entries
        return
    while batch := list(islice(entries, BATCH)):
        wanted = Transfer.objects.filter(pk__in=[entry.transfer_id for entry in batch])
        if chosen.kind:
            wanted = wanted.filter(kind=chosen.kind)
        if chosen.of_transfers is not None:
            wanted = wanted.filter(chosen.of_transfers)
        known = set(wanted.values_list("pk", flat=True))
        yield from (entry for entry in batch if entry.transfer_id in known)


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
