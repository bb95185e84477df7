"""A ledger of any size, bulk-written as if its rounds had been played one by one.

Every player with dollars stakes ten in turn and gets nothing, the stake or twice the stake. The
rows that `post()` and its trigger would write are written for many rounds in one statement, by the
owner and with the tables' triggers off: only for a disposable server. Every constraint is on, and
the reconciliation finds nothing (tests/wallet/test_bench_fill.py).
"""

import math
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import psycopg

_TABLES: Final = ("wallet_transfer", "wallet_entry", "wallet_account")
_STAKE: Final = 100_000
_TURNS: Final = 8  # per transaction
# A movement's key is random, its round id derives from turn and player. `seq` and `balance_after`
# follow from the account before these turns: a lost round moves it once, any other one twice.
_ROUNDS = """
WITH member AS (
    SELECT account.*, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS members,
           player_id %% 3 * %(stake)s AS back, least(player_id %% 3, 1) + 1 AS moves
    FROM wallet_account AS account WHERE player_id IS NOT NULL AND currency_id = 'USD'
), movement AS MATERIALIZED (
    SELECT member.id AS account_id, player_id, back, step,
           %(base)s + 2 * (turn * members + place) + step AS id,
           md5(%(mark)s || turn || ' ' || player_id)::uuid AS round_id,
           seq + moves * (turn - %(first)s) + step + 1 AS seq,
           balance + (back - %(stake)s) * (turn - %(first)s) - %(stake)s + step * back AS after,
           clock_timestamp() AS at
    FROM generate_series(%(first)s, %(last)s) AS turn, member, generate_series(0, 1) AS step
    WHERE player_id %% 2 = %(half)s
    ORDER BY turn, place, step
), transfers AS (
    INSERT INTO wallet_transfer
        (id, key, kind, player_id, currency_id, amount, received, round_id, details, created_at)
    SELECT id, gen_random_uuid(), CASE step WHEN 0 THEN 'bet' ELSE 'settle' END, player_id, 'USD', %(stake)s,
           CASE step WHEN 1 THEN back END, round_id, '{}', at
    FROM movement
)
INSERT INTO wallet_entry
    (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
SELECT movement.id, leg.account, 'USD', leg.amount, leg.seq, leg.after, at
FROM movement
     JOIN wallet_account AS in_play
     ON in_play.house_code = 'in_play' AND in_play.currency_id = 'USD'
     JOIN wallet_account AS result
     ON result.house_code = 'game_result' AND result.currency_id = 'USD'
     CROSS JOIN LATERAL (VALUES
         (in_play.id, %(stake)s - 2 * step * %(stake)s, NULL, NULL),
         (result.id, step * (%(stake)s - back), NULL, NULL),
         (movement.account_id, CASE step WHEN 0 THEN -%(stake)s ELSE back END,
          movement.seq, movement.after)
     ) AS leg (account, amount, seq, after)
WHERE leg.amount <> 0
"""
_ACCOUNTS = """
UPDATE wallet_account
SET balance = balance + (player_id %% 3 - 1) * %(stake)s * (%(last)s - %(first)s + 1),
    seq = seq + (least(player_id %% 3, 1) + 1) * (%(last)s - %(first)s + 1)
WHERE player_id IS NOT NULL AND currency_id = 'USD' AND player_id %% 2 = %(half)s
"""
_MEMBERS = "SELECT count(*) FROM wallet_account WHERE player_id IS NOT NULL AND currency_id = 'USD'"
_ENTRIES = "SELECT count(*) FROM wallet_entry"
# Entries per round: two for the stake; two for the settlement, or three if it pays twice the stake.
_OF_ROUND: Final = 13 / 3


def count_entries(url: str) -> int:
    """Return the number of entries."""
    with psycopg.connect(url) as owner:
        return _number(owner, _ENTRIES)


def fill(url: str, wanted: int, tell: Callable[[float], None]) -> None:
    """Add rounds until there are about `wanted` entries; `tell` gets the completed fraction."""
    with psycopg.connect(url, autocommit=True) as owner:
        members = _number(owner, _MEMBERS)
        turns = math.ceil((wanted - _number(owner, _ENTRIES)) / (members * _OF_ROUND))
        if turns <= 0:
            return
        base = _number(owner, "SELECT nextval('wallet_transfer_id_seq')")
        owner.execute(
            "SELECT setval('wallet_transfer_id_seq', %s)", [base + 2 * turns * members - 1]
        )
        for table in _TABLES:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        try:
            _play(url, base, turns, tell)
        finally:
            for table in _TABLES:
                owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def _play(url: str, base: int, turns: int, tell: Callable[[float], None]) -> None:
    """Write the rounds, even and odd players in parallel."""
    mark = f"{secrets.token_hex(8)} "

    def write(half: int) -> None:
        with psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor) as owner:
            owner.execute("SET synchronous_commit = off")
            for first in range(0, turns, _TURNS):
                last = min(first + _TURNS, turns) - 1
                given = {"stake": _STAKE, "base": base, "mark": mark, "half": half}
                with owner.transaction():
                    owner.execute(_ROUNDS, {**given, "first": first, "last": last})
                    owner.execute(_ACCOUNTS, {**given, "first": first, "last": last})
                if half == 0:
                    tell((last + 1) / turns)

    with ThreadPoolExecutor(2) as threads:
        for worker in [threads.submit(write, half) for half in (0, 1)]:
            worker.result()


def _number(owner: psycopg.Connection[tuple[int]], query: str) -> int:
    row = owner.execute(query).fetchone()
    return row[0] if row else 0
