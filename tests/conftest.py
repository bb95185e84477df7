"""What every test may use; `docs/decisions/0005-the-database-in-tests.md` says how the databases are made.

Markers `database`, `committed`, `browser` and `slow` say what a test needs (tests/fixtures/needs.py).

db               the worker's database as the application's role, rolled back afterwards: `database` requests it
committed_db     real commits and several connections; the database is copied again afterwards: `committed` requests it
prepared         a committed database in which something has already happened, built once for the run
owner_connection the owning role's view of committed rows
site             the site under a real gunicorn on the worker's database
page, context    a real Chromium
"""

import gc
from collections.abc import Iterator
from math import inf

import hypothesis
import pytest
from django.utils import translation

import blackjack.analysis  # noqa: F401  # its one thread of linear algebra: workers read of it before a plugin loads numpy
from config.testing import SERVER, run
from journal.selectors import gaming_days
from tests.fixtures.days import UTC_DAYS
from tests.fixtures.server import TestServer, drop_everything, make_role
from tools.launch import chromium

gc.disable()  # while modules load and tests are collected nothing becomes garbage, and all of it would be searched again and again
# On a busy machine a slow example is not a fault of the code, so there is no deadline. `make test` always tries the same
# examples, so that a change is judged by what it changed; `make test-all` tries more, and others each time.
hypothesis.settings.register_profile("same", deadline=None, derandomize=True, max_examples=40)
hypothesis.settings.register_profile("random", deadline=None, derandomize=False, print_blob=True)
hypothesis.settings.load_profile("same")
pytest_plugins = [
    "tests.fixtures.needs",
    "tests.fixtures.timings",
    "tests.fixtures.database",
    "tests.fixtures.house",
    "tests.fixtures.shoes",
    "tests.fixtures.prepared",
    "tests.fixtures.site",
    "tests.fixtures.failures",
    "tests.fixtures.browser",
    "tests.fixtures.skips",
]
_server = TestServer(run())


def pytest_configure(config: pytest.Config) -> None:
    """The first process starts the server; its workers find it by the run's token."""
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        _server.start()
        make_role()


def pytest_report_header() -> list[str]:
    """Name what the tests run on."""
    server = f"the server of {SERVER}" if run().server_url else "a server of this run's own"
    path = chromium.find()
    browser = f"{path} {chromium.version(path)}" if path else "none: its tests are skipped"
    return [f"PostgreSQL: {server}", f"Chromium: {browser}"]


def pytest_sessionstart() -> None:
    """The folders that nothing makes by itself: the worker's own queue."""
    if run().folder.exists():  # not where tests are only listed
        for folder in ("queue", "control"):
            (run().own_folder / "celery" / folder).mkdir(parents=True, exist_ok=True)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """What was loaded and collected stays to the end: no search for garbage need look at it again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and run().folder.exists():
        try:
            drop_everything()
        finally:
            _server.stop()


@pytest.fixture(autouse=True)
def the_day_is_utc() -> None:
    """Days begin at midnight in UTC, and no test's count of queries has the one that reads so."""
    gaming_days.cache_rules(UTC_DAYS, seconds=inf)


@pytest.fixture(autouse=True)
def the_language_is_the_tests_own() -> Iterator[None]:
    """A page that was asked for in Spanish leaves its thread speaking it until the next request."""
    yield
    translation.deactivate()
