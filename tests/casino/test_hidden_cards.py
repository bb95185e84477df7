"""The hole card and the shoe's seed: in no row, log line or response before they are shown."""

import logging
import re

import pytest
from django.db import connection

from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.fairness.selectors.dealing import (
    compute_deal_entropy,
    load_shoe_before,
    unseal_server_seed,
)
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.fairness.services.shoes import change_shoe
from casino.models import Round
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision

pytestmark = pytest.mark.database

SECRETIVE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def hidden(round_: Round) -> list[str]:
    """Return the codes of the hole card and of the next five cards."""
    cards = load_shoe_before(round_.deal.shoe, round_.deal.nonce).begin(
        compute_deal_entropy(round_.deal.shoe, round_.seat_seed, round_.boxes), round_.deal.nonce
    )
    return [str(cards.draw(k)) for k in range(3, 9)]


def visible(deal: Deal) -> set[str]:
    facts = deal.public()
    return {
        card for seat in facts["seats"] for hand in seat["hands"] for card in hand["cards"]
    } | set(facts["dealer"]["cards"])


def distinct(deal: Deal) -> bool:
    """True if the round goes on after a hit and no hidden card has the code of a visible one."""
    if not scenes.ordinary(deal) or deal.play("hit").complete:
        return False
    return not {str(deal.draw(k)) for k in range(3, 9)} & visible(deal.play("hit")) - {
        str(deal.draw(4))
    }


def all_rows() -> str:
    """Return every row of every table as text, except the cache with the login counters."""
    tables = [name for name in connection.introspection.table_names() if name != "config_cache"]
    text = []
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')  # noqa: S608 - names from the catalogue
            text += [row[0] for row in cursor.fetchall()]
    return "\n".join(text)


def test_nothing_hidden_is_stored_logged_or_sent(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(distinct))
    client = scenes.signed_in(player)

    answers = [client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)]
    round_ = Round.objects.get()
    answers.append(client.post(TABLE + "action/", decision(round_, "hit"), headers=HTMX))
    answers += [
        client.get(TABLE),
        client.get(f"/rounds/{round_.public_id}/"),
        client.get("/fairness/"),
    ]
    round_.refresh_from_db()
    secrets = [hidden(round_)[0], *hidden(round_)[2:]]
    shown = visible(scenes.live_deal(round_))
    sent = "\n".join(SECRETIVE.sub("", answer.text) + str(answer.headers) for answer in answers)

    assert round_.status == Round.Status.IN_PROGRESS
    assert all(f"#{card}" in sent for card in shown), "the search would find a card that is shown"
    for text in (sent, all_rows(), caplog.text, repr(scenes.live_deal(round_)), repr(round_)):
        assert unseal_server_seed(round_.deal.shoe, SeedPurpose.REVEAL) not in text
        assert not [card for card in secrets if re.search(rf"\b{card}\b", text)]


def test_once_the_round_is_over_its_cards_are_facts() -> None:
    round_ = scenes.deal(distinct)
    hole = hidden(round_)[0]

    assert hole in (scenes.play(round_, "stand").deal.cards or [])


def busts(deal: Deal) -> bool:
    """True if one hit busts the player, so the dealer's hole card is never needed."""
    return not deal.complete and "hit" in deal.legal_actions and deal.play("hit").complete


def test_a_hole_card_that_nobody_needed_is_shown_once_its_shoe_is_closed() -> None:
    player, table = scenes.new_player(), scenes.table_of("live", rounds_before_shoe_change=0)
    seed = scenes.seed_for(busts, PRESETS["live"], (Bet(1, 50_000),))
    participant = scenes.sit(player, table, seed)
    round_ = scenes.play(place_bet(player, table, scenes.bet_request(participant, "5")), "hit")
    client, page = scenes.signed_in(player), f"/rounds/{round_.public_id}/"
    hole = hidden(round_)[0]
    assert hole not in (round_.deal.cards or [])
    assert f'data-card="{hole}"' not in client.get(page).text

    change_shoe(player, table, round_.deal.shoe.public_id)

    assert f'data-card="{hole}"' in client.get(page).text
