"""A movement that is interrupted while the server works on it moves nothing, and raises the right error."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection, transaction

from tests.threads import Running
from tests.waiting import wait_until
from tests.wallet.ledger import funded, usd
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements

pytestmark = pytest.mark.committed
_WAITS = "SELECT count(*) FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"


class OutOfTimeError(Exception):
    """Raised by a worker's time limit, at any point of the program."""


@contextmanager
def held() -> Iterator[UUID]:
    """Hold a key in another connection's open transaction; another use of the key waits for a lock."""
    other, key, person = connection.copy(), uuid4(), funded("ben")
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT public.post(%s, 'bonus', %s, 'USD', 1)", [key, person])
        yield key
    finally:
        other.rollback()
        other.close()


@contextmanager
def when_it_waits(act: Callable[[int], None]) -> Iterator[None]:
    """Run `act` on this connection's server process once it waits for a lock.

    Terminates the process if the wait does not start, or the call does not end within 60 seconds.
    """
    pid, ended = connection.connection.info.backend_pid, Event()

    def waits() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(_WAITS, [pid])
            return bool(cursor.fetchone() != (0,))

    def watch() -> None:
        try:
            wait_until(lambda: ended.is_set() or waits(), "the call has not waited")
            assert not ended.is_set(), "the call has ended and never waited"
            act(pid)
            assert ended.wait(60), "the call has not ended after 60 seconds"
        except BaseException:
            terminate(pid)  # else the test's own thread would wait for ever
            raise

    watching = Running(watch)
    try:
        yield
    finally:
        ended.set()
        watching.result()


@contextmanager
def raised_by_a_signal(error: type[BaseException]) -> Iterator[Callable[[int], None]]:
    def handle(*_: object) -> None:
        raise error

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        yield lambda _pid: os.kill(os.getpid(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)


def terminate(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


def cancel(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_cancel_backend(%s)", [pid])


def bet(person: int, key: UUID, *, after: bool) -> None:
    """Place a stake that waits for the key, as the first or (`after`) the second statement of its transaction."""
    with transaction.atomic():
        if after:
            movements.hold_stake(person, usd("1.00"), key=uuid4(), round_id=uuid4())
        movements.hold_stake(person, usd("1.00"), key=key, round_id=uuid4())


def serves_on(person: int) -> None:
    """Assert that no money has moved so far, and that the connection still works."""
    assert funds.balance(person) == usd("10.00")
    with pytest.raises(InsufficientFunds), transaction.atomic():
        movements.hold_stake(person, usd("11.00"), key=uuid4(), round_id=uuid4())
    with transaction.atomic():
        movements.hold_stake(person, usd("2.00"), key=uuid4(), round_id=uuid4())
    assert funds.balance(person) == usd("8.00")


@pytest.mark.parametrize("after", [False, True])
def test_a_connection_cut_in_mid_call(*, after: bool) -> None:
    ana = funded(text="10.00")
    with held() as key, when_it_waits(terminate), pytest.raises(OperationalError):
        bet(ana, key, after=after)
    connection.close()
    serves_on(ana)


@pytest.mark.parametrize("after", [False, True])
def test_a_statement_that_is_cancelled_leaves_the_connection_usable(*, after: bool) -> None:
    ana = funded(text="10.00")
    pid = connection.connection.info.backend_pid
    with held() as key, when_it_waits(cancel), pytest.raises(OperationalError, match="cancel"):
        bet(ana, key, after=after)
    serves_on(ana)
    assert connection.connection.info.backend_pid == pid


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupted_call_ends_by_its_interrupt(
    *, error: type[BaseException], after: bool
) -> None:
    ana = funded(text="10.00")
    pid = connection.connection.info.backend_pid
    with raised_by_a_signal(error) as act, held() as key:  # noqa: SIM117  the signal is undone last
        with when_it_waits(act), pytest.raises(error):
            bet(ana, key, after=after)
    serves_on(ana)
    assert connection.connection.info.backend_pid == pid


@pytest.mark.parametrize("after", [False, True])
def test_a_call_left_by_an_error_of_another_kind_gives_up_its_connection(*, after: bool) -> None:
    ana = funded(text="10.00")
    pid = connection.connection.info.backend_pid
    with raised_by_a_signal(OutOfTimeError) as act, held() as key:  # noqa: SIM117  likewise
        with when_it_waits(act), pytest.raises(OutOfTimeError):
            bet(ana, key, after=after)
    serves_on(ana)
    assert connection.connection.info.backend_pid != pid
