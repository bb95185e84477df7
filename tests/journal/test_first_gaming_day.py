"""The gaming-day row that the migration inserts: as configured when the database is created."""

from datetime import date

import pytest
from django.conf import settings

from journal.models import GamingDay

pytestmark = [pytest.mark.database, pytest.mark.empty]


def test_a_new_installation_has_what_is_configured() -> None:
    first = GamingDay.objects.get()

    assert first.from_day == date(2000, 1, 1)
    assert (first.zone, first.start_hour) == (
        settings.OPERATOR_TIME_ZONE,
        settings.GAMING_DAY_START_HOUR,
    )
