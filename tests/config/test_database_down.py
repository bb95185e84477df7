"""Pages when the database is down: a prompt error page in the reader's language."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError

from internals.postgresql.commits import CommitUnconfirmed
from journal.services.program_errors import is_database_down
from tests.fixtures.site import Site
from tests.waiting import NOT_HUNG


@pytest.fixture
def cut_off(site: Site) -> Iterator[Site]:
    """Return a site whose database does not answer."""
    kept = site.environment
    nowhere = "postgres://nobody:nothing@127.0.0.1:1/nowhere"
    site.environment = {**kept, "DATABASE_APP_URL": nowhere, "DATABASE_GIVES_UP": "true"}
    site.restart()
    yield site
    site.environment = kept
    site.restart()


def test_a_page_says_that_it_is_not_now(cut_off: Site) -> None:
    for language, words in (
        ("es", "Inténtalo de nuevo en breve"),
        ("en", "Try again shortly"),
    ):
        for cookie in ("", "sessionid=abcdefgh"):
            page = urllib.request.Request(  # noqa: S310  # our own address
                cut_off.url + "/", headers={"Accept-Language": language, "Cookie": cookie}
            )
            begun = time.monotonic()
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(page)  # noqa: S310  # as above
            assert time.monotonic() - begun < NOT_HUNG
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
        (caused(OperationalError(), CommitUnconfirmed("lost")), True),
        (InterfaceError("closed"), True),
        (caused(OperationalError(), psycopg.errors.LockNotAvailable()), False),
        (caused(OperationalError(), psycopg.errors.DeadlockDetected()), False),
        (caused(IntegrityError(), psycopg.errors.UniqueViolation()), False),
        (caused(OperationalError(), None), False),
    ],
)
def test_the_page_names_the_service_that_is_down(error: DatabaseError, down: bool) -> None:  # noqa: FBT001  # a parameter of the test
    assert is_database_down(error) is down
