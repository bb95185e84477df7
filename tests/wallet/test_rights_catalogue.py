"""Only `post()` moves money: every object of the database is tried as the application's role.

The objects come from the catalogue, so new tables, functions and sequences are included. The
allowed exceptions are listed here by hand, and nowhere else.
"""

import re

import pytest
from django.db import connection
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from tests.wallet.catalogue import (
    FUNCTIONS,
    RELATIONS,
    SEQUENCES,
    TRIGGERS,
    attempts,
    denied,
    query,
    writes,
)
from tests.wallet.ledger import ask, funded, rows, staked

pytestmark = pytest.mark.database

# Records that people write about money; the rows are permanent, and none is a balance.
RECORDS = {
    "wallet_acceptance": {"INSERT"},
    "wallet_acceptance_decision": {"INSERT"},
    "wallet_archived_month": {"INSERT"},
    "wallet_closing": {"INSERT"},
    "wallet_detachment": {"INSERT"},
    "wallet_detachment_decision": {"INSERT"},
    "wallet_deposit_review": {"INSERT"},
    "wallet_correction": {"INSERT"},
    "wallet_correction_decision": {"INSERT"},
    "wallet_deposit": {"INSERT", "UPDATE(state)"},
    "wallet_deposit_step": {"INSERT"},
    "wallet_ledger_check": {"INSERT"},
    "wallet_ledger_check_begun": {"INSERT"},
    "wallet_payment_method": {"INSERT"},
    "wallet_provider_event": {"INSERT"},
    "wallet_tax_payment": {"INSERT"},
    "wallet_tax_payment_decision": {"INSERT"},
    "wallet_rate": {"INSERT"},
    "wallet_rate_decision": {"INSERT"},
    "wallet_rate_max_age": {"INSERT"},
    "wallet_rate_max_age_decision": {"INSERT"},
    "wallet_rate_recall": {"INSERT"},
    "wallet_rate_recall_decision": {"INSERT"},
    "wallet_spread": {"INSERT"},
    "wallet_spread_decision": {"INSERT"},
    "wallet_withdrawal": {"INSERT", "UPDATE(state)"},
    "wallet_withdrawal_step": {"INSERT"},
    "limits_cashlimit": {"INSERT"},
    "limits_cashlimitdecision": {"INSERT"},
    "loyalty_tier": {"INSERT"},
    "loyalty_tierset": {"INSERT"},
    "loyalty_tiersetdecision": {"INSERT"},
    "journal_check": {"INSERT"},
    "journal_event": {"INSERT"},
    "journal_gamingday": {"INSERT"},
    "journal_seen": {"INSERT"},
}
# Tables without money; that none of them leads to it is tested below.
OF_OTHERS = re.compile(
    r"(account|accounts|alarms|allauth_idp_oidc|api|auth|builds|cases|casino|compliance|detection|django|mfa|profiles|reports|restores|tables)_\w+|limits_(depositanswer|limit|sessionplan)\w*|config_(cache|release)|journal_heartbeat"
    r"|loyalty_tierpreview"  # computed from points kept in other tables
)
CALLABLE = {
    "accounts_delete_old_visits(integer,integer)",
    "accounts_forget_person(bigint)",  # only of an erased person
    "accounts_is_erased(bigint)",  # only reads
    "journal_broken_links(bigint,bigint)",
    "journal_chain_records(integer)",
    "journal_record_content(text,bigint)",
    "journal_link_hash(bytea,bigint,text,jsonb)",
    "journal_stray_rows(text,text,text[])",
    "journal_missed_records(interval)",
    "journal_watched_tables()",
    "loyalty_points_of_window(date,bigint[],bigint,bigint)",
    "loyalty_earn_points(bigint,uuid,bigint)",
    "loyalty_redeem_points(uuid,bigint,bigint,bigint,bigint)",
    "loyalty_assign_tiers(bigint,bigint)",
    "loyalty_restore_points(bigint,uuid,uuid)",
    "loyalty_reverse_points(bigint,uuid,uuid)",
    "post(uuid,text,bigint,text,bigint,bigint,text,uuid,uuid,bigint,jsonb)",
    "post_many(jsonb)",
    "builds_is_open()",
    "restores_is_open()",
    "restores_is_prepared(bigint)",  # only reads
    "restores_skip_numbers()",  # only after a restore
    "restores_timeline()",
    "seal_ledger(integer)",
    "wallet_hash_block(xid8,xid8,bytea)",
    "wallet_is_block_intact(bigint)",
    "wallet_house_account(text,text)",
    "wallet_disputed_debts(bigint)",  # only reads
    "wallet_attached_parts()",  # only reads
    "wallet_detach_month()",  # what two people decided, if it equals its archive
    "wallet_is_detached(timestamp with time zone)",  # only reads
    "wallet_make_partitions()",
    "casino_make_partitions()",
    "journal_month_faults()",  # only reads
    "wallet_sealed_records(xid8,xid8)",
    "wallet_withdrawal_factor(bigint)",  # only reads
}


def ledger() -> list[tuple[int, str, str, list[str]]]:
    """Return every table that is neither a record of people nor another app's: the money itself."""
    return [
        (oid, full, name, columns)
        for oid, full, name, columns, _ in query(RELATIONS)
        if name not in RECORDS and not OF_OTHERS.fullmatch(name)
    ]


def test_the_catalogue_has_what_is_known_to_be_there() -> None:
    names = {name for _, _, name, _ in ledger()}
    assert names >= {"wallet_account", "wallet_transfer", "wallet_entry"}
    assert [name for name in names if re.fullmatch(r"wallet_entry_\d{4}_\d\d", name)]
    assert {row[2] for row in query(RELATIONS)} >= set(RECORDS)


