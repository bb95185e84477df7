"""Two-step transfer of money between two ledgers: reserve at home, credit at the other shard, then confirm or release.

Each step is one transaction of one shard, and a repeat of it changes nothing. The first row for an id at the other shard
decides: credited or refused.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid5

import psycopg
from psycopg.errors import CheckViolation

Connection = psycopg.Connection[tuple[object, ...]]
Hook = Callable[[str], None]

TABLES: Final = """
CREATE SCHEMA transit;
CREATE TABLE transit.outgoing (
    id uuid PRIMARY KEY,
    player bigint NOT NULL,
    other_player bigint NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    state text NOT NULL CHECK (state IN ('reserved', 'confirmed', 'released')),
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ON transit.outgoing (at) WHERE state = 'reserved';
CREATE TABLE transit.incoming (
    id uuid PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('credited', 'refused'))
);
GRANT USAGE ON SCHEMA transit TO {role};
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA transit TO {role};
"""
STEPS: Final = ("reserve", "credit", "confirm", "refuse", "release")
_WITHDRAWAL: Final = (
    "SELECT post(%s, %s, p_player => %s, p_currency => 'USD', p_amount => %s, p_withdrawal => %s)"
)
_DEPOSIT: Final = (
    "SELECT post(%s, 'deposit', p_player => %s, p_currency => 'USD', p_amount => %s,"
    ' p_details => \'{"provider": "transit"}\')'
)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money of a player of the home shard for a player, the same person, of the other one."""

    id: UUID
    player: int
    other_player: int
    amount: int


def ignore_step(_step: str) -> None:
    """The hook of a run in which nothing is killed."""


def run_transfer(
    home: Connection, other: Connection, transfer: Transfer, hook: Hook = ignore_step
) -> str:
    """Run all steps, or what is left of them; return `confirmed`, `released`, or `poor` if the money is not there."""
    state = reserve(home, transfer, hook)
    if state != "reserved":
        return state
    decided = credit(other, transfer, hook)
    return end(home, transfer, is_credited=decided == "credited", hook=hook)


def resolve(home: Connection, other: Connection, transfer: Transfer, hook: Hook) -> str:
    """End a transfer whose worker is gone: refuse it at the other shard unless it was credited there."""
    decided = _decide(other, transfer, "refused", hook)
    return end(home, transfer, is_credited=decided == "credited", hook=hook)


def reserve(home: Connection, transfer: Transfer, hook: Hook) -> str:
    """Hold the money at home and return the transfer's state there."""
    try:
        with home.transaction():
            inserted = home.execute(
                "INSERT INTO transit.outgoing (id, player, other_player, amount, state)"
                " VALUES (%s, %s, %s, %s, 'reserved') ON CONFLICT DO NOTHING",
                [transfer.id, transfer.player, transfer.other_player, transfer.amount],
            )
            if inserted.rowcount:
                _move_withdrawal(home, transfer, "withdraw")
            hook("reserve: before the commit")
    except CheckViolation:  # the overdraft, which leaves no row
        return "poor"
    hook("reserve: after the commit")
    return _state(home, "outgoing", transfer)


def credit(other: Connection, transfer: Transfer, hook: Hook) -> str:
    """Credit the money at the other shard, unless the transfer was refused there; return which of both."""
    return _decide(other, transfer, "credited", hook)


def _decide(other: Connection, transfer: Transfer, wanted: str, hook: Hook) -> str:
    step = "credit" if wanted == "credited" else "refuse"
    with other.transaction():
        inserted = other.execute(
            "INSERT INTO transit.incoming VALUES (%s, %s) ON CONFLICT DO NOTHING",
            [transfer.id, wanted],
        )
        if inserted.rowcount and wanted == "credited":
            key = uuid5(transfer.id, "deposit")
            other.execute(_DEPOSIT, [key, transfer.other_player, transfer.amount])
        hook(f"{step}: before the commit")
    hook(f"{step}: after the commit")
    return _state(other, "incoming", transfer)


def end(home: Connection, transfer: Transfer, *, is_credited: bool, hook: Hook) -> str:
    """Confirm or release the reservation and return the transfer's final state."""
    wanted, kind = ("confirmed", "pay_out") if is_credited else ("released", "cancel_withdrawal")
    step = "confirm" if is_credited else "release"
    with home.transaction():
        updated = home.execute(
            "UPDATE transit.outgoing SET state = %s WHERE id = %s AND state = 'reserved'",
            [wanted, transfer.id],
        )
        if updated.rowcount:
            _move_withdrawal(home, transfer, kind)
        hook(f"{step}: before the commit")
    hook(f"{step}: after the commit")
    return _state(home, "outgoing", transfer)


def _move_withdrawal(home: Connection, transfer: Transfer, kind: str) -> None:
    key = uuid5(transfer.id, kind)
    home.execute(_WITHDRAWAL, [key, kind, transfer.player, transfer.amount, transfer.id])


def _state(shard: Connection, table: str, transfer: Transfer) -> str:
    row = shard.execute(
        f"SELECT state FROM transit.{table} WHERE id = %s",  # noqa: S608  one of two names
        [transfer.id],
    ).fetchone()
    if row is None:
        raise LookupError(f"{table} has no {transfer.id}")
    return str(row[0])


def load_stranded(home: Connection, seconds: float) -> list[Transfer]:
    """Return the reservations older than this that nobody has ended, oldest first."""
    rows = home.execute(
        "SELECT id, player, other_player, amount FROM transit.outgoing"
        " WHERE state = 'reserved' AND at <= clock_timestamp() - make_interval(secs => %s)"
        " ORDER BY at LIMIT 100",
        [seconds],
    ).fetchall()
    return [Transfer(*row) for row in rows]  # type: ignore[arg-type]  # the columns are those of Transfer
