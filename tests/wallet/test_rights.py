"""Hand-written SQL attempts by the application's role; test_rights_catalogue covers the whole catalogue."""

import pytest
from django.db import connections

from tests.wallet.ledger import ask, funded, refused_by_sql, staked
from tests.wallet.months import partition

pytestmark = pytest.mark.database

TAMPERING = [
    "UPDATE wallet_account SET balance = balance + 10000",
    "UPDATE wallet_account SET seq = 0",
    "INSERT INTO wallet_account (player_id, currency_id) SELECT id, 'EUR' FROM accounts_user",
    (
        "INSERT INTO wallet_entry (transfer_id, account_id, currency_id, amount, created_at)"
        " SELECT transfer_id, account_id, currency_id, 1, now() FROM wallet_entry"
    ),
    (
        "INSERT INTO wallet_transfer (key, kind, player_id, currency_id, amount, details, created_at)"
        " SELECT gen_random_uuid(), 'deposit', id, 'USD', 5, '{}', now() FROM accounts_user"
    ),
    "INSERT INTO wallet_reversal SELECT id, id FROM wallet_transfer",
    "INSERT INTO wallet_currency (code, minor_digits) VALUES ('XYZ', 2)",
    "INSERT INTO wallet_house_kind VALUES ('fees', false)",
    "INSERT INTO wallet_open_stake SELECT round_id, amount, currency_id, player_id FROM wallet_open_stake",
    "UPDATE wallet_open_stake SET amount = 1",
    "DELETE FROM wallet_open_stake",
    "INSERT INTO wallet_receivable SELECT * FROM wallet_receivable",
    "UPDATE wallet_receivable SET amount = 1",
    "DELETE FROM wallet_receivable",
    "UPDATE wallet_rate SET rate = 2",
    "DELETE FROM wallet_rate",
    "UPDATE journal_event SET kind = 'nothing'",
    "DELETE FROM journal_event",
    "UPDATE wallet_withdrawal_hold SET is_open = false",
    "SELECT * FROM wallet_account FOR UPDATE",
    "LOCK TABLE wallet_account IN EXCLUSIVE MODE",
    "ALTER TABLE wallet_entry DISABLE TRIGGER ALL",
    "ALTER TABLE wallet_account DROP CONSTRAINT wallet_account_not_negative",
    "ALTER TABLE wallet_account OWNER TO CURRENT_USER",
    "DROP TRIGGER by_transfer ON wallet_entry",
    "ALTER TABLE wallet_entry DETACH PARTITION {partition}",
    "DROP TABLE {partition}",
    "SELECT * FROM {partition}",
    "INSERT INTO {partition} SELECT * FROM wallet_entry",
    "CREATE TABLE wallet_entry_1999_01 PARTITION OF wallet_entry DEFAULT",
    "DROP TABLE wallet_entry CASCADE",
    "DROP FUNCTION public.post",
    "ALTER FUNCTION public.post SET search_path = pg_temp",
    (
        "CREATE OR REPLACE FUNCTION public.wallet_make_partitions()"
        " RETURNS integer LANGUAGE sql AS 'SELECT 1'"
    ),
    "CREATE FUNCTION public.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE SCHEMA mine",
    "CREATE TABLE public.wallet_mine ()",
    "CREATE TEMPORARY TABLE wallet_account (id bigint)",
    "SET session_replication_role = replica",
    "SELECT set_config('session_replication_role', 'replica', true)",
    "SELECT nextval('wallet_transfer_id_seq')",
    "SELECT setval('wallet_transfer_id_seq', 1)",
    "SELECT wallet_mark_reversed(gen_random_uuid(), 1, '{{}}')",
    "SELECT wallet_change_balance(1, 'USD', 5)",
    "SELECT wallet_release_stake(transfer, 5) FROM wallet_transfer AS transfer",
    "SELECT wallet_hold_withdrawal(transfer) FROM wallet_transfer AS transfer",
    "SELECT wallet_require_settled(transfer) FROM wallet_transfer AS transfer",
    "SELECT wallet_exchange(transfer, 1) FROM wallet_transfer AS transfer",
    "SELECT wallet_require_unsettled(transfer) FROM wallet_transfer AS transfer",
    "SELECT wallet_write_plan(transfer) FROM wallet_transfer AS transfer",
    "SELECT wallet_existing_result(1, true)",
    "COPY wallet_entry FROM PROGRAM 'cat /dev/null'",
    "UPDATE pg_catalog.pg_class SET relowner = 0",
]


@pytest.mark.parametrize("statement", TAMPERING)
def test_the_application_cannot(statement: str) -> None:
    staked(funded(), "10.00")
    with refused_by_sql("42501"):
        ask(statement.replace("{partition}", partition()).replace("{{}}", "{}"))


def test_the_application_cannot_become_the_owner() -> None:
    owner = connections.settings["owner"]["USER"]
    with refused_by_sql("42501"):
        ask(f'SET ROLE "{owner}"')
    with refused_by_sql("42501"):
        ask(f'SET SESSION AUTHORIZATION "{owner}"')


def test_the_application_grants_itself_nothing() -> None:
    ask("GRANT UPDATE ON wallet_account TO CURRENT_USER")  # PostgreSQL only warns
    assert not ask("SELECT has_any_column_privilege('wallet_account', 'UPDATE')")


def test_every_function_of_the_ledger_has_a_fixed_search_path() -> None:
    loose = ask(
        "SELECT array_agg(proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        " AND (proname ~ '^(wallet|journal)_' OR proname IN ('post', 'post_many'))"
        " AND prosqlbody IS NULL"  # a body parsed at creation resolves no names later
        " AND NOT coalesce(proconfig::text, '') LIKE '%%search_path=pg_catalog%%'",
        {},
    )
    assert loose is None
