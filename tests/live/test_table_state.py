"""A table is read as of one moment, though without a lock."""

import pytest

from casino.fairness.selectors.dealing import load_record
from casino.live.selectors.table_state import load_table
from casino.models import Deal, Round
from casino.refusals import ReplayDiffers
from journal.models import Event
from tests.live.scenes import Guest, a_table_that_deals, clock_of, dealt_to
from tests.live.test_turns import both_decide

pytestmark = pytest.mark.database


def asked() -> Guest:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana


def test_a_table_that_moves_while_it_is_read_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ana = asked()
    moves = [lambda: ana.decides("stand")]

    def moves_before(round_: Round) -> object:
        if moves:
            moves.pop()()
        return load_record(round_)

    monkeypatch.setattr("casino.live.selectors.running.load_record", moves_before)
    state = load_table(ana.place)

    assert state.live is not None
    assert state.live.step == 1
    assert state.clock.version == clock_of(ana.place).version
    assert not Event.objects.filter(kind="round_frozen").exists()


def test_a_table_whose_cards_differ_says_so() -> None:
    ana = asked()
    Deal.objects.filter(place=ana.place).update(state_hash="0" * 64)

    with pytest.raises(ReplayDiffers):
        load_table(ana.place)
