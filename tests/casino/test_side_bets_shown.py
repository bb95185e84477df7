"""Order of side bets on the page: that of the form, throughout the round."""

import pytest
from django.utils import translation

from casino.models import Round
from casino.play.services.betting import place_bet
from casino.rounds.words.round_view import round_view
from casino.values.boxes import BoxInput
from tests.casino import scenes

pytestmark = pytest.mark.database
ORDER = ["Player pair", "Dealer pair", "21+3", "Top 3"]


def labels(round_: Round) -> list[str]:
    running = round_.status == Round.Status.IN_PROGRESS
    states = [scenes.live_deal(round_)] if running else []
    with translation.override("en"):
        return [bet.label for bet in round_view(round_, states).seats[0].side_bets]


def test_side_bets_keep_their_order_from_the_form_to_the_result() -> None:
    player, table = scenes.new_player(), scenes.table_of("live")
    player.language = "en"
    player.save()
    participant = scenes.sit(player, table, "7" * 64)
    page = scenes.signed_in(player).get("/table/live/").content.decode()
    placed = [page.index(f">{label}</span>") for label in ORDER]
    assert placed == sorted(placed)

    sides = dict.fromkeys(("top_3", "21+3", "dealer_pair", "player_pair"), "1")
    asked = scenes.bet_request(participant, boxes={1: BoxInput("5", sides)})
    round_ = place_bet(player, table, asked)
    assert round_.status == Round.Status.IN_PROGRESS
    assert labels(round_) == ORDER
    assert labels(scenes.play_out(round_)) == ORDER
