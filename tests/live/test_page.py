"""The page of a live table: its public part, each player's own part, and its forms."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.roles.values import Role
from casino.fairness.selectors.dealing import unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.live.selectors.early import early_verbs
from casino.live.selectors.table_state import load_table
from casino.live.selectors.time import database_now
from casino.live.values.seating import SEAT_LOST_AFTER
from casino.live.views.fragments import render_felt
from casino.models import (
    Clock,
    EarlyDecision,
    Participant,
    Place,
    Round,
    Seat,
    SeatSeal,
    Shoe,
    Wager,
    WaitingPlayer,
)
from casino.selectors.places import present_shoe
from journal.models import Event, EventKind
from push.tickets import Ticket
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.live.scenes import (
    AGO,
    Guest,
    a_live_table,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    rings,
    running,
)
from tests.live.test_turns import both_decide
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


def page_of(client: Client, place: Place) -> str:
    answer = client.get(reverse("casino:live_table", args=[place.table.slug]))
    assert answer.status_code == 200
    return answer.text


def attribute(page: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', page)
    assert found is not None, name
    return found[1]


def fields_of(page: str, form: str) -> dict[str, str]:
    """Return the hidden fields of a form."""
    (body,) = re.findall(rf'<form id="{form}".*?</form>', page, re.DOTALL)[:1]
    return dict(re.findall(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', body))


def send(client: Client, place: Place, name: str, **fields: Any) -> tuple[int, str]:
    """Send a form of the page as HTMX does; return status and text."""
    address = reverse(f"casino:live_{name}", args=[place.table.slug])
    answer = client.post(address, fields, headers={"HX-Request": "true"})
    return answer.status_code, answer.text


def refused(parts: str) -> str:
    found = re.search(r'id="refusal"[^>]*>([^<]+)<', parts)
    assert found is not None, parts
    return found[1]


def signed_in(guest: Guest) -> Client:
    client = Client()
    client.force_login(guest.player)
    return client


def test_a_visitor_watches_takes_a_box_bets_and_withdraws() -> None:
    place = a_live_table()
    ana = Guest(place, "ana")
    client = signed_in(ana)
    page = page_of(client, place)
    assert page.count('class="live-box__take"') == 7
    assert attribute(page, "data-own") == ""

    status, parts = send(client, place, "take", box=3)
    assert (status, attribute(parts, "data-own")) == (200, "3")
    form = fields_of(parts, "bet")
    bet = {**form, "stake-3": "10", "seal": "ab" * 32}
    status, parts = send(client, place, "bet", **bet)
    assert status == 200
    assert clock_of(place).phase == Clock.Phase.SEALING  # everybody present has bet
    assert "10.00" in re.sub(r"\s", "", parts) or "10,00" in parts

    luis = Guest(place, "luis").sits(5)
    other = signed_in(luis)
    assert refused(send(other, place, "bet", **{**bet, "stake-5": "10"})[1])
    assert Wager.objects.filter(participant__player=luis.player).count() == 0


@pytest.mark.parametrize("hx", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_bad_input_is_one_sentence_and_nothing_moves(hx: dict[str, str]) -> None:
    """Boxes taken or missing, bets of a player without a seat, malformed and outdated fields."""
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis")
    client, shoe = signed_in(luis), present_shoe(place)
    assert shoe is not None
    named = {"shoe": shoe.public_id, "commitment": shoe.commitment, "nonce": 1, "attempt": 1}
    bet = {**named, "currency": "USD", "seal": "cd" * 32}
    behind = {"split-1": "follow", "double-1": "follow", "fallback-1": "left"}
    for name, fields, code in (
        ("take", {"box": 1}, 409),
        ("take", {"box": 9}, 422),
        ("take", {"box": "x"}, 409),
        ("bet", {**bet, "stake-1": "10"}, 422),
        ("bet", {**bet, "stake-1": "10", **behind}, 409),  # no bet to follow there
        ("bet", {**bet, "stake-1": "10", "split-1": "sideways"}, 409),
        ("bet", {**bet, "nonce": 2, "stake-1": "10"}, 409),
        ("bet", {**bet, "commitment": "0" * 64, "stake-1": "10"}, 409),
        ("bet", {**bet, "commitment": "", "stake-1": "10"}, 409),
        ("bet", {**bet, "stake-1": "many"}, 422),
        ("leave", {}, 422),
        ("sit_out", {"out": "yes"}, 422),
        ("wait", {"wait": "yes"}, 409),
        ("action", {"round": shoe.public_id, "step": 0, "action": "hit"}, 404),
        ("answer", {"round": shoe.public_id, "answer-1": "insure"}, 404),
        ("answer", {"round": shoe.public_id}, 409),
        ("early", {"round": shoe.public_id, "box": 1, "action": "hit"}, 404),
    ):
        address = reverse(f"casino:live_{name}", args=[place.table.slug])
        answer = client.post(address, fields, headers=hx)
        assert answer.status_code == code, (name, fields, answer.status_code)
        if code != 404:
            assert refused(answer.text)
    assert list(Seat.objects.values_list("participant", "box")) == [(ana.participant.pk, 1)]
    assert not Wager.objects.exists()
    assert not WaitingPlayer.objects.exists()
    assert balance(luis.player.pk, "USD").text == "1000.00"


def test_an_own_part_comes_without_the_public_one_that_is_shown() -> None:
    place, hx = a_live_table(), {"HX-Request": "true"}
    client, own = signed_in(Guest(place, "ana")), reverse("casino:live_own", args=["live"])
    assert place.table.slug == "live"
    shown = str(clock_of(place).version)
    answer = client.get(own, headers={**hx, "X-Shown": shown}).text
    assert ('id="own"' in answer, 'id="felt"' in answer) == (True, False)
    Guest(place, "luis").sits(1)
    answer = client.get(own, headers={**hx, "X-Shown": shown}).text
    assert ('id="own"' in answer, 'id="felt"' in answer) == (True, True)


def test_a_poll_has_no_content_while_the_page_shows_the_present_version_but_is_a_sighting() -> None:
    place, hx = a_live_table(), {"HX-Request": "true"}
    ana = Guest(place, "ana").sits(1)
    client, felt = signed_in(ana), reverse("casino:live_felt", args=[place.table.slug])
    Participant.objects.filter(pk=ana.participant.pk).update(seen_at=None)
    shown = str(clock_of(place).version)

    answer = client.get(felt, headers={**hx, "X-Shown": shown})
    assert (answer.status_code, answer.text) == (204, "")
    assert Participant.objects.get(pk=ana.participant.pk).seen_at is not None
    Guest(place, "luis").sits(2)
    answer = client.get(felt, headers={**hx, "X-Shown": shown})

    assert answer.status_code == 200
    assert 'id="felt"' in answer.text


def test_the_commitments_of_this_shoe_and_the_next_are_shown_before_the_bet() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)

    page = page_of(signed_in(ana), place)

    shoes = Shoe.objects.filter(place=place).order_by("number")
    assert [shoe.commitment in page for shoe in shoes] == [True, True]
    assert fields_of(page, "bet")["commitment"] == shoes[0].commitment


def test_only_the_player_in_turn_has_buttons() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    first, second = page_of(signed_in(ana), place), page_of(signed_in(luis), place)
    assert 'id="action-stand"' in first
    assert 'id="actions"' not in second
    assert 'class="live-early"' in second

    verb = early_verbs(running(place).state, 2)[0]
    fields = {"round": luis.round.public_id, "box": 2, "action": verb}
    assert send(signed_in(luis), place, "early", **fields)[0] == 200
    assert EarlyDecision.objects.get().action == verb
    step = fields_of(second, "bet") if 'id="bet"' in second else {}
    assert step == {}  # no bet form during a deal
    out_of_turn = {"round": luis.round.public_id, "step": 0, "action": "hit"}
    status, parts = send(signed_in(luis), place, "action", **out_of_turn)
    assert (status, running(place).step) == (409, 0)
    assert refused(parts)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_public_fragment_shows_no_hidden_card_and_no_secret(language: str) -> None:
    """At every stage: open cards only, no full name, email address, server seed or seat seed."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    ana.player.full_name = "Ana Secreta"
    ana.player.save(update_fields=["full_name"])
    shoe = present_shoe(place)
    assert shoe is not None
    secrets = [
        unseal_server_seed(shoe, SeedPurpose.REVEAL),
        ana.seed or "-" * 99,
        "Ana Secreta",
        ana.player.email,
    ]

    def look() -> str:
        html = render_felt(load_table(place), language)
        assert not [secret for secret in secrets if secret in html]
        return html

    look()
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    secrets.append(ana.seed)
    rings(place)
    assert f"1={SeatSeal.objects.get(box=1).seal}" in look()
    ana.opens()
    luis.opens()
    shown = re.findall(r'data-card="([^"]+)"', look())
    facts = running(place).state.public()
    hands = [hand["cards"] for seat in facts["seats"] for hand in seat["hands"]]
    assert sorted(shown) == sorted(
        [*facts["dealer"]["cards"], "??", *(c for cards in hands for c in cards)]
    )
    played_out(place)
    assert "??" not in re.findall(r'data-card="([^"]+)"', look())


