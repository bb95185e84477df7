"""The site's database backend: query capture and errors work as in Django's backend."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from casino.models import Place
from internals.postgresql.base import DatabaseWrapper
from internals.prepared_statements import build_text_statement, run_first_text_statement
from tests.wallet.ledger import funded, usd
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements

pytestmark = pytest.mark.database
ONE = build_text_statement("SELECT 1")
LOCK = build_text_statement("SELECT pg_advisory_xact_lock($1)", "int8")


def test_every_connection_uses_this_backend() -> None:
    assert all(isinstance(connections[alias], DatabaseWrapper) for alias in connections)


@pytest.mark.committed
def test_transaction_callbacks_run_at_begin_and_end() -> None:
    ana = funded(text="10.00")
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    first, *_, last = [query["sql"] for query in asked]
    assert (first, last) == ("BEGIN", "COMMIT")


@pytest.mark.committed
def test_a_failed_commit_raises_a_django_error() -> None:
    ana = funded(text="10.00")

    def lost() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
            Place.objects.create(player_id=ana, table_id=-1)

    with pytest.raises(IntegrityError, match="table_id"):
        lost()
    assert funds.balance(ana) == usd("10.00")


@pytest.mark.committed
def test_one_atomic_block_takes_the_savepoint_sent_with_the_first_statement() -> None:
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        assert run_first_text_statement(ONE, ()).get_value(0, 0) == b"1"
        for _ in range(2):
            with transaction.atomic():
                pass
    found = [query["sql"].partition(' "')[0] for query in asked]
    taken = ["BEGIN", "SELECT 1", "SAVEPOINT ready"]
    assert found == [*taken, "SAVEPOINT", "RELEASE SAVEPOINT", "COMMIT"]


@pytest.mark.committed
def test_what_fails_is_undone_to_that_savepoint_and_the_transaction_goes_on() -> None:
    ana = funded(text="10.00")

    def hold_too_much() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
            movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=uuid4())

    with transaction.atomic():
        run_first_text_statement(LOCK, (b"7",))
        with pytest.raises(InsufficientFunds):
            hold_too_much()
        movements.hold_stake(ana, usd("2.00"), key=uuid4(), round_id=uuid4())
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7"
            )
            assert cursor.fetchone() == (1,)
    assert funds.balance(ana) == usd("8.00")


@pytest.mark.committed
def test_a_savepoint_that_no_block_took_ends_with_its_transaction() -> None:
    def fail() -> None:
        with transaction.atomic():
            run_first_text_statement(ONE, ())
            raise KeyError

    with transaction.atomic():
        run_first_text_statement(ONE, ())
    with pytest.raises(KeyError):
        fail()
    with CaptureQueriesContext(connection) as asked, transaction.atomic(), transaction.atomic():
        pass
    assert asked.captured_queries[1]["sql"].startswith('SAVEPOINT "')
