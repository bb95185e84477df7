"""What tests of reports and their files share."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import translation
from pytest_django import Settings

from accounts.models import User
from accounts.roles import Role
from reports.services import closing, exports
from tests.accounts.staff import staff
from tests.fixtures.prepared import Prepared
from tests.reports.days import DAY, all_earlier, close_all, played


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """A folder for this test's files alone."""
    settings.EXPORTS = tmp_path / "exports"
    return tmp_path / "exports"


@pytest.fixture(autouse=True)
def yesterday_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Yesterday can be closed from midnight on: rows have the time of PostgreSQL's clock, which can't be set."""
    monkeypatch.setattr(closing, "SETTLES", timedelta())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows are already too many for an answer at once."""
    monkeypatch.setattr(exports, "AT_ONCE", 1)
    monkeypatch.setattr("reports.files.counting.EVERY", 1)


@pytest.fixture
def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a page of an earlier test has left active."""
    with translation.override("en"):
        yield


@pytest.fixture
def two_days(prepared: Prepared) -> None:
    """A round two days ago, closed; a larger one today."""
    prepared(play_two_days)


def play_two_days() -> None:
    played("ana@example.test")
    all_earlier(2 * DAY)
    close_all()
    played("berta@example.test", "20")
