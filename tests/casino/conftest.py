from collections.abc import Callable
from typing import Any

import pytest

from accounts.models.users import User
from accounts.roles.values import Role
from casino.reconciliation.selectors.lines import find_broken_play_lines
from tests.accounts.staff import staff
from tests.fixtures.needs import requested_database


@pytest.fixture
def lines_to_hold(
    request: pytest.FixtureRequest, lines_to_hold: Callable[[], list[Any]]
) -> Callable[[], list[Any]]:
    """Also check the ledger against the rounds after every committed test of play."""
    committed = requested_database(request.node) == "committed_db"
    return find_broken_play_lines if committed else lines_to_hold


@pytest.fixture
def manager(committed_db: None) -> User:
    """Return a compliance manager, who approves voids."""
    return staff(Role.COMPLIANCE_MANAGER)
