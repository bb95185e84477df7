"""Two workers on one letter: the mail is written once, and the slower worker raises no alarm."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models.letters import Letter
from accounts.models.mail import Mail
from compliance.players.services import letters
from journal.models import Event, EventKind
from tests.accounts.people import ana_confirmed
from tests.accounts.test_restrictions import restricted
from tests.waiting import wait_until_blocked

pytestmark = pytest.mark.committed
GATE = 6_174


@contextmanager
def gate() -> Iterator[None]:
    """Hold the advisory lock that the other worker's statement waits for."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [GATE])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [GATE])


def stop_at_gate(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    """Execute a statement; one that locks a letter waits at the gate after it has taken its snapshot."""
    if "FOR UPDATE" in sql and 'FROM "accounts_letter"' in sql:
        waits = f" WHERE (SELECT pg_advisory_lock_shared({GATE})) IS NOT NULL AND "
        assert sql.count(" WHERE ") == 1
        sql = sql.replace(" WHERE ", waits)
    return execute(sql, *rest)


def mail_behind_gate() -> int:
    try:
        with connection.execute_wrapper(stop_at_gate):
            return letters.mail_letters(timezone.now())
    finally:
        connection.close()


def test_concurrent_workers_write_one_mail(
    settings: Settings,
) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.services.Outbox"
    restricted(ana_confirmed())
    letter = Letter.objects.get()
    Mail.objects.all().delete()

    with ThreadPoolExecutor(1) as threads:
        with gate():
            slower: Future[int] = threads.submit(mail_behind_gate)
            wait_until_blocked()
            assert letters.mail_letters(timezone.now()) == 1
        assert slower.result(timeout=60) == 0

    assert Mail.objects.get().letter_id == letter.pk
    assert not Event.objects.filter(kind=EventKind.PROGRAM_ERROR).exists()
    assert Letter.objects.get().tried_at is None
