"""Unnamed statements, and sessions of their own beside a pooler."""

from uuid import uuid4

import psycopg
import pytest
from django.db import connection, connections, transaction
from django.db.transaction import TransactionManagementError

from internals.postgresql.direct import DIRECT, direct_parameters, direct_session
from internals.prepared_statements import UNNAMED, run_statement

PREPARED = "SELECT count(*) FROM pg_prepared_statements"


def session() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def prepared() -> int:
    with connection.cursor() as cursor:
        cursor.execute(PREPARED)
        return int(cursor.fetchone()[0])


def let_statements_be(monkeypatch: pytest.MonkeyPatch, *, unnamed: bool) -> None:
    changed = {**connection.settings_dict, UNNAMED: unnamed}
    monkeypatch.setattr(connections["default"], "settings_dict", changed)


@pytest.fixture
def beside_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections.settings, DIRECT, connections.settings["default"])


@pytest.mark.committed
def test_unnamed_statements_leave_nothing_in_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    one = uuid4()
    before = prepared()
    let_statements_be(monkeypatch, unnamed=True)
    with transaction.atomic():
        rows = run_statement("SELECT $1 + 1, $2, $3 || 'b'", [2**40, one, "a"])
        assert run_statement("SELECT 1", []) == [(1,)]
    assert rows == [(2**40 + 1, one, "ab")]
    assert prepared() == before
    let_statements_be(monkeypatch, unnamed=False)
    with transaction.atomic():
        run_statement("SELECT 2", [])
    assert prepared() > before


@pytest.mark.committed
def test_a_refusal_of_an_unnamed_statement_breaks_the_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_statements_be(monkeypatch, unnamed=True)
    with pytest.raises(Exception, match="division by zero"), transaction.atomic():
        run_statement("SELECT 1 / $1", [0])
    with transaction.atomic():
        assert run_statement("SELECT 1", []) == [(1,)]


@pytest.mark.database
def test_without_a_pooler_there_is_one_session() -> None:
    first = session()
    with direct_session():
        assert session() == first


@pytest.mark.committed
@pytest.mark.usefixtures("beside_a_pooler")
def test_beside_a_pooler_a_session_of_its_own_holds_locks() -> None:
    first = session()
    with direct_session():
        assert session() != first
        with direct_session():
            assert session() != first
    assert session() == first
    with psycopg.connect(**direct_parameters()) as opened:
        assert opened.info.dbname == connection.settings_dict["NAME"]


@pytest.mark.committed
@pytest.mark.usefixtures("beside_a_pooler")
def test_a_transaction_does_not_change_its_session() -> None:
    with transaction.atomic(), pytest.raises(TransactionManagementError), direct_session():
        pytest.fail("the transaction would go on elsewhere")
