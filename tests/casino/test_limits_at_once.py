"""Concurrent bets of one player at two tables: limits across all tables count both."""

from functools import partial
from typing import Any

import pytest

from casino.models import Round
from casino.play.services.betting import place_bet
from casino.refusals import TooFast
from tests.casino import scenes
from tests.casino.test_closing_at_once import one_before_the_other
from tests.casino.test_limits import boxes_of
from tests.tables.test_bounds import limits
from wallet.ledger.selectors.funds import load_money_in_play

pytestmark = pytest.mark.committed


@pytest.mark.parametrize(
    "set_", [{"hands_per_day": 1}, {"hands_per_minute": 1}, {"min_seconds_between_rounds": 60}]
)
def test_a_limit_of_all_tables_is_not_passed_at_two_of_them(set_: dict[str, Any]) -> None:
    player = scenes.new_player()
    places = [
        scenes.sit(player, scenes.table_of("atlantic_city"), scenes.seed_for(scenes.pair)),
        scenes.sit(player, scenes.table_of("live"), scenes.seed_for(scenes.ordinary)),
    ]
    limits(player, **set_)
    first, second = (
        partial(place_bet, player, one.table, scenes.bet_request(one, boxes=boxes_of("1")))
        for one in places
    )

    made, refusal = one_before_the_other(first, second)
    assert isinstance(made, Round)
    assert isinstance(refusal, TooFast)
    assert Round.objects.count() == 1
    assert [str(money) for money in load_money_in_play(player.pk)] == ["1.00 USD"]
