"""What tests of the ledger stand on."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> Path:
    settings.LEDGER_SEALS = tmp_path / "seals"
    return tmp_path / "seals"
