"""The prepared statement that bypasses Django's cursors still follows Django's transactions and errors."""

from types import MappingProxyType
from uuid import uuid4

import pytest
from django.db import OperationalError, ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg import Connection, IsolationLevel

from tests.wallet.ledger import at_once, funded, rows, usd
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds, RefusedTransfer
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.mark.committed
def test_earlier_statements_roll_back_with_their_transaction() -> None:
    ana = funded(text="10.00")

    def lost() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
            assert funds.balance(ana) == usd("9.00")
            raise LookupError

    with pytest.raises(LookupError):
        lost()
    assert funds.balance(ana) == usd("10.00")


@pytest.mark.committed
def test_after_a_refusal_the_connection_serves_on() -> None:
    ana = funded(text="10.00")
    for _ in range(2):
        with pytest.raises(InsufficientFunds), transaction.atomic():
            movements.hold_stake(ana, usd("11.00"), key=uuid4(), round_id=uuid4())
    with transaction.atomic():
        movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=uuid4())
    assert funds.balance(ana) == usd("0.00")


def test_a_movement_is_counted_among_the_queries() -> None:
    ana = funded()
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    assert [query["sql"] for query in asked if "public.post(" in (query["sql"] or "")]


@pytest.mark.committed
def test_a_cut_connection_is_an_error_of_django_and_the_next_one_serves() -> None:
    ana = funded(text="10.00")

    def cut() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError):
        cut()
    connection.close()
    with transaction.atomic():
        movements.hold_stake(ana, usd("2.00"), key=uuid4(), round_id=uuid4())
    assert funds.balance(ana) == usd("8.00")


@pytest.mark.committed
def test_a_connection_cut_before_the_call_is_reported() -> None:
    ana = funded(text="10.00")
    own = connection.connection.info.backend_pid

    def ask() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())

    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [own])
    finally:
        other.close()
    with pytest.raises(OperationalError):
        ask()
    connection.close()
    assert funds.balance(ana) == usd("10.00")


def test_a_refusal_in_the_middle_undoes_what_went_before() -> None:
    ana = funded(text="10.00")
    before = rows()

    def ask() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("4.00"), key=uuid4(), round_id=uuid4())
            movements.hold_stake(ana, usd("7.00"), key=uuid4(), round_id=uuid4())

    with pytest.raises(InsufficientFunds):
        ask()
    assert rows() == before


@pytest.mark.committed
@pytest.mark.parametrize("first", [False, True])
def test_a_refusal_in_a_savepoint_is_undone_to_there(*, first: bool) -> None:
    ana = funded(text="10.00")
    with transaction.atomic():
        if not first:
            movements.hold_stake(ana, usd("4.00"), key=uuid4(), round_id=uuid4())
        with pytest.raises(InsufficientFunds), transaction.atomic():  # noqa: PT012  the first is undone too
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
            movements.hold_stake(ana, usd("11.00"), key=uuid4(), round_id=uuid4())
        movements.hold_stake(ana, usd("2.00"), key=uuid4(), round_id=uuid4())
    assert funds.balance(ana) == usd("8.00" if first else "4.00")


@pytest.mark.committed
def test_after_a_swallowed_refusal_the_connection_refuses_statements() -> None:
    ana = funded(text="10.00")
    with pytest.raises(transaction.TransactionManagementError), transaction.atomic():  # noqa: PT012  likewise
        with pytest.raises(InsufficientFunds), transaction.atomic(savepoint=False):
            movements.hold_stake(ana, usd("11.00"), key=uuid4(), round_id=uuid4())
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    assert funds.balance(ana) == usd("10.00")


@pytest.mark.committed
def test_a_durable_block_is_one_and_commits() -> None:
    ana = funded(text="10.00")
    with transaction.atomic(durable=True):
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
        assert not connection.get_autocommit()
        assert _seen_by_others(ana) == usd("10.00")
    assert _seen_by_others(ana) == usd("9.00")


@pytest.mark.committed
def test_outside_of_a_transaction_a_movement_is_committed_by_itself() -> None:
    ana = funded(text="10.00")
    movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    assert _seen_by_others(ana) == usd("9.00")
    with pytest.raises(InsufficientFunds):
        movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=uuid4())
    assert funds.balance(ana) == usd("9.00")


@pytest.mark.committed
def test_with_autocommit_off_the_caller_commits_or_not() -> None:
    ana = funded(text="10.00")
    transaction.set_autocommit(False)
    try:
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
        assert _seen_by_others(ana) == usd("10.00")
        transaction.rollback()
        movements.hold_stake(ana, usd("2.00"), key=uuid4(), round_id=uuid4())
        transaction.commit()
    finally:
        transaction.set_autocommit(True)
    assert _seen_by_others(ana) == usd("8.00")


@pytest.mark.committed
def test_a_transaction_uses_the_options_of_its_connection() -> None:
    ana = funded(text="10.00")
    connection.connection.isolation_level = IsolationLevel.REPEATABLE_READ
    try:
        with pytest.raises(RefusedTransfer, match="READ COMMITTED"), transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    finally:
        connection.connection.isolation_level = None
    assert funds.balance(ana) == usd("10.00")


@pytest.mark.committed
def test_a_connection_on_which_only_half_could_be_prepared_serves_on(
    owner_connection: Connection[object],
) -> None:
    ana = funded(text="10.00")
    connection.close()
    owner_connection.execute("ALTER FUNCTION public.post RENAME TO moved")
    with pytest.raises(ProgrammingError, match="post"):
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    pid = connection.connection.info.backend_pid
    owner_connection.execute("ALTER FUNCTION public.moved RENAME TO post")

    with transaction.atomic():
        movements.hold_stake(ana, usd("2.00"), key=uuid4(), round_id=uuid4())
    assert connection.connection.info.backend_pid == pid
    assert funds.balance(ana) == usd("8.00")


def test_details_are_any_mapping() -> None:
    ana, key = funded(), uuid4()
    told: MappingProxyType[str, str | int] = MappingProxyType({"table": "one", "hand": 3})
    with transaction.atomic():
        moved = movements.hold_stake(ana, usd("1.00"), key=key, round_id=uuid4(), details=told)
    assert Transfer.objects.get(pk=moved.transfer_id).details == {"table": "one", "hand": 3}


def _seen_by_others(person: int) -> Money | None:
    return at_once(1, lambda _number: funds.balance(person))[0]  # type: ignore[no-any-return]  # any answer
