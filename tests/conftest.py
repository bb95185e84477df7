"""Plugins, Hypothesis profiles and hooks of the whole suite.

`docs/decisions/0005-the-database-in-tests.md` describes how the databases are made. The markers
`database`, `committed`, `browser` and `slow` say what a test needs (tests/fixtures/needs.py).

db               the worker's database as the application's role, rolled back afterwards: `database` requests it
committed_db     real commits and several connections; the database is copied again afterwards: `committed` requests it
prepared         a committed database in a prepared state, built once for the run
owner_connection a connection of the owning role, which sees committed rows only
site             the site under a real gunicorn on the worker's database
page, context    a real Chromium
"""

import gc
from collections.abc import Iterator
from math import inf

import hypothesis
import pytest
from django.utils import translation

import blackjack.analysis  # noqa: F401  # sets the thread count of linear algebra, which must happen before a plugin loads numpy
from config.testing import SERVER, current_run
from journal.selectors import gaming_days
from tests.fixtures.days import UTC_DAYS
from tests.fixtures.server import TestServer, drop_everything, make_role
from tools.launch import chromium

# importing and collecting create no garbage, and each collection would scan all loaded objects
gc.disable()
# No deadline: on a busy machine a slow example is not a fault of the code. `make test` derives its
# examples from the test, so a result depends on the change alone; `make test-all` tries more, and
# new ones each time.
hypothesis.settings.register_profile("same", deadline=None, derandomize=True, max_examples=40)
hypothesis.settings.register_profile("random", deadline=None, derandomize=False, print_blob=True)
hypothesis.settings.load_profile("same")
pytest_plugins = [
    "tests.fixtures.needs",
    "tests.fixtures.timings",
    "tests.fixtures.database",
    "tests.fixtures.house",
    "tests.fixtures.shoes",
    "tests.fixtures.profiles",
    "tests.fixtures.prepared",
    "tests.fixtures.site",
    "tests.fixtures.failures",
    "tests.fixtures.browser",
    "tests.fixtures.skips",
]
_server = TestServer(current_run())


def pytest_configure(config: pytest.Config) -> None:
    """Start the server in the controller process; workers find it by the run's token."""
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        _server.start()
        make_role()


def pytest_report_header() -> list[str]:
    """Name the PostgreSQL server and the Chromium of this run."""
    server = f"the server of {SERVER}" if current_run().server_url else "a server of this run's own"
    path = chromium.find()
    browser = f"{path} {chromium.version(path)}" if path else "none: its tests are skipped"
    return [f"PostgreSQL: {server}", f"Chromium: {browser}"]


def pytest_sessionstart() -> None:
    """Create the worker's Celery folders, which nothing else creates."""
    if current_run().folder.exists():  # missing when tests are only collected
        for folder in ("queue", "control"):
            (current_run().own_folder / "celery" / folder).mkdir(parents=True, exist_ok=True)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Exclude everything loaded so far from garbage collection, then enable it, for larger generations: tests leave little."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and current_run().folder.exists():
        try:
            drop_everything()
        finally:
            _server.stop()


@pytest.fixture(autouse=True)
def the_day_is_utc() -> None:
    """Cache UTC gaming days, to keep the query for the rules out of every test's count."""
    gaming_days.cache_rules(UTC_DAYS, seconds=inf)


@pytest.fixture(autouse=True)
def the_language_is_the_tests_own() -> Iterator[None]:
    """Reset the language: a request in Spanish leaves it active in the thread until the next request."""
    yield
    translation.deactivate()
