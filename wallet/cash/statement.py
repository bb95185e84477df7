"""A player's statement: movements by filter, in pages, and all of them as CSV."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from itertools import chain, islice
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.reasons import told
from pages.moments import in_zone
from pages.spreadsheets import BOM, Style, style_of
from wallet.cash import selectors
from wallet.models import Account, Cause, Entry, Kind, Transfer
from wallet.money import Money
from wallet.past_exchanges import PastExchange, of_transfers
from wallet.round_numbers import RoundNumber

PAGE: Final = 50
BATCH: Final = 1000
_PLACE: Final = r"(?:[A-Z]{3}[0-9]{1,18}(?:\.(?=[A-Z])|$)){0,10}"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which movements: None is all. `until` is not included."""

    currency: str | None = None
    kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One movement of a statement, and the balance of its account after it."""

    seq: int
    transfer_id: int
    at: datetime
    kind: str
    label: str
    amount: Money
    balance: Money
    round_id: UUID | None
    round_name: str  # its number, or the reference of one that the casino does not know
    note: str
    exchange: PastExchange | None = None
    receipt: tuple[str, UUID, str] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place between movements: how many of each account lie before it.

    Each account numbers its movements without a gap, so a place never moves, whatever is added
    and whatever clocks say; a page that begins at one repeats nothing and leaves nothing out.
    """

    passed: Mapping[str, int]

    @classmethod
    def parse(cls, text: str) -> "Place | None":
        """Read what `str` wrote; None for anything else."""
        if not re.fullmatch(_PLACE, text, re.ASCII):
            return None
        parts = [part for part in text.split(".") if part]
        return cls({part[:3]: int(part[3:]) for part in parts})

    def __str__(self) -> str:
        """As it stands in an address: "COP3.USD120"."""
        return ".".join(f"{code}{seq}" for code, seq in sorted(self.passed.items()))

    def moved(self, lines: Iterable[Line], *, upward: bool) -> "Place":
        """Return the place behind these lines, which follow from here in their order."""
        passed = dict(self.passed)
        for line in lines:
            passed[line.amount.currency] = line.seq if upward else line.seq - 1
        return Place(passed)


@dataclass(frozen=True, slots=True)
class Page:
    """Lines, newest first, and the places from which older and newer ones follow."""

    lines: list[Line]
    older: Place | None
    newer: Place | None


@dataclass(frozen=True, slots=True)
class Span:
    """What an account had when a period began and when it ended; of one that is open at an end, nothing and what there is now."""

    opening: Money
    closing: Money


def spans(player_id: int, chosen: Filter) -> list[Span]:
    """The balances around the period of a filter, of each currency that it wants. Three queries at most."""
    accounts = _accounts(player_id, chosen)
    began = _balances_before(accounts, chosen.since) if chosen.since else {}
    ended = _balances_before(accounts, chosen.until)
    return [
        Span(Money(began.get(pk, 0), code), Money(ended.get(pk, 0), code))
        for code, (pk, _seq) in sorted(accounts.items())
    ]


def _balances_before(
    accounts: Mapping[str, tuple[int, int]], until: datetime | None
) -> dict[int, int]:
    """The balance after the last movement of each account before a time, or of all time."""
    chosen = Filter(until=until)
    last = [_of_account(pk, chosen, seq, upward=False)[:1] for pk, seq in accounts.values()]
    if not last:
        return {}
    first, *others = (one.values_list("account_id", "balance_after") for one in last)
    found = first.union(*others, all=True) if others else first
    return {account: after or 0 for account, after in found}


def page(
    player_id: int, chosen: Filter, *, before: Place | None = None, after: Place | None = None
) -> Page:
    """Return up to fifty lines: the newest, or those next to a place. Five queries.

    Pages hang on places, not on counting: the thousandth is as quick as the first.
    """
    accounts = _accounts(player_id, chosen)
    if after is not None and before is None:
        found = _lines(accounts, chosen, after, count=PAGE + 1, upward=True)
        if found:
            lines = found[:PAGE]
            newer = after.moved(lines, upward=True) if len(found) > PAGE else None
            return Page(_with_receipts(lines[::-1]), older=after, newer=newer)
    newest = Place({code: seq for code, (_pk, seq) in accounts.items()})
    place = before or newest
    found = _lines(accounts, chosen, place, count=PAGE + 1, upward=False)
    lines = found[:PAGE]
    older = place.moved(lines, upward=False) if len(found) > PAGE else None
    return Page(_with_receipts(lines), older=older, newer=before)


def rows(player_id: int, chosen: Filter, *, sheet: bool = False) -> Iterator[str]:
    """Return the statement as lines of CSV, oldest first, in the language of the caller.

    For machines numbers have a point and times their zone; for a `sheet` both are written as the
    caller's spreadsheet reads them. Reads a thousand movements at a time and gives its connection
    back in between, so that neither memory nor the pool depends on how long it is or how slowly
    it is fetched.
    """
    labels = {str(kind.value): str(kind.label) for kind in Kind}
    style = style_of(sheet=sheet)
    return chain([BOM + style.line(_header())], _batches(player_id, chosen, labels, style))


def _batches(
    player_id: int, chosen: Filter, labels: Mapping[str, str], style: Style
) -> Iterator[str]:
    for line in lines_of(player_id, chosen):
        yield style.line(_cells(line, labels, style))


