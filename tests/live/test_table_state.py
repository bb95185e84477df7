"""A table that is read is replayed from its record."""

import pytest

from casino.live.selectors.table_state import load_table
from casino.models import Deal
from casino.refusals import ReplayDiffers
from tests.live.scenes import Guest, a_table_that_deals, dealt_to
from tests.live.test_turns import both_decide

pytestmark = pytest.mark.database


def asked() -> Guest:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana


def test_a_table_whose_cards_differ_says_so() -> None:
    ana = asked()
    Deal.objects.filter(place=ana.place).update(state_hash="0" * 64)

    with pytest.raises(ReplayDiffers):
        load_table(ana.place)
