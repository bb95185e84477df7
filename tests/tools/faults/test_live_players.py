"""Simulated players of the fault runs on the pages of a live table."""

from collections.abc import Iterator

import pytest
from django.test import Client

from casino.models import Round
from tests.live.scenes import (
    Guest,
    a_live_table,
    a_table_that_deals,
    is_asked,
    played_out,
    rings,
    salt_of,
    time_passes,
)
from tools.faults.live_players import LivePlayer, Sleeper
from tools.faults.site import Page

pytestmark = pytest.mark.database


def sent_forms(person: LivePlayer, client: Client) -> Iterator[str]:
    """Send the forms that the table asks for until it asks for none; yield the last part of each address."""
    while True:
        answer = client.get(person.path)
        asked = person.requested_form(Page(answer.status_code, answer.content.decode()))
        if asked is None:
            return
        form, _intents = asked
        assert client.post(form.action, form.fields).status_code in {204, 303}
        yield form.action.rstrip("/").rpartition("/")[2]


def player_at(kind: type[LivePlayer], preset: str, client: Client) -> tuple[LivePlayer, Guest]:
    guest = Guest(a_live_table(preset), "ana")
    return player_of(kind, guest, client), guest


def player_of(kind: type[LivePlayer], guest: Guest, client: Client) -> LivePlayer:
    client.force_login(guest.player)
    person = kind(1, guest.player.pk, guest.place.table, ("127.0.0.1", 1))
    person.box = 3
    return person


def test_a_player_sits_down_bets_opens_and_plays_to_the_end(client: Client) -> None:
    person, guest = player_at(LivePlayer, "casino_floor", client)

    assert list(sent_forms(person, client)) == ["take", "bet"]
    rings(guest.place)
    person.stops = True
    first, *decisions = sent_forms(person, client)

    assert first == "open"
    assert set(decisions) <= {"answer", "action"}
    assert person.is_done
    assert guest.round.status == Round.Status.COMPLETED
    assert not guest.round.decisions.filter(by_house=True).exists()


def test_a_sleeper_never_decides(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sleeper, "_fresh_salt", lambda _: salt_of("ana", 1))
    _place, (guest,) = a_table_that_deals(is_asked, {"ana": 3}, "casino_floor")
    person = player_of(Sleeper, guest, client)

    assert list(sent_forms(person, client)) == ["bet"]
    rings(guest.place)
    assert list(sent_forms(person, client)) == ["open"]
    played_out(guest.place)

    assert guest.round.decisions.exists()
    assert not guest.round.decisions.filter(by_house=False).exists()


def test_a_player_who_stops_takes_the_bet_back(client: Client) -> None:
    person, guest = player_at(LivePlayer, "casino_floor", client)
    assert list(sent_forms(person, client)) == ["take", "bet"]

    person.stops = True

    assert list(sent_forms(person, client)) == ["withdraw"]
    assert person.is_done
    assert time_passes(guest.place)
    assert not Round.objects.exists()
