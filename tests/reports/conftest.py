"""Fixtures for tests of reports and their files."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import translation
from pytest_django import Settings

from accounts.models.users import User
from accounts.roles.values import Role
from blackjack.analysis import effects
from blackjack.analysis.effects import Effects
from reports.exports.services import files
from reports.services import closing, luck
from tests.accounts.staff import staff
from tests.fixtures.prepared import Prepared
from tests.reports.days import DAY, all_earlier, close_all, played


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Return this test's own folder for exports."""
    settings.EXPORTS = tmp_path / "exports"
    return tmp_path / "exports"


@pytest.fixture(autouse=True)
def yesterday_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow closing yesterday from midnight on: rows carry PostgreSQL's clock, which tests cannot set."""
    monkeypatch.setattr(closing, "SETTLING_TIME", timedelta())


RETURN = 0.997
"""Return per unit staked under the stubbed effects of removal, whichever cards are out of the shoe."""

EFFECTS = Effects(RETURN, (0.0,) * 10, 0)


@pytest.fixture(autouse=True)
def no_effects(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stub the effects of removal, which take seconds to compute, except in tests that request other ones."""
    if {"real_effects", "stored_effects"} & {*request.fixturenames}:
        return
    monkeypatch.setattr(luck, "_KNOWN", {})
    monkeypatch.setattr(luck, "_compute_effects", lambda _rules: EFFECTS)


@pytest.fixture
def stored_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Request and store effects like the real ones, without computing them."""
    monkeypatch.setattr(luck, "_KNOWN", {})
    monkeypatch.setattr(effects, "compute_effects", lambda _rules, _progress: EFFECTS)


@pytest.fixture
def real_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the library's effects, with their error measured in one shoe."""
    monkeypatch.setattr(luck, "_KNOWN", {})
    monkeypatch.setattr(effects, "COMPOSITIONS", 1)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a file in the background from two rows on."""
    monkeypatch.setattr(files, "AT_ONCE", 1)
    monkeypatch.setattr("reports.files.counting.PROGRESS_INTERVAL", 1)


@pytest.fixture
def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Activate English, whichever language an earlier test's page has left active."""
    with translation.override("en"):
        yield


@pytest.fixture
def two_days(prepared: Prepared) -> None:
    """Provide a round two days ago, its day closed, and a larger round today."""
    prepared(play_two_days)


def play_two_days() -> None:
    played("ana@example.test")
    all_earlier(2 * DAY)
    close_all()
    played("berta@example.test", "20")
