"""The ledger check: every line must hold for every row, at any time."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from wallet.ledger.models import Acceptance, Seal
from wallet.ledger.selectors.funds import load_open_stakes
from wallet.ledger.selectors.named_players import find_named_players
from wallet.ledger.selectors.slices import WHOLE_LEDGER, LedgerSlice, fill_query
from wallet.money.values import Money

SHOWN: Final = 5
SEALED: Final = "blocks are as they were sealed"
TRANSFERS: Final = "transfers add up to zero in each currency"
CURRENCIES: Final = "currencies net to zero"
OPEN_ROUNDS: Final = "open rounds are the money in play"
OpenStakes = Mapping[tuple[UUID, int], Money]
_LINE = re.compile(r"^-- line: (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """Result of one line: the number of rows that break it, and the first ones.

    `accepted` rows were accepted by two people: they are listed, but do not break the line. `players` are those named
    by the rows; None: possibly everybody.
    """

    line: str
    rows: int
    first: tuple[str, ...]
    accepted: tuple[str, ...] = ()
    players: frozenset[int] | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return "\n  ".join([f"{self.line}: broken by {self.rows}", *self.first])


def build_broken_line(name: str, rows: list[str], part: LedgerSlice = WHOLE_LEDGER) -> BrokenLine:
    """Return the result of a line with these rows found in `part`, accepted rows separated.

    If the part has none, all accepted rows are listed: they may be older than the part.
    """
    if part != WHOLE_LEDGER and not rows:
        return BrokenLine(name, 0, (), tuple(dict.fromkeys(_accepted_rows(name))))
    known = set(_accepted_rows(name)) if rows else set()
    left = [row for row in rows if row not in known]
    accepted = tuple(row for row in rows if row in known)
    return BrokenLine(name, len(left), tuple(left[:SHOWN]), accepted, find_named_players(left))


def check_line(name: str, query: str, part: LedgerSlice = WHOLE_LEDGER) -> BrokenLine:
    """Check a line in a part of the ledger; if it breaks, check the whole ledger.

    Full and partial checks therefore report the same.
    """
    rows = _rows(fill_query(query, part))
    if rows and part != WHOLE_LEDGER:
        return check_line(name, query)
    return build_broken_line(name, rows, part)


def _accepted_rows(line: str) -> Iterator[str]:
    found = Acceptance.objects.filter(line=line, decision__approved=True).order_by("id")
    return found.values_list("row", flat=True).iterator()


def build_unchecked_line(line: str, error: Exception) -> BrokenLine:
    """Return the finding for a line that could not be checked, with the error."""
    said = " ".join(f"could not be checked: {type(error).__name__}: {error}".split())
    return BrokenLine(line, 1, (said,))


@dataclass(frozen=True, slots=True)
class CheckedState:
    """State that a check saw: the last seal, and the number of entries."""

    seal_number: int
    seal_hash: bytes
    entries: int


_SEEN: Final = """
    SELECT coalesce(max(number), 0), coalesce((array_agg(hash))[1], sha256('')),
           :sealed + (SELECT count(*) FROM wallet_entry
                      WHERE :whole OR transfer_id >= :since AND xact >= :horizon)
                   + (SELECT coalesce(sum(entries), 0)::bigint FROM wallet_carried_balance WHERE :whole)
    FROM (SELECT * FROM wallet_seal ORDER BY number DESC LIMIT 1) AS last
"""


def read_checked_state(part: LedgerSlice = WHOLE_LEDGER) -> CheckedState:
    """Return the current state; without a seal, number 0 and the hash of empty content.

    Counts the entries of `part` and adds those sealed before it.
    """
    with connection.cursor() as cursor:
        cursor.execute(fill_query(_SEEN, part))
        number, digest, entries = cursor.fetchall()[0]
    return CheckedState(number, bytes(digest), entries)


@cache
def line_queries() -> Mapping[str, str]:
    """Return the lines of the ledger itself: name and query of breaking rows. Memoised."""
    return _lines_of("reconciliation.sql")


@cache
def record_line_queries() -> Mapping[str, str]:
    """Return the lines between the ledger and records of money: name and query of breaking rows. Memoised."""
    return _lines_of("records.sql")


def _lines_of(name: str) -> Mapping[str, str]:
    text = (files("wallet.sql") / name).read_text(encoding="utf-8")
    _, *parts = _LINE.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def check_record_lines(part: LedgerSlice = WHOLE_LEDGER) -> Iterator[BrokenLine]:
    """Yield the result of every line of `record_line_queries` as it is checked; see `check_lines`.

    Money without a record is allowed only with the demo provider, which invents money.
    """
    for name, query in record_line_queries().items():
        yield check_line(name, query, part)


def check_lines(
    open_stakes: OpenStakes | None = None, part: LedgerSlice = WHOLE_LEDGER
) -> Iterator[BrokenLine]:
    """Yield the result of every line as it is checked, without rows if it holds.

    `open_stakes`, if given, are the stakes of open rounds according to the game, by (round, player); they must equal
    the ledger's. Read-only, and consistent under concurrent writes.
    """
    for name, query in line_queries().items():
        yield check_line(name, query, part)
    yield build_broken_line(SEALED, _find_unsealed_blocks(part), part)
    if open_stakes is not None:
        yield build_broken_line(OPEN_ROUNDS, _find_untied_rounds(open_stakes))


def find_broken_lines(open_stakes: OpenStakes | None = None) -> list[BrokenLine]:
    """Return the broken lines; none in a sound ledger. See `check_lines`."""
    return [line for line in check_lines(open_stakes) if line.rows]


def _rows(query: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return [row[0] for row in cursor.fetchall()]


def _find_unsealed_blocks(part: LedgerSlice) -> list[str]:
    """Return the blocks that differ from their seals; one short query per block. `verify_archive` reads archived ones."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(block), 0) FROM wallet_detached_month")
        archived = cursor.fetchall()[0][0]
        blocks = Seal.objects.filter(number__gt=max(part.block, archived)).order_by("number")
        numbers = blocks.values_list("number", flat=True)
        return [
            f"block {number}: not as it was sealed"
            for number in numbers
            if not _holds(cursor, number)
        ]


def _holds(cursor: CursorWrapper, number: int) -> bool:
    cursor.execute("SELECT public.wallet_is_block_intact(%s)", [number])
    row = cursor.fetchone()
    return bool(row and row[0])


def _find_untied_rounds(open_stakes: OpenStakes) -> list[str]:
    """Rounds whose stakes differ between game and ledger."""
    held = load_open_stakes()
    return [
        f"round {round_id} of player {player}: {held.get((round_id, player), 0)} in play,"
        f" {open_stakes.get((round_id, player), 'not')} open"
        for round_id, player in sorted(held.keys() | open_stakes.keys())
        if str(held.get((round_id, player))) != str(open_stakes.get((round_id, player)))
    ]
