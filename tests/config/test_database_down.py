"""A database that is down is told within three seconds, in the reader's language; dead workers while they are dead."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError

from accounts.roles import Role
from journal import clocks
from journal.errors import is_down
from journal.models import Event, Heartbeat, Kind
from tests.accounts.staff import inside, staff
from tests.fixtures.site import Site


@pytest.fixture
def cut_off(site: Site) -> Iterator[Site]:
    """A site whose database does not answer."""
    own, kept = dict(site.environment), site.environment
    own["DATABASE_APP_URL"] = "postgres://nobody:nothing@127.0.0.1:1/nowhere"
    site.environment = own
    site.restart()
    yield site
    site.environment = kept
    site.restart()


def test_a_page_says_within_three_seconds_that_it_is_not_now(cut_off: Site) -> None:
    for language, words in (("es", "Ahora no"), ("en", "Not now")):
        for cookie in ("", "sessionid=abcdefgh"):
            page = urllib.request.Request(  # noqa: S310  # our own address
                cut_off.url + "/", headers={"Accept-Language": language, "Cookie": cookie}
            )
            begun = time.monotonic()
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(page)  # noqa: S310  # as above
            assert time.monotonic() - begun < 3
            with refused.value as answer:
                assert answer.code == 503
                assert answer.headers["Retry-After"]
                assert words in answer.read().decode()


def caused(error: DatabaseError, cause: Exception | None) -> DatabaseError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "down"),
    [
        (caused(OperationalError(), psycopg.OperationalError("refused")), True),
        (caused(OperationalError(), psycopg.errors.AdminShutdown()), True),
        (caused(OperationalError(), psycopg.errors.ConnectionFailure()), True),
        (InterfaceError("closed"), True),
        (caused(OperationalError(), psycopg.errors.LockNotAvailable()), False),
        (caused(OperationalError(), psycopg.errors.DeadlockDetected()), False),
        (caused(IntegrityError(), psycopg.errors.UniqueViolation()), False),
        (caused(OperationalError(), None), False),
    ],
)
def test_what_it_is_that_is_down(error: DatabaseError, down: bool) -> None:  # noqa: FBT001  # a parameter of the test
    assert is_down(error) is down


def last_sign(ago: float) -> None:
    Heartbeat.objects.all().delete()
    now = clocks.read_clocks()
    clocks.beat(now)
    Heartbeat.objects.update(at=now.at - timedelta(seconds=ago))


@pytest.mark.database
def test_dead_workers_are_told_while_they_are_dead_and_once() -> None:
    clocks.tell_of_silence()  # none ever was
    last_sign(50)
    clocks.tell_of_silence()
    assert not Event.objects.filter(kind=Kind.WORKERS_SILENT).exists()

    last_sign(61)
    for _ in range(3):
        clocks.tell_of_silence()
    assert Event.objects.get(kind=Kind.WORKERS_SILENT).severity == "alarm"
    client = inside(staff(Role.AUDITOR))
    assert "No worker gives a sign of life" in client.get("/staff/").text

    last_sign(0)
    assert clocks.silent_since() is None


def test_the_web_watches(site: Site) -> None:
    assert site.process is not None
    threads = [
        Path(f"/proc/{number}/task").iterdir()
        for number in Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children")
        .read_text()
        .split()
    ]
    assert all(len(list(one)) >= 2 for one in threads)
