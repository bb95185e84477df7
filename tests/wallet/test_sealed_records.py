"""Rates, spreads, limits, deposits and withdrawals are sealed with the ledger: a change of any column is detected."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, LiteralString
from uuid import uuid4

import psycopg
import pytest
from django.utils import timezone
from psycopg import Connection
from psycopg.sql import SQL, Composed, Identifier

from accounts.roles.values import Role
from config.rights import APPEND_ONLY_TABLES
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, just_now, person, request_deposit
from tests.wallet.ledger import ask, funded, refused_by_sql, usd
from tests.wallet.rates import approved, manager, operator
from tests.wallet.seals import seal_all
from wallet.archive.models import ArchivedMonth, Detachment, DetachmentDecision
from wallet.cash.models import CorrectionKind, DepositReview
from wallet.cash.services import closing, corrections, withdrawals
from wallet.ledger.models import Acceptance, AcceptanceDecision, LedgerCheckBegun, Seal
from wallet.ledger.selectors.reconciliation import SEALED, find_broken_lines
from wallet.rates.models import Spread
from wallet.rates.services import recalls
from wallet.taxes.models import TaxPayment, TaxPaymentDecision

Owner = Connection[Any]
NO_RECORD_OF_MONEY = {"wallet_payment_method"}
"""Says with which card or account a deposit was paid, for signals; the deposit itself is sealed."""

TABLES = [
    name
    for name in APPEND_ONLY_TABLES
    if name.startswith("wallet_") and name not in NO_RECORD_OF_MONEY
]
SHOWN = {
    ("wallet_deposit", "state"),
    ("wallet_withdrawal", "state"),
}  # of the last step, by trigger
OTHER: dict[str, LiteralString] = {
    "bigint": "coalesce({0}, 0) + 1000000",
    "smallint": "{0} + 1",
    "integer": "{0} + 1",
    "numeric": "{0} + 0.000001",
    "boolean": "NOT {0}",
    "character varying": "coalesce(overlay({0} PLACING '~' FROM 1 FOR 1), '~')",
    "text": "{0} || 'x'",
    "timestamp with time zone": "{0} + interval '1 microsecond'",
    "date": "{0} + 1",
    "uuid": "gen_random_uuid()",
    "ARRAY": "array_append({0}, 1000000)",
    "jsonb": "'[\"x\"]'",
    "bytea": "'\\x00'",
    "xid8": "'18446744073709551614'",
}


@pytest.fixture
def sealed(committed_db: None, tmp_path: Path, settings: Any) -> None:
    """A row of every kind, in a sealed block."""
    settings.LEDGER_SEALS = tmp_path / "seals"
    funded(text="500.00")
    approved("EUR", "1.16", hours=2)
    asked = recalls.propose_recall(approved("EUR", "2.00").pk, operator(), reason="x")
    recalls.decide_recall(asked.pk, approved=True, reason="x", acting_user=manager())
    LedgerCheckBegun.objects.create()
    checked()
    request_deposit(person(), usd("25.00"), key=uuid4(), provider="demo")
    withdrawals.request_withdrawal(
        person(), usd("20.00"), key=uuid4(), destination=account("Banco Uno 0011"), proof=just_now()
    )
    correction = corrections.propose_correction(
        CorrectionKind.BONUS,
        person(),
        usd("5.00"),
        key=uuid4(),
        acting_user=staff(Role.CASHIER),
        reason="x",
    )
    corrections.decide_correction(correction.pk, approved=True, acting_user=manager(), reason="")
    finding = Acceptance.objects.create(
        line="a line", row="a row", reason="x", proposed_by=staff(Role.CASHIER)
    )
    AcceptanceDecision.objects.create(proposal=finding, approved=True, decided_by=manager())
    bea = funded("bea", text="5.005")
    leaving = staff(Role.COMPLIANCE_ANALYST)
    closing.close_account(bea, key=uuid4(), acting_user=leaving, reason="x")
    DepositReview.objects.create(player=person(), acting_user=leaving, reason="x")
    month = ArchivedMonth.objects.create(
        source="wallet_entry", part="a month", since=timezone.now(), until=timezone.now(), rows=1
    )
    detachment = Detachment.objects.create(month=month, reason="x", proposed_by=leaving)
    DetachmentDecision.objects.create(proposal=detachment, approved=False, decided_by=manager())
    payment = TaxPayment.objects.create(
        currency_id="USD",
        until=date(2026, 1, 1),
        units=1,
        reference="x",
        reason="x",
        proposed_by=leaving,
    )
    TaxPaymentDecision.objects.create(
        proposal=payment, approved=False, decided_by=manager(), reason="x"
    )
    seal_all()


@contextmanager
def undone(owner: Owner, table: str, *more: str) -> Iterator[None]:
    """Turn off the table's guards and constraints, and roll back what the owner does in the block."""
    name = Identifier(table)
    with owner.transaction(force_rollback=True):
        owner.execute(SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(name))
        for (rule,) in owner.execute(
            "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = ANY(%s)",
            [table, ["c", *more]],
        ).fetchall():
            drop = SQL("ALTER TABLE {} DROP CONSTRAINT {} CASCADE")
            owner.execute(drop.format(name, Identifier(rule)))
        yield


