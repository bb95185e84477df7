from collections.abc import Iterator

import pytest

from casino.selectors.reconciliation import open_stakes
from wallet.reconciliation import broken_lines


@pytest.fixture(autouse=True)
def open_rounds_are_the_money_in_play(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test of play, what running rounds have staked is exactly what the ledger holds for them."""
    if "committed_db" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("committed_db")
    yield
    assert broken_lines(open_stakes()) == []