def lines_of(player_id: int, chosen: Filter) -> Iterator[Line]:
    """Return every movement of a filter, oldest first, a thousand at a time; the connection is given back in between."""
    place, accounts = Place({}), _accounts(player_id, chosen)
    while True:
        lines = _lines(accounts, chosen, place, count=BATCH, upward=True)
        if not connection.in_atomic_block:
            connection.close()
        yield from lines
        if len(lines) < BATCH:
            return
        place = place.moved(lines, upward=True)


def _cells(line: Line, labels: Mapping[str, str], style: Style) -> list[str]:
    return [
        style.time(line.at),
        str(line.transfer_id),
        line.kind,
        labels[line.kind],
        line.amount.currency,
        style.number(line.amount.text),
        style.number(line.balance.text),
        line.round_name,
        line.note,
        *_exchange_cells(line.exchange, style),
    ]


def _exchange_cells(past: PastExchange | None, style: Style) -> list[str]:
    if past is None:
        return [""] * 6
    return [
        style.number(past.given.text),
        past.given.currency,
        style.number(past.received.text),
        past.received.currency,
        style.number(format(past.price.rate.normalize(), "f")),
        style.number(format(past.spread.normalize(), "f")),
    ]


def _header() -> list[str]:
    return [
        in_zone(_("time ({zone})")),
        _("number"),
        _("kind"),
        _("movement"),
        _("currency"),
        _("amount"),
        _("balance after it"),
        _("round"),
        _("note"),
        _("given"),
        _("currency given"),
        _("received"),
        _("currency received"),
        _("exchange rate"),
        _("share of the house"),
    ]


def _accounts(player_id: int, chosen: Filter) -> Mapping[str, tuple[int, int]]:
    """Return id and number of movements of each account that the filter wants. One query."""
    accounts = Account.objects.filter(player_id=player_id)
    if chosen.currency:
        accounts = accounts.filter(currency_id=chosen.currency)
    return {code: (pk, seq) for code, pk, seq in accounts.values_list("currency_id", "pk", "seq")}


def _lines(
    accounts: Mapping[str, tuple[int, int]],
    chosen: Filter,
    place: Place,
    *,
    count: int,
    upward: bool,
) -> list[Line]:
    """Return the lines that follow from a place, upward or downward. Two queries, three with exchanges.

    Each account is read along its own numbers: by time alone, a player who has not moved for long
    would be looked for among everybody's entries.
    """
    each = [
        _of_account(pk, chosen, place.passed.get(code, 0), upward=upward)[:count]
        for code, (pk, _seq) in accounts.items()
    ]
    if not each:
        return []
    first, *others = each
    found = first.union(*others, all=True) if others else first
    entries = list(islice(_in_order(found, upward=upward), count))
    numbered = Transfer.objects.annotate(round_number=RoundNumber("wallet_transfer.round_id"))
    transfers = numbered.in_bulk([entry.transfer_id for entry in entries])
    past = of_transfers(transfers.values())
    return [
        _line(entry, transfers[entry.transfer_id], past.get(entry.transfer_id)) for entry in entries
    ]


def _of_account(account: int, chosen: Filter, passed: int, *, upward: bool) -> QuerySet[Entry]:
    entries = Entry.objects.filter(account_id=account, seq__isnull=False)
    entries = entries.filter(seq__gt=passed) if upward else entries.filter(seq__lte=passed)
    if chosen.since:
        entries = entries.filter(created_at__gte=chosen.since)
    if chosen.until:
        entries = entries.filter(created_at__lt=chosen.until)
    if chosen.kind:
        entries = entries.filter(transfer__kind=chosen.kind)
    return entries.order_by("seq" if upward else "-seq")


def _in_order(entries: Iterable[Entry], *, upward: bool) -> Iterator[Entry]:
    """Mix the accounts by time; within one, its own numbers are the order that counts."""
    of_account: dict[int, list[Entry]] = {}
    for entry in entries:
        of_account.setdefault(entry.account_id, []).append(entry)
    for own in of_account.values():
        own.sort(key=lambda entry: entry.seq or 0, reverse=not upward)
    return merge(*of_account.values(), key=lambda entry: entry.created_at, reverse=not upward)


def _line(entry: Entry, transfer: Transfer, past: PastExchange | None) -> Line:
    of_deposit = transfer.kind == Kind.ADVANCE or transfer.details.get("cause") == Cause.DEPOSIT
    round_id = None if of_deposit else transfer.round_id
    number = getattr(transfer, "round_number", None)
    return Line(
        seq=entry.seq or 0,
        transfer_id=transfer.pk,
        at=entry.created_at,
        kind=transfer.kind,
        label=str(Kind(transfer.kind).label),
        amount=Money(entry.amount, entry.currency_id),
        balance=Money(entry.balance_after or 0, entry.currency_id),
        round_id=round_id,
        round_name=number or str(round_id) if round_id else "",
        note=told(str(transfer.details.get("reason", ""))),
        exchange=past,
    )


def _with_receipts(lines: list[Line]) -> list[Line]:
    found = selectors.receipts(line.transfer_id for line in lines)
    return [replace(line, receipt=found.get(line.transfer_id)) for line in lines]
