"""Rules put into force at once: each player sees the change at the table before a bet is taken."""

import pytest
from django.test import Client

from blackjack.presets import rules_from
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.refusals import Conflict
from tests.casino import scenes
from tests.fixtures.reading import read_in
from tests.tables.house import play_by

pytestmark = pytest.mark.database

TABLE = "/table/ligalo/"
SOFT = rules_from({"preset": "ligalo", "soft_17": "stand"})
CHANGE = "Soft 17: stands (S17) (before: draws (H17))"
SINCE = "have changed since your last round here"


def shown(client: Client, language: str = "en") -> str:
    read_in(client, language)
    return client.get(TABLE).text


def played(round_: Round) -> Client:
    scenes.play_out(round_)
    return scenes.signed_in(round_.player)


def test_new_rules_are_announced_until_the_first_bet() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client, table = played(round_), round_.place.table
    stale = scenes.bet_request(round_.participant)
    assert 'id="news"' not in shown(client)
    play_by(table, SOFT)

    with pytest.raises(Conflict):  # a page without the news cannot bet
        place_bet(round_.player, table, stale)
    text = shown(client)
    assert SINCE in text
    assert CHANGE in text

    round_.place.refresh_from_db()
    again = place_bet(round_.player, table, scenes.bet_request(round_.participant))
    assert again.version.rules == SOFT
    assert 'id="news"' not in shown(client)
    scenes.play_out(again)
    assert 'id="news"' not in shown(client)


def test_a_running_round_keeps_its_rules_and_says_so() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client = scenes.signed_in(round_.player)
    play_by(round_.place.table, SOFT)

    text = shown(client)
    assert "This round is played to its end as it began" in text
    assert CHANGE in text
    assert scenes.play_out(round_).version.rules != SOFT
    assert SINCE in shown(client)


def test_several_missed_changes_are_announced_together() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client, table = played(round_), round_.place.table
    play_by(table, rules_from({"preset": "ligalo", "soft_17": "stand", "decks": 8}))
    play_by(table, SOFT)

    text = shown(client)
    assert CHANGE in text
    assert text.count("(before:") == 1
    play_by(table, rules_from({"preset": "ligalo"}))
    assert 'id="news"' not in shown(client)


def test_new_players_see_no_announcement() -> None:
    table = scenes.ligalo()
    play_by(table, SOFT)
    assert 'id="news"' not in shown(scenes.signed_in(scenes.new_player()))
