"""A table is read as of one moment, and replayed from its record."""

from functools import partial
from threading import Event

import pytest
from django.db import transaction

from casino.fairness.selectors.dealing import DealRecord, load_record
from casino.live.selectors import running
from casino.live.selectors.table_state import load_table
from casino.models import Deal, Round
from casino.refusals import ReplayDiffers
from tests.live.scenes import Guest, a_table_that_deals, dealt_to
from tests.live.test_turns import both_decide
from tests.threads import Running


def asked() -> Guest:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana


@pytest.mark.database
def test_a_table_with_differing_cards_is_reported() -> None:
    ana = asked()
    Deal.objects.filter(place=ana.place).update(state_hash="0" * 64)

    with pytest.raises(ReplayDiffers):
        load_table(ana.place)


@pytest.mark.committed
def test_a_table_that_moves_while_it_is_read_is_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards, decisions and version are read as of one moment, even if a transaction commits between two queries."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    moved = Event()

    def move_first(round_: Round) -> DealRecord:
        if not moved.is_set():
            moved.set()
            Running(partial(ana.decides, "stand")).result()
        return load_record(round_)

    monkeypatch.setattr(running, "load_record", move_first)
    before, after = load_table(place), load_table(place)

    assert moved.is_set()
    assert before.live is not None
    assert after.live is not None
    assert (before.live.step, after.live.step) == (0, 1)
    assert before.clock.version < after.clock.version


@pytest.mark.committed
def test_a_table_is_not_read_inside_a_transaction() -> None:
    place, _players = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})

    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        load_table(place)
