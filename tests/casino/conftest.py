from collections.abc import Callable
from typing import Any

import pytest

from casino.reconciliation.selectors.lines import broken_lines_of_play
from tests.fixtures.needs import requested_database
from wallet.ledger.selectors.reconciliation import find_broken_lines


@pytest.fixture
def lines_to_hold(request: pytest.FixtureRequest) -> Callable[[], list[Any]]:
    """After every test of play, the ledger's lines, and what it holds and paid is what the rounds say."""
    committed = requested_database(request.node) == "committed_db"
    return broken_lines_of_play if committed else find_broken_lines
