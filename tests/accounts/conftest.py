"""What several tests of accounts begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Where documents are kept: nothing is there yet."""
    settings.DOCUMENTS = tmp_path / "documents"
    return tmp_path / "documents"


@pytest.fixture
def still_clock() -> Iterator[None]:
    """The application's clock stands still: a code of the app counts for what is left of its 30 seconds only."""
    with time_machine.travel(timezone.now(), tick=False):
        yield
