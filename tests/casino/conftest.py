from collections.abc import Callable
from typing import Any

import pytest

from casino.reconciliation.selectors.lines import broken_lines_of_play
from tests.fixtures.needs import requested_database


@pytest.fixture
def lines_to_hold(
    request: pytest.FixtureRequest, lines_to_hold: Callable[[], list[Any]]
) -> Callable[[], list[Any]]:
    """Also check the ledger against the rounds after every committed test of play."""
    committed = requested_database(request.node) == "committed_db"
    return broken_lines_of_play if committed else lines_to_hold
