"""A prepared database is the same whichever test of the run is the first to ask for it (tests/fixtures/prepared.py)."""

from math import inf

import pytest
from pytest_django import Settings

from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, Rule
from tests.fixtures.prepared import Prepared

pytestmark = pytest.mark.committed


def build() -> None:
    pytest.fail("nothing may be built")


def test_a_test_that_changed_a_setting_gets_no_prepared_database(
    prepared: Prepared, settings: Settings
) -> None:
    settings.HIGH_STAKES_USD = 20
    with pytest.raises(RuntimeError, match="HIGH_STAKES_USD"):
        prepared(build)


def test_a_test_that_changed_the_gaming_day_gets_no_prepared_database(prepared: Prepared) -> None:
    gaming_days.cache_rules((Rule(FIRST_DAY, "Asia/Kolkata", 6),), seconds=inf)
    with pytest.raises(RuntimeError, match="the gaming day"):
        prepared(build)
