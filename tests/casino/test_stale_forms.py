"""Forms of a table that come twice, late or to the wrong place: nothing counts twice."""

import pytest

from casino.models import Round
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision, seated
from tests.fixtures.reading import read_in
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database


def test_an_old_bet_form_returns_its_round() -> None:
    client, participant = seated()
    form = bet_form(participant)
    client.post(TABLE + "bet/", form, headers=HTMX)
    before = scenes.everything(participant.player)
    again = client.post(TABLE + "bet/", form, headers=HTMX)
    assert again.context["page"].notice == "Esta apuesta ya estaba hecha. No se apostó nada más."
    assert scenes.everything(participant.player) == before

    scenes.play_out(Round.objects.get())
    before = scenes.everything(participant.player)
    again = client.post(TABLE + "bet/", form, headers=HTMX)
    assert again.context["page"].notice == "Esta partida ya se jugó. No se apostó nada más."
    assert scenes.everything(participant.player) == before


def test_a_double_click_applies_once() -> None:
    client, participant = seated()
    form = bet_form(participant)
    client.post(TABLE + "bet/", form)
    before = scenes.everything(participant.player)

    assert client.post(TABLE + "bet/", form).status_code == 303
    assert scenes.everything(participant.player) == before


def test_a_stale_tab_gets_the_present_state() -> None:
    client, participant = seated()
    client.post(TABLE + "bet/", bet_form(participant))
    round_ = Round.objects.get()
    stale = decision(round_, "stand")
    client.post(TABLE + "action/", stale)
    before = scenes.everything(participant.player)

    answer = client.post(TABLE + "action/", {**stale, "action": "hit"})

    assert answer.status_code == 409
    assert 'name="stake-1"' in answer.text
    assert scenes.everything(participant.player) == before


def test_a_bet_before_the_table_was_ever_opened_is_a_stale_page() -> None:
    client, participant = seated()
    luis = scenes.new_player("luis@example.test")
    scenes.sit(luis, participant.table)

    answer = scenes.signed_in(luis).post(TABLE + "bet/", bet_form(participant), headers=HTMX)

    assert answer.status_code == 409
    assert client.get(TABLE).status_code == 200


def test_a_decision_sent_to_another_table_is_not_found() -> None:
    client, participant = seated()
    client.post(TABLE + "bet/", bet_form(participant))
    an_open_table(slug="other")
    before = scenes.everything(participant.player)

    answer = client.post("/table/other/action/", decision(Round.objects.get(), "stand"))

    assert answer.status_code == 404
    assert scenes.everything(participant.player) == before


def test_an_old_decision_form_changes_nothing() -> None:
    client, participant = seated(scenes.ordinary)
    read_in(client, "en")
    client.post(TABLE + "bet/", bet_form(participant))
    form = decision(Round.objects.get(), "stand")
    assert client.post(TABLE + "action/", form, headers=HTMX).status_code == 200
    before = scenes.everything(participant.player)
    again = client.post(TABLE + "action/", form, headers=HTMX)
    assert again.status_code == 200
    assert "This decision was already made. Nothing more was staked." in again.text
    assert scenes.everything(participant.player) == before
