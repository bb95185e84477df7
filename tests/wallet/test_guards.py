"""What PostgreSQL refuses the ledger's own owner."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import Connection

from tests.wallet.ledger import funded, rows, staked

pytestmark = pytest.mark.usefixtures("committed_db")
Owner = Connection[Any]

TRANSFER = (
    "INSERT INTO wallet_transfer (kind, player_id, round_id, details, created_at)"
    " SELECT 'bet', id, gen_random_uuid(), '{}', now() FROM accounts_user RETURNING id"
)
OF_TRANSFER = "currval('wallet_transfer_id_seq')"
ENTRY = (
    "INSERT INTO wallet_entry"
    " (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at) VALUES ({})"
)


def refuses(owner: Owner, *statements: str, states: tuple[str, ...]) -> None:
    """The statements, as one transaction of the owner, fail and leave every row as it was."""
    before = rows()
    with pytest.raises(psycopg.Error) as caught, owner.transaction():  # noqa: PT012  one transaction
        for statement in statements:
            owner.execute(statement)
    assert caught.value.sqlstate in states
    assert rows() == before


def house(owner: Owner, code: str, currency: str = "USD") -> int:
    found = owner.execute(
        "SELECT id FROM wallet_account WHERE house_code = %s AND currency_id = %s", [code, currency]
    ).fetchone()
    assert found
    return int(found[0])


@pytest.mark.parametrize(
    "table",
    [
        "wallet_transfer",
        "wallet_entry",
        "wallet_idempotency",
        "wallet_reversal",
        "wallet_rate",
        "journal_event",
    ],
)
def test_append_only_tables_are_not_changed(owner_connection: Owner, table: str) -> None:
    staked(funded(), "10.00")
    column = {"wallet_idempotency": "key", "wallet_reversal": "original_id"}.get(table, "id")
    for statement in (
        f"UPDATE {table} SET {column} = {column}",  # noqa: S608  a table of ours
        f"DELETE FROM {table}",  # noqa: S608  a table of ours
        f"TRUNCATE {table} CASCADE",
    ):
        refuses(owner_connection, statement, states=("42501",))


@pytest.mark.parametrize(
    "statement",
    [
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
        "DELETE FROM wallet_account WHERE player_id > 0",
        "TRUNCATE wallet_account CASCADE",
    ],
)
def test_an_account_moves_by_its_entries_only(owner_connection: Owner, statement: str) -> None:
    funded()
    refuses(owner_connection, statement, states=("42501",))


def test_a_balance_does_not_change_without_its_entry(owner_connection: Owner) -> None:
    funded()
    change = "UPDATE wallet_account SET balance = balance + 1, seq = seq + 1 WHERE player_id > 0"
    refuses(owner_connection, change, states=("23000",))


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


def test_a_transfer_without_entries_is_not_committed(owner_connection: Owner) -> None:
    funded()
    refuses(owner_connection, TRANSFER, states=("23000",))


def test_a_transfer_does_not_claim_another_transaction(owner_connection: Owner) -> None:
    funded()
    statement = (
        "INSERT INTO wallet_transfer (kind, player_id, round_id, details, created_at, xact)"
        " SELECT 'bet', id, gen_random_uuid(), '{}', now(), '18446744073709551615' FROM accounts_user"
    )
    refuses(owner_connection, statement, states=("23000",))


def test_no_entry_joins_an_earlier_transfer(owner_connection: Owner) -> None:
    funded()
    bank, result = house(owner_connection, "bank"), house(owner_connection, "game_result")
    transfer = "(SELECT max(id) FROM wallet_transfer)"
    refuses(
        owner_connection,
        ENTRY.format(f"{transfer}, {bank}, 'USD', 5, NULL, NULL, now()"),
        ENTRY.format(f"{transfer}, {result}, 'USD', -5, NULL, NULL, now()"),
        states=("23000",),
    )


@pytest.mark.parametrize(
    ("amounts", "states"),
    [((5, -4), ("23000",)), ((5, 0), ("23514",))],
)
def test_a_transfer_adds_up_to_zero(
    owner_connection: Owner, amounts: tuple[int, int], states: tuple[str, ...]
) -> None:
    funded()
    accounts = house(owner_connection, "bank"), house(owner_connection, "game_result")
    entries = [
        ENTRY.format(f"{OF_TRANSFER}, {account}, 'USD', {amount}, NULL, NULL, now()")
        for account, amount in zip(accounts, amounts, strict=True)
    ]
    refuses(owner_connection, TRANSFER, *entries, states=states)


@pytest.mark.parametrize(
    ("entry", "states"),
    [
        ("{bank}, 'EUR', 5, NULL, NULL", ("23000",)),  # not the account's currency
        ("987654321, 'USD', 5, NULL, NULL", ("23000",)),  # no account
        ("{bank}, 'USD', 5, 1, 5", ("23000",)),  # a number on the house's account
        ("{ana}, 'USD', 5, NULL, NULL", ("23000",)),  # none on a player's
        ("{ana}, 'USD', 5, 2, 1000005", ("23000",)),  # a number that the account does not count
        ("{ana}, 'USD', 5, 1, 5", ("23505",)),  # a number that is taken
        ("{ana}, 'USD', 5, 2, NULL", ("23514",)),  # half a running balance
        ("{ana}, 'USD', 5, NULL, 5", ("23514",)),  # the other half
    ],
)
def test_an_entry_belongs_on_its_account(
    owner_connection: Owner, entry: str, states: tuple[str, ...]
) -> None:
    ana = funded()
    found = owner_connection.execute(
        "SELECT id FROM wallet_account WHERE player_id = %s", [ana]
    ).fetchone()
    assert found
    values = entry.format(bank=house(owner_connection, "bank"), ana=found[0])
    currency = values.split(", ")[1]
    result = house(owner_connection, "game_result", currency.strip("'"))
    refuses(
        owner_connection,
        TRANSFER,
        ENTRY.format(f"{OF_TRANSFER}, {values}, now()"),
        ENTRY.format(f"{OF_TRANSFER}, {result}, {currency}, -5, NULL, NULL, now()"),
        states=states,
    )


def test_a_reversal_is_a_transfer_that_says_so(owner_connection: Owner) -> None:
    funded()
    bank, result = house(owner_connection, "bank"), house(owner_connection, "game_result")
    entries = [
        ENTRY.format(f"{OF_TRANSFER}, {bank}, 'USD', 5, NULL, NULL, now()"),
        ENTRY.format(f"{OF_TRANSFER}, {result}, 'USD', -5, NULL, NULL, now()"),
    ]
    refuses(owner_connection, TRANSFER.replace("'bet'", "'reverse'"), *entries, states=("23000",))
    mark = f"INSERT INTO wallet_reversal SELECT min(id), {OF_TRANSFER} FROM wallet_transfer"  # noqa: S608  names of ours
    refuses(owner_connection, TRANSFER, *entries, mark, states=("23000",))


def test_more_than_its_stakes_never_leaves_a_round(owner_connection: Owner) -> None:
    staked(funded(), "10.00")
    refuses(owner_connection, "UPDATE wallet_open_stake SET amount = 0", states=("23514",))


@pytest.mark.parametrize("currency", ["USD", "PLY"])
def test_base_and_play_money_have_no_rate(owner_connection: Owner, currency: str) -> None:
    statement = (
        "INSERT INTO wallet_rate (currency_id, rate, source, as_of) VALUES ('{}', 1, '', now())"
    )
    refuses(owner_connection, statement.format(currency), states=("23514",))


def test_the_function_moves_money_for_the_owner_by_the_same_rules(owner_connection: Owner) -> None:
    ana = funded(text="1.00")
    statement = (
        f'SELECT post(\'{uuid4()}\', \'bet\', {ana}, \'[{{"player": {ana}, "currency": "USD",'
        f' "amount": -10001}}, {{"house": "in_play", "currency": "USD", "amount": 10001}}]\','
        f" '{uuid4()}')"
    )
    refuses(owner_connection, statement, states=("23514",))