def test_watchers_get_no_own_part() -> None:
    place = a_live_table()
    client = signed_in(Guest(place, "ana"))
    ticket = attribute(page_of(client, place), "sse-connect").split("ticket=")[1].split("&")[0]
    read = Ticket.read(ticket.replace("%3A", ":"))
    assert (read.place_id, read.variant) == (place.pk, "es")
    assert client.get(reverse("casino:live_felt", args=[place.table.slug])).status_code == 200
    assert Client().get(reverse("casino:live_felt", args=[place.table.slug])).status_code == 302


def test_a_live_table_has_no_private_page_and_a_private_one_no_live_page() -> None:
    place, private = a_live_table(), scenes.table_of("ligalo")
    client = signed_in(Guest(place, "ana"))
    answer = client.get(reverse("casino:table", args=[place.table.slug]))
    assert answer["Location"] == reverse("casino:live_table", args=[place.table.slug])
    assert client.post(reverse("casino:bet", args=[place.table.slug])).status_code == 404
    assert client.get(reverse("casino:live_table", args=[private.slug])).status_code == 404


def test_the_lobby_counts_free_boxes_and_players() -> None:
    place = a_live_table()
    Guest(place, "ana").sits(1)
    page = Client().get("/", headers={"Accept-Language": "en"}).text
    assert "6 free boxes · 1 player" in page
    assert reverse("casino:live_table", args=[place.table.slug]) in page


