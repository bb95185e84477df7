"""The sharded layout of docs/operations/ledger.md: rows written in play, by player, and two shards built from it."""

import re
from typing import Any

import pytest
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from casino.models import Round
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.wallet.every_move import moves
from tests.wallet.ledger import player
from tools.launch import layout
from wallet.ledger.models import TransferKind
from wallet.ledger.selectors.reconciliation import line_queries
from wallet.ledger.selectors.slices import fill_query

pytestmark = pytest.mark.committed

Owner = Connection[Any]
PAGE = (layout.ROOT / "docs" / "operations" / "ledger.md").read_text()
REFERENCE = "everywhere (reference)"
# SQL for the player of a row that has no player column.
_OF_ROUND = "(SELECT player_id FROM casino_round AS own WHERE own.id = t.round_id)"
_OF_TRANSFER = "(SELECT player_id FROM wallet_transfer AS own WHERE own.id = t.transfer_id)"
_OF_SHOE = (
    "(SELECT player_id FROM casino_shoe AS own JOIN casino_place AS place"
    " ON place.id = own.place_id WHERE own.{} = t.{})"
)
PLAYER = {
    "wallet_entry": _OF_TRANSFER,
    "wallet_reversal": _OF_TRANSFER,
    "casino_shoe": _OF_SHOE.format("id", "id"),
    "casino_logline": _OF_SHOE.format("public_id", "shoe"),
    "casino_deal": "(SELECT player_id FROM casino_place AS own WHERE own.id = t.place_id)",
    "casino_bet": _OF_ROUND,
    "casino_decision": _OF_ROUND,
}
LOG = """
    CREATE TABLE written (xact xid8 DEFAULT pg_current_xact_id(), name text, was jsonb);
    CREATE FUNCTION log_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
        INSERT INTO public.written (name, was)
        VALUES (tg_argv[0], to_jsonb(CASE WHEN tg_op = 'DELETE' THEN old ELSE new END));
        RETURN NULL;
    END $$;
"""


def plan() -> dict[str, str]:
    """Return the distribution key of each table in the page's plan; house accounts are separate rows there."""
    section = PAGE.partition("## On a sharded PostgreSQL")[2].partition("\n## ")[0]
    found: dict[str, str] = {}
    for names, key, _ in re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) \|$", section, re.MULTILINE):
        for name in re.findall(r"`(\w+)`(?! \(house\))", names):
            found[name] = key.strip("`")
    return found


@pytest.fixture
def owner(owner_connection: Owner) -> Owner:
    """The owner's connection, with every row written to any table logged from now on."""
    owner_connection.execute(LOG.encode())
    tables = owner_connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        " AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'written'"
    ).fetchall()
    for (name,) in tables:
        statement = SQL(
            "CREATE TRIGGER zz_logged AFTER INSERT OR UPDATE OR DELETE ON {}"
            " FOR EACH ROW EXECUTE FUNCTION log_row({})"
        )
        owner_connection.execute(statement.format(Identifier(name), name))
    return owner_connection


def written(owner: Owner) -> dict[str, set[int | None]]:
    """Return the tables written since the last call, with the players whose rows they are."""
    found: dict[str, set[int | None]] = {}
    for (name,) in owner.execute("SELECT DISTINCT name FROM written").fetchall():
        whose = PLAYER.get(name, "(to_jsonb(t) ->> 'player_id')::bigint")
        query = (
            f"SELECT DISTINCT {whose} FROM written,"  # noqa: S608  fixed table names
            f" LATERAL jsonb_populate_record(NULL::{name}, was) AS t WHERE name = '{name}'"
        )
        found[name] = {row[0] for row in owner.execute(query.encode())}
    owner.execute("TRUNCATE written")
    return found


STAFF = {
    TransferKind.REVERSE,
    TransferKind.ADJUST,
    TransferKind.BONUS,
}  # acts of staff, which are in the event log


def test_every_kind_writes_rows_of_one_player_and_none_of_a_reference(owner: Owner) -> None:
    person, asked = player(), set()
    player("luis")
    found = moves(person)
    for kind, move in found:
        written(owner)
        move()
        rows = written(owner)
        assert {"wallet_transfer", "wallet_entry"} <= rows.keys()
        assert ("journal_event" in rows) == (kind in STAFF)
        rows.pop("journal_event", None)
        assert {name: plan()[name] for name in rows} == dict.fromkeys(rows, "player_id"), kind
        assert rows == {name: {person} for name in rows}, kind
        asked.add(kind)
    assert asked == set(TransferKind)


