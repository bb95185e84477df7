"""Fixtures for tests of the ledger."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> Path:
    settings.LEDGER_SEALS = tmp_path / "seals"
    return tmp_path / "seals"
