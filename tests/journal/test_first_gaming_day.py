"""The row that the migration writes: what is configured, unless days of UTC were closed before."""

from importlib import import_module
from unittest.mock import Mock

import pytest
from django.db import connection
from pytest_django import Settings

from reports.models import Passed

pytestmark = pytest.mark.database


def written() -> dict[str, object]:
    apps, editor = Mock(), Mock(connection=connection)
    import_module("journal.migrations.0005_gaming_day").write_first_row(apps, editor)
    create = apps.get_model.return_value.objects.using.return_value.create
    found: dict[str, object] = create.call_args.kwargs
    return found


@pytest.fixture(autouse=True)
def configured(settings: Settings) -> None:
    settings.OPERATOR_TIME_ZONE = "America/Caracas"
    settings.GAMING_DAY_START_HOUR = 6


def test_a_new_installation_has_what_is_configured() -> None:
    assert written() == {"from_day": "2000-01-01", "zone": "America/Caracas", "start_hour": 6}


def test_one_that_has_noted_hours_of_utc_keeps_its_days() -> None:
    Passed.objects.create(until="2026-05-20T10:00:00Z", barrier="7")

    assert written() == {"from_day": "2000-01-01", "zone": "UTC", "start_hour": 0}
