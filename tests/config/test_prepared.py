"""Prepared databases and templates: independent of test order, and of the current day.

See tests/fixtures/prepared.py and database.py.
"""

from math import inf

import pytest
from pytest_django import Settings

from accounts.models.users import User
from config.testing import current_run
from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, GamingDayRule
from tests.fixtures import database
from tests.fixtures.database import WorkerDatabase
from tests.fixtures.prepared import Prepared
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.committed


def build() -> None:
    pytest.fail("nothing may be built")


def test_a_test_that_changed_a_setting_gets_no_prepared_database(
    prepared: Prepared, settings: Settings
) -> None:
    settings.GUESTS_PER_NETWORK = 20
    with pytest.raises(RuntimeError, match="GUESTS_PER_NETWORK"):
        prepared(build)


def test_a_test_that_changed_the_profile_gets_no_prepared_database(
    prepared: Prepared, profile: ProfileChange
) -> None:
    profile(minimum_age=21)
    with pytest.raises(RuntimeError, match="the profile"):
        prepared(build)


def test_a_test_that_changed_the_gaming_day_gets_no_prepared_database(prepared: Prepared) -> None:
    gaming_days.cache_rules((GamingDayRule(FIRST_DAY, "Asia/Kolkata", 6),), seconds=inf)
    with pytest.raises(RuntimeError, match="the gaming day"):
        prepared(build)


@pytest.mark.slow
def test_on_another_day_tests_begin_with_what_was_founded_on_it(
    worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run may cross midnight: events, partitions and first days must be those of the test's day."""
    name, users = database.founded_template(), User.objects.count()

    monkeypatch.setattr(database, "_today", lambda: "another")
    worker_database.copy_template(database.founded_template())

    assert worker_database.source == f"{current_run().name}_founded_another" != name
    assert User.objects.count() == users > 0
    worker_database.changes()