def test_no_way_to_write_to_the_ledger_is_open() -> None:
    staked(funded(), "10.00")
    before = rows()
    tried = [one for _, full, _, columns in ledger() for one in attempts(full, columns)]
    assert len(tried) > 100
    assert [one for one in tried if not denied(one)] == []
    assert rows() == before


def test_no_right_on_the_ledger_but_to_read_it() -> None:
    held = {full: writes(oid, columns) for oid, full, _, columns in ledger()}
    assert {full: rights for full, rights in held.items() if rights} == {}


def test_records_are_added_and_their_state_shown_and_nothing_else() -> None:
    held = {name: writes(oid, cols) for oid, _, name, cols, _ in query(RELATIONS)}
    assert {name: held[name] for name in RECORDS} == RECORDS


def test_no_record_is_changed_by_any_statement() -> None:
    staked(funded(), "10.00")
    before = rows()
    for _, full, name, columns, _ in query(RELATIONS):
        for statement in attempts(full, columns) if name in RECORDS else []:
            verb = statement.split()[0]
            column = re.search(r'SET "(\w+)"', statement)
            right = f"{verb}({column[1]})" if column else verb
            if right not in RECORDS[name]:
                assert denied(statement), statement
    assert rows() == before


def test_no_function_but_these_is_called() -> None:
    funded()
    ask("SELECT seal_ledger(1000)")  # the initial limits; nothing is left for the call below
    before = rows()
    found = query(FUNCTIONS)
    allowed = {
        signature
        for signature, *_ in found
        if ask("SELECT has_function_privilege(%(f)s, 'EXECUTE')", {"f": signature})
    }
    assert allowed == CALLABLE
    tried = {signature: denied(call) for signature, _, call, _ in found}
    assert {signature for signature, refused in tried.items() if not refused} == CALLABLE
    assert rows() == before


def writers() -> set[str]:
    """Return every function that writes to the ledger, or calls one that does."""
    tables = "|".join(name for _, _, name, _ in ledger() if name.startswith("wallet_"))
    write = rf"(INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|EXECUTE)\s+(public\.)?({tables})\b"
    sources = {name: source for _, name, _, source in query(FUNCTIONS)}
    found = {name for name, source in sources.items() if re.search(write, source, re.IGNORECASE)}
    while True:
        calls = re.compile(rf"\b({'|'.join(sorted(found))})\s*\(")
        more = {name for name, source in sources.items() if calls.search(source)} - found
        if not more:
            return found
        found |= more


def test_only_post_writes_to_the_ledger() -> None:
    found = writers()
    assert {"post", "wallet_write_transfer", "wallet_change_balance"} <= found
    assert {one.partition("(")[0] for one in CALLABLE} & found == {
        "post",
        "post_many",
        "seal_ledger",
        "wallet_detach_month",
    }
    inside = {name for _, _, name, _ in ledger()}
    leading = {(table, name) for table, name in query(TRIGGERS) if name in found}
    assert {(table, name) for table, name in leading if table not in inside} == set()


def test_no_sequence_is_moved() -> None:
    found = query(SEQUENCES)
    assert len(found) > 10
    for (name,) in found:
        for call in (f"SELECT nextval('{name}')", f"SELECT setval('{name}', 1)"):
            assert denied(call), call


def test_nothing_is_made_in_any_schema_or_database() -> None:
    for (name,) in query("SELECT nspname FROM pg_namespace"):
        assert not ask("SELECT has_schema_privilege(%(n)s, 'CREATE')", {"n": name}), name
    for (name,) in query("SELECT datname FROM pg_database WHERE datallowconn"):
        may = ask("SELECT has_database_privilege(%(n)s, 'CREATE')", {"n": name})
        assert not may, name
    assert not ask("SELECT has_database_privilege(current_database(), 'TEMPORARY')")


def test_no_other_role_is_taken_and_none_of_the_great_rights_held() -> None:
    for (name,) in query("SELECT rolname FROM pg_roles WHERE rolname <> CURRENT_USER"):
        assert denied(f'SET ROLE "{name}"'), name
        assert not ask("SELECT pg_has_role(%(n)s, 'MEMBER')", {"n": name}), name
    great = (
        "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls"
        " FROM pg_roles WHERE rolname = CURRENT_USER"
    )
    assert ask(great) is False
    own = "SELECT count(*) FROM pg_shdepend WHERE refobjid = to_regrole(CURRENT_USER::text) AND deptype = 'o'"
    assert ask(own) == 0


def test_new_objects_grant_no_rights() -> None:
    granted = (
        "SELECT count(*) FROM pg_default_acl, aclexplode(defaclacl) AS acl"
        " WHERE acl.grantee IN (0, to_regrole(CURRENT_USER::text))"
    )
    assert ask(granted) == 0


def test_a_new_door_is_found(committed_db: None, owner_connection: Connection[object]) -> None:
    role = Identifier(str(connection.settings_dict["USER"]))
    owner_connection.execute("CREATE TABLE public.wallet_door (n int)")
    owner_connection.execute("CREATE TABLE public.purse (n int)")
    for name in ("wallet_door", "purse"):
        statement = SQL("GRANT INSERT, UPDATE (n) ON public.{} TO {}")
        owner_connection.execute(statement.format(Identifier(name), role))
    owner_connection.execute(
        "CREATE FUNCTION public.take() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$"
        " BEGIN PERFORM wallet_change_balance(1, 'USD', 5); RETURN NEW; END $$"
    )
    held = {name: writes(oid, columns) for oid, _, name, columns in ledger()}
    assert held["wallet_door"] == held["purse"] == {"INSERT", "UPDATE(n)"}
    assert not denied("INSERT INTO wallet_door DEFAULT VALUES")
    assert not denied("SELECT public.take()")  # PUBLIC may call a function until that is revoked
    assert "take" in writers()