def columns(owner: Owner, table: str) -> list[tuple[str, str]]:
    """Return every column with its type."""
    return owner.execute(
        "SELECT column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name = %s ORDER BY ordinal_position",
        [table],
    ).fetchall()


def block_of(owner: Owner, table: str, row: str) -> int:
    found = owner.execute(
        SQL(
            "SELECT number FROM wallet_seal, {} AS one WHERE one.ctid = %s"
            " AND one.xact >= from_xact AND one.xact < to_xact"
        ).format(Identifier(table)),
        [row],
    ).fetchone()
    assert found, f"{table}: not sealed"
    return int(found[0])


def first_row(owner: Owner, table: str) -> str:
    question = SQL("SELECT ctid::text FROM {} ORDER BY ctid DESC LIMIT 1")
    found = owner.execute(question.format(Identifier(table))).fetchone()
    assert found, f"no row of {table} in this world"
    return str(found[0])


def broken_blocks(owner: Owner) -> list[int]:
    rows = owner.execute(
        "SELECT number FROM wallet_seal WHERE NOT wallet_is_block_intact(number) ORDER BY number"
    ).fetchall()
    return [number for (number,) in rows]


def changed(table: str, column: str, kind: str) -> Composed:
    value = SQL(OTHER[kind]).format(Identifier(column))
    return SQL("UPDATE {} SET {} = {} WHERE ctid = %s").format(
        Identifier(table), Identifier(column), value
    )


@pytest.mark.usefixtures("sealed")
def test_no_column_of_a_record_changes_unseen(owner_connection: Owner) -> None:
    assert broken_blocks(owner_connection) == []
    for table in TABLES:
        row = first_row(owner_connection, table)
        block = block_of(owner_connection, table, row)
        for column, kind in columns(owner_connection, table):
            with undone(owner_connection, table):
                done = owner_connection.execute(changed(table, column, kind), [row]).rowcount
                assert done == 1
                expected = [] if (table, column) in SHOWN else [block]
                assert broken_blocks(owner_connection) == expected, f"{table}.{column}"


@pytest.mark.usefixtures("sealed")
def test_no_record_goes_or_comes_unseen(owner_connection: Owner) -> None:
    for table in TABLES:
        row, name = first_row(owner_connection, table), Identifier(table)
        block = block_of(owner_connection, table, row)
        with undone(owner_connection, table):
            owner_connection.execute(SQL("DELETE FROM {} WHERE ctid = %s").format(name), [row])
            assert broken_blocks(owner_connection) == [block], f"{table}: less"
        with undone(owner_connection, table, "p", "u"):
            again = SQL("INSERT INTO {} SELECT * FROM {} WHERE ctid = %s")
            owner_connection.execute(again.format(name, name), [row])
            assert broken_blocks(owner_connection) == [block], f"{table}: more"


@pytest.mark.breaks_the_ledger("that is what is tested")
@pytest.mark.usefixtures("sealed")
def test_a_rate_that_is_changed_in_history_is_named_by_its_block(owner_connection: Owner) -> None:
    row = first_row(owner_connection, "wallet_rate")
    block = block_of(owner_connection, "wallet_rate", row)
    owner_connection.execute("ALTER TABLE wallet_rate DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE wallet_rate SET rate = rate + 0.01")

    (broken,) = find_broken_lines()

    assert (broken.line, broken.first) == (SEALED, (f"block {block}: not as it was sealed",))


@pytest.mark.database
def test_a_record_says_itself_which_transaction_wrote_it() -> None:
    """Otherwise the application could write records into a range that is already sealed."""
    written = Spread.objects.create(share="0.02", reason="x", proposed_by=operator(), xact="3")
    written.refresh_from_db()
    assert written.xact == ask("SELECT pg_current_xact_id()::text")


@pytest.mark.usefixtures("sealed")
def test_the_owner_writes_no_seal_of_its_own(owner_connection: Owner) -> None:
    last = Seal.objects.latest("number")
    for number, start, end in (
        (last.number + 2, last.to_xact, int(last.to_xact) + 1),
        (last.number + 1, int(last.to_xact) + 1, int(last.to_xact) + 2),
        (last.number + 1, last.to_xact, 2**62),
    ):
        with pytest.raises(psycopg.errors.IntegrityError, match="does not follow"):
            owner_connection.execute(
                "INSERT INTO wallet_seal (number, from_xact, to_xact, entries, records, previous, hash)"
                " VALUES (%s, %s::text::xid8, %s::text::xid8, 1, 1, '', '')",
                [number, str(start), str(end)],
            )
    assert Seal.objects.latest("number") == last


def test_the_application_stamps_no_record(db: None) -> None:
    with refused_by_sql("42501"):
        Spread.objects.update(xact="3")