def test_a_round_at_the_table_writes_rows_of_its_player_alone(owner: Owner) -> None:
    luis = scenes.new_player("luis@example.test")
    person, table = scenes.new_player(), scenes.ligalo()
    for each in (luis, person):
        participant = scenes.sit(each, table)
        owner.execute("TRUNCATE written")
        seen: set[str] = set()
        round_ = place_bet(each, table, scenes.bet_request(participant))
        while round_.status == Round.Status.IN_PROGRESS:
            rows = written(owner)
            assert rows == {name: {each.pk} for name in rows}
            seen |= rows.keys()
            declines = "decline" in scenes.live_deal(round_).legal_actions
            round_ = scenes.play(round_, "decline" if declines else "stand")
        rows = written(owner)
        assert rows == {name: {each.pk} for name in rows}
        seen |= rows.keys()
        assert {"casino_round", "casino_bet", "casino_logline", "wallet_entry"} <= seen
        assert {plan()[name] for name in seen} == {"player_id"}


def build(owner: Owner, number: int) -> None:
    """Create a shard: the documented tables with `player_id` first in their primary keys, and its players' rows."""
    shard = f"shard_{number}"
    owner.execute(f"CREATE SCHEMA {shard}".encode())
    for name, key in plan().items():
        if not name.startswith("wallet_"):
            continue
        copy = f"{shard}.{name}"
        owner.execute(f"CREATE TABLE {copy} (LIKE public.{name} INCLUDING DEFAULTS)".encode())
        if key == REFERENCE:
            owner.execute(f"INSERT INTO {copy} TABLE public.{name}".encode())
            continue
        if name in PLAYER:
            owner.execute(f"ALTER TABLE {copy} ADD COLUMN player_id bigint".encode())
        whose = PLAYER.get(name, "t.player_id")
        more = f", {whose}" if name in PLAYER else ""
        owner.execute(
            f"INSERT INTO {copy} SELECT t.*{more} FROM public.{name} AS t"  # noqa: S608  fixed table names
            f" WHERE {whose} % 2 = {number}".encode()
        )
        identity = owner.execute(
            "SELECT array_agg(attname::text ORDER BY attnum) FROM pg_index"
            " JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)"
            " WHERE indisprimary AND indrelid = %s::regclass AND attname <> 'player_id'",
            [f"public.{name}"],
        ).fetchone()
        assert identity is not None
        owner.execute(
            f"ALTER TABLE {copy} ADD PRIMARY KEY (player_id, {', '.join(identity[0])})".encode()
        )
    house = f"{shard}.wallet_account_house"  # a reference table beside the players'
    owner.execute(f"CREATE TABLE {house} AS TABLE public.wallet_account".encode())
    owner.execute(f"DELETE FROM {house} WHERE house_code IS NULL".encode())  # noqa: S608  fixed table names
    # For queries on both kinds of accounts, as in the reconciliation.
    look = f"look_{number}.wallet_account"
    owner.execute(f"CREATE SCHEMA look_{number}".encode())
    owner.execute(f"CREATE TABLE {look} (LIKE public.wallet_account, PRIMARY KEY (id))".encode())
    owner.execute(
        f"INSERT INTO {look} TABLE {shard}.wallet_account UNION ALL TABLE {house}".encode()
    )


def broken(owner: Owner, number: int) -> list[str]:
    """Return the reconciliation lines that are broken on a single shard."""
    owner.execute(f"SET search_path = look_{number}, shard_{number}, public".encode())
    found = [
        name
        for name, query in line_queries().items()
        if name not in OF_THE_WHOLE and owner.execute(fill_query(query).encode()).fetchall()
    ]
    owner.execute("RESET search_path")
    return found


# Partitions exist for the whole table only; a rollup has a horizon for each shard.
OF_THE_WHOLE = {
    "the months to come have their partition",
    "rolled-up balances are the sum of their entries",
}


def test_two_shards_hold_every_row_once_and_each_reconciles_alone(owner: Owner) -> None:
    people = [player("ana"), player("luis"), player("eva")]
    for person in people:
        for _, move in moves(person):
            move()
    for number in (0, 1):
        build(owner, number)
    for name, key in plan().items():
        if name.startswith("wallet_") and key != REFERENCE:
            whose = " WHERE player_id IS NOT NULL" if name == "wallet_account" else ""
            count = (
                f"SELECT (SELECT count(*) FROM {name}{whose}), (SELECT count(*) FROM shard_0.{name}),"  # noqa: S608  fixed table names
                f" (SELECT count(*) FROM shard_1.{name})"
            )
            row = owner.execute(count.encode()).fetchone()
            assert row is not None
            assert row[0] == row[1] + row[2]
            assert min(row) > 0, name
    assert set(line_queries()) >= OF_THE_WHOLE
    assert [broken(owner, number) for number in (0, 1)] == [[], []]

    owner.execute(  # a row on the wrong shard is detected on both
        "WITH gone AS (DELETE FROM shard_0.wallet_entry WHERE seq = 1 RETURNING *)"
        " INSERT INTO shard_1.wallet_entry TABLE gone"
    )
    assert all(broken(owner, number) for number in (0, 1))
