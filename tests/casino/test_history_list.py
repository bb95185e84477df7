"""The list of a player's rounds says all that was bet on, and what came of it."""

import pytest

from casino.boxes import BoxWords
from casino.services.betting import place_bet
from tests.casino import scenes

pytestmark = pytest.mark.usefixtures("committed_db")
ENGLISH = {"Accept-Language": "en"}


def test_side_bets_stand_in_the_list_with_what_came_of_them() -> None:
    player, table = scenes.new_player(), scenes.table_of("live")
    sitting = scenes.sit(player, table, "7" * 64)
    boxes = {1: BoxWords("5", {"player_pair": "1", "top_3": "2"})}
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(sitting, boxes=boxes)))

    told = " ".join(scenes.signed_in(player).get("/rounds/", headers=ENGLISH).text.split())

    side_bets = (round_.result or {})["seats"][0]["side_bets"]
    assert [bet["outcome"] for bet in side_bets.values()] == [None, None]
    assert "Top 3 2.00" in told
    assert told.count("USD</span> · lost") + told.count("USD · lost") == len(side_bets)


def test_each_hand_of_several_boxes_bears_its_boxs_name() -> None:
    player, table = scenes.new_player(), scenes.table_of("atlantic_city")
    boxes = {2: BoxWords("5", {}), 4: BoxWords("5", {})}
    request = scenes.bet_request(scenes.sit(player, table), boxes=boxes)
    scenes.play_out(place_bet(player, table, request))

    told = scenes.signed_in(player).get("/rounds/", headers=ENGLISH).text

    assert told.index('<span class="muted">Box 2</span>') < told.index(
        '<span class="muted">Box 4</span>'
    )