def test_staff_watch_and_free_a_seat_with_a_reason() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(2)
    client = inside(staff(Role.OPERATOR))
    assert 'id="own"' not in page_of(client, place)
    assert send(client, place, "take", box=1)[0] == 403
    address = reverse("live:table", args=[place.table.slug])
    assert ana.player.shown_name in client.get(address).text
    assert client.post(address, {"box": 2, "reason": ""}).status_code == 422
    assert Seat.objects.exists()
    assert client.post(address, {"box": 2, "reason": "asleep"}).status_code == 303
    assert not Seat.objects.exists()
    assert Event.objects.get(kind=EventKind.SEAT_FREED).data["reason"] == "asleep"
    assert Round.objects.count() == 0


def test_a_page_that_is_looked_at_keeps_its_seat() -> None:
    """The page polls the public fragment; staff who watch do not count as seen."""
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)
    long_ago = database_now() - 2 * SEAT_LOST_AFTER
    Participant.objects.update(seen_at=long_ago)
    address = reverse("casino:live_felt", args=[place.table.slug])
    assert inside(staff(Role.OPERATOR)).get(address).status_code == 200
    assert not Seat.objects.exists()  # Ana was not seen for too long

    ana.sits(1)
    Participant.objects.update(seen_at=database_now() - SEAT_LOST_AFTER + AGO)
    assert signed_in(ana).get(address).status_code == 200
    seen_at = ana.participant.seen_at
    assert seen_at is not None
    assert seen_at > database_now() - AGO
    assert Seat.objects.exists()
