"""What several tests of accounts begin with."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Where documents are kept: nothing is there yet."""
    settings.DOCUMENTS = tmp_path / "documents"
    return tmp_path / "documents"
