from collections.abc import Iterator

import pytest

from casino.selectors.reconciliation import broken_lines_of_play


@pytest.fixture(autouse=True)
def the_ledger_is_what_the_rounds_say(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test of play, what the ledger holds and paid is what the rounds say."""
    if "committed_db" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("committed_db")
    yield
    if request.node.get_closest_marker("breaks_the_ledger") is None:
        assert broken_lines_of_play() == []
