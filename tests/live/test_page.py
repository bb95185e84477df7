"""The page of a live table: what everybody sees, what one player sees, and what its forms do."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from casino.models import Clock, Place, Seat, Wager
from casino.selectors.places import present_shoe
from tests.live.scenes import Guest, a_live_table, clock_of

pytestmark = pytest.mark.django_db


def page_of(client: Client, place: Place) -> str:
    answer = client.get(reverse("casino:live_table", args=[place.table.slug]))
    assert answer.status_code == 200
    return answer.text


def attribute(page: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', page)
    assert found is not None, name
    return found[1]


def send(client: Client, place: Place, name: str, **fields: object) -> tuple[int, str]:
    """A form of the page, as HTMX sends it."""
    address = reverse(f"casino:live_{name}", args=[place.table.slug])
    answer = client.post(address, fields, headers={"HX-Request": "true"})
    return answer.status_code, answer.text


def test_a_visitor_watches_takes_a_box_bets_and_withdraws(client: Client) -> None:
    place = a_live_table()
    ana = Guest(place, "ana")
    client.force_login(ana.player)
    page = page_of(client, place)
    assert page.count('class="live-box__take"') == 7
    assert 'data-own=""' in page

    status, parts = send(client, place, "take", box=3)
    assert status == 200
    assert attribute(parts, "data-own") == "3"
    assert Seat.objects.get(place=place).box == 3

    shoe = present_shoe(place)
    assert shoe is not None
    bet = {
        "shoe": shoe.public_id,
        "nonce": 1,
        "attempt": 1,
        "currency": "USD",
        "stake-3": "10",
        "salt_text": "palabras mías",
    }
    status, parts = send(client, place, "bet", **bet)
    assert status == 200
    assert clock_of(place).phase == Clock.Phase.TURNS or clock_of(place).phase in set(Clock.Phase)
    wager = Wager.objects.get(participant__player=ana.player)
    assert wager.amount == 100_000
