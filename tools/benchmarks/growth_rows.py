"""Rows of a ledger of many months, by COPY: every player bets ten dollars in turn and gets nothing, the stake or twice the stake.

The rows that `post()` and its trigger would write are copied into the monthly partitions by the owner, with the guards off: only
for a disposable server. Each chunk is a transaction, so a fill that was stopped goes on after the last one.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Final, LiteralString
from uuid import uuid4, uuid5

import psycopg

_STAKE: Final = 100_000
_CHUNK: Final = 10_000
_GUARDED: Final = ("wallet_transfer", "wallet_entry", "wallet_account")
_TRANSFERS: Final = "COPY wallet_transfer (id, key, kind, player_id, currency_id, amount, received, round_id, details, created_at) FROM STDIN"
_ENTRIES: Final = "COPY wallet_entry (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at) FROM STDIN"
_BOUNDS: Final = "FOR VALUES FROM ('{}') TO ('{}')"
Row = tuple[Any, ...]


def past_months(count: int, now: datetime | None = None) -> list[tuple[datetime, datetime]]:
    """Return the bounds of the last whole months, oldest first."""
    today = now or datetime.now(UTC)
    last = today.year * 12 + today.month - 1
    starts = [
        datetime(one // 12, one % 12 + 1, 1, tzinfo=UTC) for one in range(last - count, last + 1)
    ]
    return list(pairwise(starts))


class Filler:
    """Writes months of rounds into one database."""

    def __init__(self, url: str, rounds: int) -> None:
        """`rounds` is the number of rounds of a month."""
        self.url, self.rounds = url, rounds
        with self._connect() as owner:
            self.players = owner.execute(
                "SELECT player_id, id, balance, seq FROM wallet_account"
                " WHERE player_id IS NOT NULL AND currency_id = 'USD' ORDER BY id"
            ).fetchall()
            self.in_play, self.result = (
                _value(
                    owner,
                    "SELECT id FROM wallet_account WHERE house_code = %s AND currency_id = 'USD'",
                    [code],
                )
                for code in ("in_play", "game_result")
            )

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.url, autocommit=True)

    def fill(self, months: list[tuple[datetime, datetime]], goes_on: Callable[[str], bool]) -> bool:
        """Fill these months; return whether all are complete. `goes_on` is told each chunk and may stop the fill."""
        with self._connect() as owner:
            for since, until in months:
                name = f"wallet_entry_{since:%Y_%m}"
                if _value(owner, "SELECT to_regclass(%s)", [name]) is None:
                    owner.execute(
                        "SELECT journal_attach_part('wallet_entry', %s, 'wallet_refuse_change', %s)",
                        [name, _BOUNDS.format(since, until)],
                    )
            self._switch(owner, "DISABLE")
            try:
                return self._fill(owner, months, goes_on)
            finally:
                self._switch(owner, "ENABLE")

    def _switch(self, owner: psycopg.Connection[Any], how: str) -> None:
        for table in _GUARDED:
            owner.execute(f"ALTER TABLE {table} {how} TRIGGER USER")

    def _fill(
        self,
        owner: psycopg.Connection[Any],
        months: list[tuple[datetime, datetime]],
        goes_on: Callable[[str], bool],
    ) -> bool:
        for number, (since, until) in enumerate(months):
            # numbers of transfers follow from month and round, after those of the players' deposits
            base = 1_000_000 + 2 * self.rounds * number
            first = self._find_next(owner, base)
            for start in range(first, self.rounds, _CHUNK):
                chunk = range(start, min(start + _CHUNK, self.rounds))
                with owner.transaction():
                    self._copy(owner, base, chunk, since, (until - since) / self.rounds)
                if not goes_on(f"{since:%Y-%m}: {chunk.stop:,} rounds"):
                    return False
        owner.execute(
            "SELECT setval('wallet_transfer_id_seq', (SELECT max(id) FROM wallet_transfer))"
        )
        return True

    def _find_next(self, owner: psycopg.Connection[Any], base: int) -> int:
        last = _value(
            owner,
            "SELECT max(id) FROM wallet_transfer WHERE id >= %s AND id < %s",
            [base, base + 2 * self.rounds],
        )
        return 0 if last is None else (last - base + 1) // 2

    def _copy(
        self, owner: psycopg.Connection[Any], base: int, chunk: range, since: datetime, step: Any
    ) -> None:
        transfers, entries = zip(
            *(self._round(base, number, since + step * number) for number in chunk), strict=True
        )
        for statement, groups in ((_TRANSFERS, transfers), (_ENTRIES, entries)):
            with owner.cursor().copy(statement) as copy:
                for row in (row for group in groups for row in group):
                    copy.write_row(row)
        moved = {number % len(self.players) for number in chunk}
        rows = [self.players[place] for place in sorted(moved)]
        with owner.cursor() as cursor:
            cursor.executemany(
                "UPDATE wallet_account SET balance = %s, seq = %s WHERE id = %s",
                [(balance, seq, account) for _player, account, balance, seq in rows],
            )

    def _round(self, base: int, number: int, at: datetime) -> tuple[list[Row], list[Row]]:
        place = number % len(self.players)
        player, account, balance, seq = self.players[place]
        bet, settle = base + 2 * number, base + 2 * number + 1
        back = number // len(self.players) % 3 * _STAKE
        of_round = uuid5(_SPACE, str(bet))
        transfers = [
            (bet, uuid4(), "bet", player, "USD", _STAKE, None, of_round, "{}", at),
            (settle, uuid4(), "settle", player, "USD", _STAKE, back, of_round, "{}", at),
        ]
        after = balance - _STAKE
        entries = [
            (bet, self.in_play, "USD", _STAKE, None, None, at),
            (bet, account, "USD", -_STAKE, seq + 1, after, at),
            *self._settlement(settle, account, back, seq + 2, after + back, at),
        ]
        self.players[place] = (player, account, after + back, seq + (2 if back else 1))
        return transfers, entries

    def _settlement(
        self, settle: int, account: int, back: int, seq: int, after: int, at: datetime
    ) -> Iterator[Row]:
        yield (settle, self.in_play, "USD", -_STAKE, None, None, at)
        if back != _STAKE:
            yield (settle, self.result, "USD", _STAKE - back, None, None, at)
        if back:
            yield (settle, account, "USD", back, seq, after, at)


def _value(owner: psycopg.Connection[Any], query: LiteralString, values: list[Any]) -> Any:
    row = owner.execute(query, values).fetchone()
    return row[0] if row else None


_SPACE: Final = uuid4()
