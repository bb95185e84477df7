"""Changes that PostgreSQL refuses even to the owner of the ledger."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from tests.wallet.ledger import funded, player, rows, staked, usd
from tests.wallet.months import partition
from tests.wallet.seals import seal_all
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements

pytestmark = [pytest.mark.committed, pytest.mark.empty]
Owner = Connection[Any]

TRANSFER = (
    "INSERT INTO wallet_transfer"
    " (key, kind, player_id, currency_id, amount, round_id, details, created_at)"
    " SELECT gen_random_uuid(), 'bet', id, 'USD', 5, gen_random_uuid(), '{}', now() FROM accounts_user"
)
LAST_TRANSFER = "(SELECT max(id) FROM wallet_transfer)"
ENTRY = (
    "INSERT INTO {}"
    " (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at) VALUES ({})"
)
TABLES = {"entries": lambda: "wallet_entry", "partition": partition}


def refuses(owner: Owner, *statements: str, states: tuple[str, ...]) -> None:
    """Assert that the statements, as one transaction of the owner, fail and change no row."""
    before = rows()
    with pytest.raises(psycopg.Error) as caught, owner.transaction():  # noqa: PT012  one transaction
        for statement in statements:
            owner.execute(statement)
    assert caught.value.sqlstate in states, statements
    assert rows() == before, statements


def house(owner: Owner, code: str, currency: str = "USD") -> int:
    found = owner.execute(
        "SELECT id FROM wallet_account WHERE house_code = %s AND currency_id = %s", [code, currency]
    ).fetchone()
    assert found
    return int(found[0])


def test_append_only_tables_are_not_changed(owner_connection: Owner) -> None:
    staked(funded(), "10.00")
    for table, column in {
        "wallet_transfer": "id",
        "wallet_entry": "seq",
        partition(): "seq",
        "wallet_reversal": "original_id",
        "wallet_rate": "id",
        "journal_event": "id",
    }.items():
        for statement in (
            f"UPDATE {table} SET {column} = {column}",  # noqa: S608  fixed table names
            f"DELETE FROM {table}",  # noqa: S608  fixed table names
            f"TRUNCATE {table} CASCADE",
        ):
            refuses(owner_connection, statement, states=("42501",))


OF_ACCOUNTS = (
    "UPDATE wallet_account SET balance = balance + 1 WHERE player_id > 0",
    "UPDATE wallet_account SET seq = seq + 2 WHERE player_id > 0",
    "UPDATE wallet_account SET currency_id = 'EUR', seq = seq + 1 WHERE player_id > 0",
    (
        "UPDATE wallet_account SET house_code = 'bank', player_id = NULL, seq = seq + 1"
        " WHERE player_id > 0"
    ),
    (
        "INSERT INTO wallet_account (player_id, currency_id, balance)"
        " SELECT id, 'EUR', 5 FROM accounts_user"
    ),
    "UPDATE wallet_account SET floor = NULL WHERE player_id > 0",
    "DELETE FROM wallet_account WHERE player_id > 0",
    "TRUNCATE wallet_account CASCADE",
)


def test_an_account_moves_by_its_entries_only(owner_connection: Owner) -> None:
    funded()
    for statement in OF_ACCOUNTS:
        refuses(owner_connection, statement, states=("42501",))


OF_THE_HOUSE = (
    "UPDATE wallet_account SET balance = 5 WHERE house_code = 'bank'",
    "UPDATE wallet_account SET house_code = 'bonus' WHERE house_code = 'bank'",
    "DELETE FROM wallet_account WHERE house_code = 'bank'",
    "UPDATE wallet_currency SET minor_digits = 0 WHERE code = 'USD'",
    "UPDATE wallet_currency SET code = 'XXX' WHERE code = 'EUR'",
    "DELETE FROM wallet_currency WHERE code = 'PLY'",
    "TRUNCATE wallet_currency CASCADE",
    "UPDATE wallet_house_kind SET takes_play_money = true",
    "DELETE FROM wallet_house_kind WHERE code = 'loyalty'",
    "TRUNCATE wallet_house_kind CASCADE",
    "UPDATE wallet_rollup SET balance = balance + 1",
    "UPDATE wallet_rollup SET horizon = '3'",
    "INSERT INTO wallet_rollup SELECT id, 5, '3' FROM wallet_account WHERE player_id > 0",
    "DELETE FROM wallet_rollup",
    "TRUNCATE wallet_rollup",
)


def test_house_accounts_cannot_be_changed(owner_connection: Owner) -> None:
    funded()
    seal_all()
    assert rows()["wallet_rollup"]
    for statement in OF_THE_HOUSE:
        refuses(owner_connection, statement, states=("42501",))


def test_a_balance_does_not_change_without_its_entry(owner_connection: Owner) -> None:
    funded()
    for seq in ("seq + 1", "seq"):
        change = f"UPDATE wallet_account SET balance = balance + 1, seq = {seq} WHERE player_id > 0"  # noqa: S608  constant text
        refuses(owner_connection, change, states=("42501",))
        merge = (
            "MERGE INTO wallet_account AS account USING (VALUES (1)) AS one ON player_id > 0"
            f" WHEN MATCHED THEN UPDATE SET balance = balance + 1, seq = {seq}"
        )
        refuses(owner_connection, merge, states=("42501",))


def test_an_account_has_the_floor_of_its_currency(owner_connection: Owner) -> None:
    """Regardless of the value given: real money has a floor of zero, play money has none."""
    for number, given in enumerate(("-5", "0", "NULL")):
        for currency, floor in (("EUR", 0), ("PLY", None)):
            ana = player(f"{currency}{number}")
            row = owner_connection.execute(
                "INSERT INTO wallet_account (player_id, currency_id, floor) VALUES"  # noqa: S608  constant text
                f" ({ana}, '{currency}', {given}) RETURNING floor".encode()
            ).fetchone()
            assert row == (floor,), given
            bet = f"SELECT post('{uuid4()}', 'bet', {ana}, '{currency}', 1, p_round => '{uuid4()}')"
            if floor is None:
                owner_connection.execute(bet.encode())
            else:
                refuses(owner_connection, bet, states=("23514",))


def test_an_account_has_one_owner(owner_connection: Owner) -> None:
    funded()
    nobody = "INSERT INTO wallet_account (currency_id) VALUES ('USD')"
    both = (
        "INSERT INTO wallet_account (player_id, house_code, currency_id)"
        " SELECT id, 'bank', 'EUR' FROM accounts_user"
    )
    unknown = "INSERT INTO wallet_account (house_code, currency_id) VALUES ('vault', 'USD')"
    for statement in (nobody, both, unknown):
        refuses(owner_connection, statement, states=("23514",))


def test_a_transfer_is_never_without_its_entries(owner_connection: Owner) -> None:
    """A transfer that the owner writes moves its money by the same rules."""
    ana = funded()
    owner_connection.execute(TRANSFER)
    assert funds.balance(ana).units == 999_995
    assert [money.units for money in funds.load_money_in_play(ana)] == [5]


def test_a_transfer_does_not_claim_another_transaction(owner_connection: Owner) -> None:
    funded()
    statement = TRANSFER.replace("created_at)", "created_at, xact)").replace(
        "now()", "now(), '18446744073709551615'"
    )
    refuses(owner_connection, statement, states=("23000",))


NO_TRANSFERS = (
    ("'bet'", "'gift'", "LW006"),
    ("5,", "-5,", "LW002"),
    ("5,", "0,", "LW002"),
    ("5,", "NULL,", "23502"),
    ("5,", "1000001,", "23514"),
    ("'USD'", "'XYZ'", "LW003"),
    ("'bet', id", "'bet', 987654321", "LW005"),
    ("5, gen_random_uuid()", "5, NULL", "LW002"),
    ("SELECT gen_random_uuid()", "SELECT NULL", "23502"),
)
"""A part of `TRANSFER`, what stands in its place, and the error."""


def test_a_transfer_of_the_owner_is_one_that_its_kind_makes(owner_connection: Owner) -> None:
    funded()
    for there, instead, state in NO_TRANSFERS:
        refuses(owner_connection, TRANSFER.replace(there, instead), states=(state,))


@pytest.mark.parametrize("which", TABLES)
def test_no_entry_joins_a_transfer_earlier_or_new(owner_connection: Owner, which: str) -> None:
    table = TABLES[which]()
    funded()
    houses = (house(owner_connection, "bank"), house(owner_connection, "game_result"))
    for amounts in ((5, -5), (5, -4), (5, 0), (5,)):
        entries = [
            ENTRY.format(table, f"{LAST_TRANSFER}, {account}, 'USD', {amount}, NULL, NULL, now()")
            for account, amount in zip(houses, amounts, strict=False)
        ]
        refuses(owner_connection, *entries, states=("42501",))
        refuses(owner_connection, TRANSFER, *entries, states=("42501",))


@pytest.mark.parametrize("which", TABLES)
def test_no_number_of_an_account_is_given_in_another_way_or_month(
    owner_connection: Owner, which: str
) -> None:
    """Partitions share no unique index that would refuse a number used in another partition."""
    ana, table = funded(), TABLES[which]()
    found = owner_connection.execute(
        "SELECT id FROM wallet_account WHERE player_id = %s", [ana]
    ).fetchone()
    assert found
    for seq, month in ((1, "now()"), (2, "now()"), (1, "now() + interval '1 month'")):
        entry = f"{LAST_TRANSFER}, {found[0]}, 'USD', 5, {seq}, 1000005, {month}"
        refuses(owner_connection, ENTRY.format(table, entry), states=("42501",))
        refuses(owner_connection, TRANSFER, ENTRY.format(table, entry), states=("42501",))
    with (
        pytest.raises(psycopg.errors.InsufficientPrivilege),
        owner_connection.cursor().copy(SQL("COPY {} FROM STDIN").format(Identifier(table))),
    ):
        pass


def test_numbers_go_on_from_month_to_month(owner_connection: Owner) -> None:
    """A transfer dated in the next month goes to its partition and takes the next number."""
    ana = funded()
    later = TRANSFER.replace("now()", "now() + interval '1 month'")
    owner_connection.execute(later)
    owner_connection.execute(TRANSFER)
    rows_ = owner_connection.execute(
        "SELECT seq, balance_after, tableoid::regclass::text <> %s FROM wallet_entry"
        " WHERE seq > 0 ORDER BY seq",
        [partition()],
    ).fetchall()
    assert rows_ == [(1, 1_000_000, False), (2, 999_995, True), (3, 999_990, False)]
    assert funds.balance(ana).units == 999_990


def test_a_month_without_a_partition_goes_to_the_default_one_and_is_a_fault(
    owner_connection: Owner,
) -> None:
    funded()
    faults = "SELECT of_table FROM journal_month_faults() WHERE fault = 'default'"
    assert owner_connection.execute(faults).fetchall() == []
    with owner_connection.transaction(force_rollback=True):
        owner_connection.execute(TRANSFER.replace("now()", "now() + interval '5 years'"))
        assert owner_connection.execute(faults).fetchall() == [("wallet_entry",)]


def test_a_reversal_names_its_original(owner_connection: Owner) -> None:
    """It must name its original and be its exact opposite."""
    funded()
    unnamed = TRANSFER.replace("'bet'", "'reverse'")
    refuses(owner_connection, unnamed, states=("23000",))
    mark = f"INSERT INTO wallet_reversal SELECT {LAST_TRANSFER}, nextval('wallet_transfer_id_seq')"
    named = unnamed.replace("(key", "(id, key").replace(
        "SELECT", "SELECT currval('wallet_transfer_id_seq'),"
    )
    refuses(owner_connection, mark, named, states=("23000",))  # another amount, another round
    refuses(owner_connection, mark, states=("23503",))  # a mark without its transfer


OF_HOLDS = (
    "UPDATE wallet_open_stake SET amount = 0",
    "UPDATE wallet_open_stake SET amount = amount + 1",
    "DELETE FROM wallet_open_stake",
    "TRUNCATE wallet_open_stake",
    (
        "INSERT INTO wallet_open_stake (round_id, player_id, currency_id, amount)"
        " SELECT gen_random_uuid(), player_id, currency_id, 5 FROM wallet_open_stake"
    ),
    "UPDATE wallet_withdrawal_hold SET is_open = false",
    "DELETE FROM wallet_withdrawal_hold",
    "TRUNCATE wallet_withdrawal_hold",
    (
        "INSERT INTO wallet_withdrawal_hold (withdrawal_id, player_id, currency_id, amount, is_open)"
        " SELECT gen_random_uuid(), player_id, currency_id, 5, true FROM wallet_withdrawal_hold"
    ),
)


def test_holds_are_kept_by_transfers_only(owner_connection: Owner) -> None:
    ana = funded()
    staked(ana, "10.00")
    movements.hold_withdrawal(ana, usd("10.00"), key=uuid4())
    for statement in OF_HOLDS:
        refuses(owner_connection, statement, states=("42501",))


def test_base_and_play_money_have_no_rate(owner_connection: Owner) -> None:
    for currency in ("USD", "PLY"):
        statement = f"INSERT INTO wallet_rate (currency_id, rate, source, as_of) VALUES ('{currency}', 1, '', now())"  # noqa: S608  constant text
        refuses(owner_connection, statement, states=("23514",))


def test_the_function_moves_money_for_the_owner_by_the_same_rules(owner_connection: Owner) -> None:
    ana = funded(text="1.00")
    statement = f"SELECT post('{uuid4()}', 'bet', {ana}, 'USD', 10001, p_round => '{uuid4()}')"
    refuses(owner_connection, statement, states=("23514",))
