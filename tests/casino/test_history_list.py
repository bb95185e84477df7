"""The list of a player's rounds: all bets and their results."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from tests.casino import scenes
from tests.wallet.rates import approved
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}


def test_the_list_shows_side_bets_with_results() -> None:
    player, table = scenes.new_player(), scenes.table_of("live")
    participant = scenes.sit(player, table, "7" * 64)
    boxes = {1: BoxInput("5", {"player_pair": "1", "top_3": "2"})}
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(participant, boxes=boxes)))

    told = " ".join(scenes.signed_in(player).get("/rounds/", headers=ENGLISH).text.split())

    side_bets = (round_.result or {})["seats"][0]["side_bets"]
    assert [bet["outcome"] for bet in side_bets.values()] == [None, None]
    assert "Top 3 $2.00" in told
    assert len(re.findall(r"\$\d\.00(?:</span>)? · lost", told)) == len(side_bets)


def test_each_hand_of_several_boxes_bears_its_boxs_name() -> None:
    player, table = scenes.new_player(), scenes.table_of("atlantic_city")
    boxes = {2: BoxInput("5", {}), 4: BoxInput("5", {})}
    request = scenes.bet_request(scenes.sit(player, table), boxes=boxes)
    scenes.play_out(place_bet(player, table, request))

    told = scenes.signed_in(player).get("/rounds/", headers=ENGLISH).text

    assert told.index('<span class="muted">Box 2</span>') < told.index(
        '<span class="muted">Box 4</span>'
    )


def test_a_round_of_many_boxes_is_short_until_it_is_opened() -> None:
    player, table = scenes.new_player(), scenes.table_of("casino_floor")
    boxes = {number: BoxInput("5", {}) for number in range(1, 6)}
    request = scenes.bet_request(scenes.sit(player, table), boxes=boxes)
    scenes.play_out(place_bet(player, table, request))

    told = scenes.signed_in(player).get("/rounds/", headers=ENGLISH).text

    shown, folded = told.split('<details class="row-more"><summary>3 more boxes</summary>')
    assert [f">Box {n}<" in shown for n in range(1, 6)] == [True, True, False, False, False]
    assert [f">Box {n}<" in folded for n in range(1, 6)] == [False, False, True, True, True]


def test_each_round_leads_to_its_page_and_its_replay() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table)
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))

    told = scenes.signed_in(player).get("/rounds/", headers=ENGLISH).text

    for address, words in (
        (f"/rounds/{round_.public_id}/", "See the round"),
        (f"/rounds/{round_.public_id}/replay/", "Replay"),
    ):
        assert f'href="{address}">{words}<' in told, address
    assert "#verify-title" not in told  # the shoe is still open


def test_the_search_says_how_many_filters_are_set_and_stays_open_with_them() -> None:
    client = scenes.signed_in(scenes.new_player())
    closed = client.get("/rounds/", headers=ENGLISH).text
    assert "set</span>" not in closed
    assert '<details class="panel fold" >' in closed
    assert closed.count("In the currency of each round") == len(("from", "to"))
    asked = {"currency": "USD", "result": "won", "table": ""}
    found = client.get("/rounds/", asked, headers=ENGLISH).text
    assert "2 filters set" in found
    assert '<details class="panel fold" open>' in found
    assert "1 filter set" in client.get("/rounds/", {"least": "x"}, headers=ENGLISH).text


def test_verification_data_have_plain_and_technical_names() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    client = scenes.signed_in(round_.player)
    told = client.get(f"/rounds/{round_.public_id}/", headers=ENGLISH).text
    facts = told.partition('<dl class="facts">')[2].partition("</dl>")[0]
    for term in facts.split("<dt>")[1:]:
        assert not term.startswith("<code>"), term
    before, _, rest = told.partition("<summary>Technical data</summary>")
    after = rest.partition("</details>")[2]
    for name in ("server_seed", "client_seed", "seat_seed", "nonce", "tasa_cambio"):
        assert f"<code>{name}" not in before + after, name
    assert "tasa_cambio" not in told
    assert "Rate of the round" not in told  # played in dollars


@pytest.mark.parametrize(("rate", "shown"), [("1", "1"), ("1.162790697674", "1.162790697674")])
def test_the_rate_of_a_round_is_shown_with_the_digits_that_it_has(rate: str, shown: str) -> None:
    approved("EUR", rate)
    player, table = scenes.new_player(), scenes.ligalo()
    credit_deposit(player.pk, Money.parse("1000", "EUR"), key=uuid4(), provider="demo")
    request = replace(scenes.bet_request(scenes.sit(player, table)), currency="EUR")
    round_ = scenes.play_out(place_bet(player, table, request))
    player.language = "en"
    player.save(update_fields=["language"])

    told = scenes.signed_in(player).get(f"/rounds/{round_.public_id}/", headers=ENGLISH).text

    technical = told.partition("<summary>Technical data</summary>")[2]
    assert re.findall(
        r'tasa_cambio</code></dt>\s*<dd class="mono">\s*(\S+)\s*</dd>', technical
    ) == [shown]
    assert "Rate of the round" in told
