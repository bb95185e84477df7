"""Fixtures shared by the account tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Return the document folder, which does not exist yet."""
    settings.DOCUMENTS = tmp_path / "documents"
    return tmp_path / "documents"


@pytest.fixture
def still_clock() -> Iterator[None]:
    """Freeze the application's clock: a TOTP code is valid only for the rest of its 30 seconds."""
    with time_machine.travel(timezone.now(), tick=False):
        yield
