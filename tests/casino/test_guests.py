"""Guests: play money without an account; nothing is stored before the first deal, and everything else is closed."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.guests.refusals import GuestsFull
from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.restrictions.selectors.eligibility import may_play, may_play_real_money
from casino.guests.services import Visitor
from casino.guests.values import ShownPlace
from casino.models import LogLine, Origin, Round
from casino.refusals import Conflict
from journal.refusals import Refusal
from tests.casino import scenes
from tests.casino.guests import TABLE, a_guest, fields_of, first_bet, friendly, stored, visit
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance

__all__ = ("friendly",)  # a fixture

pytestmark = pytest.mark.database

HTMX = {"HX-Request": "true"}


def test_a_visit_shows_the_table_and_stores_nothing() -> None:
    before = stored()
    client = Client()

    page = client.get(TABLE)

    assert page.status_code == 200
    assert 'id="deal"' in page.text
    assert "1,000.00" in page.text or "1.000,00" in page.text
    assert "18" in page.text
    assert stored() == before
    assert "sessionid" not in client.cookies


def test_the_first_deal_opens_a_guest_with_what_was_shown() -> None:
    client = Client()
    page = client.get(TABLE).text
    form = fields_of(page)
    shown = re.search(r'mono">([0-9a-f]{64})<', page)

    answer = client.post(TABLE + "bet/", form, headers=HTMX)

    assert answer.status_code == 200
    guest = User.objects.get(is_guest=True)
    round_ = Round.objects.get(player=guest)
    assert round_.deal.shoe.commitment == (shown and shown[1])
    assert str(round_.deal.shoe.public_id) == form["shoe"]
    assert balance(guest.pk, "PLY").text == "990.00" or round_.returned is not None
    assert list(LogLine.objects.order_by("id").values_list("kind", flat=True)) == [
        "announced",
        "announced",
        "opened",
    ]
    assert client.get(TABLE).context["page"].round.id == str(round_.public_id)


def test_no_network_address_of_a_guest_is_stored() -> None:
    client, guest = a_guest()
    round_ = Round.objects.get(player=guest)
    client.get(TABLE)

    assert round_.origin_id is None
    assert not Visit.objects.filter(player=guest).exists()
    assert not Origin.objects.exists()
    assert "203.0.113" not in str(list(User.objects.filter(pk=guest.pk).values()))


def test_a_refused_first_bet_stores_nothing() -> None:
    form, before = visit(), stored()

    with pytest.raises(InsufficientFunds) as refused:
        first_bet(form, stake="5000")

    assert refused.value.code == InsufficientFunds.code
    assert stored() == before
    client = Client()
    answer = client.post(TABLE + "bet/", {**visit(client), "stake-1": "5000"}, headers=HTMX)
    assert answer.status_code == 422
    assert 'value="5000"' in answer.text
    assert stored() == before
    assert client.post(TABLE + "bet/", fields_of(answer.text)).status_code == 303


def test_a_page_opens_one_guest_only() -> None:
    form = visit()
    first_bet(form)
    before = stored()

    with pytest.raises(Conflict) as refused:
        first_bet(form)

    assert refused.value.code == Conflict.code
    assert stored() == before


def forged(form: dict[str, str]) -> dict[str, str]:
    return {**form, "visitor": form["visitor"][:-1] + ("A" if form["visitor"][-1] != "A" else "B")}


def of_earlier_rules(form: dict[str, str]) -> dict[str, str]:
    shown = ShownPlace.from_token(form["visitor"])
    return {**form, "visitor": replace(shown, version=shown.version - 1).to_token()}


def with_another_shoe(form: dict[str, str]) -> dict[str, str]:
    return {**form, "shoe": visit()["shoe"]}


@pytest.mark.parametrize("spoil", [forged, of_earlier_rules, with_another_shoe])
def test_a_page_that_is_not_ours_or_too_old_deals_nothing(spoil: Any) -> None:
    form = spoil(visit())
    before = stored()

    with pytest.raises(Conflict):
        first_bet(form)

    assert stored() == before


def test_a_page_is_good_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    form, before = visit(), stored()
    monkeypatch.setattr("casino.guests.values.KEPT_FOR", timedelta(seconds=-1))

    with pytest.raises(Conflict):
        first_bet(form)

    assert stored() == before


def test_new_guests_are_capped_per_network_and_in_total(settings: Settings) -> None:
    settings.GUESTS_PER_NETWORK, settings.GUESTS_IN_TOTAL = 2, 3
    elsewhere = Visitor("es", "198.51.100.1")
    for _ in range(2):
        first_bet(visit())
    before = stored()

    with pytest.raises(GuestsFull) as refused:
        first_bet(visit())
    assert refused.value.code == "guests_full"
    assert stored() == before

    first_bet(visit(), visitor=elsewhere)
    before = stored()
    with pytest.raises(GuestsFull):
        first_bet(visit(), visitor=Visitor("es", "192.0.2.9"))
    assert stored() == before


def test_addresses_of_one_line_are_one_network(settings: Settings) -> None:
    settings.GUESTS_PER_NETWORK = 1
    first_bet(visit(), visitor=Visitor("es", "2001:db8::1"))

    with pytest.raises(GuestsFull):
        first_bet(visit(), visitor=Visitor("es", "2001:db8::2"))


def test_a_refused_bet_counts_no_guest(settings: Settings) -> None:
    settings.GUESTS_PER_NETWORK = 1
    with pytest.raises(Refusal):
        first_bet(visit(), stake="5000")

    assert first_bet(visit()).is_guest


def test_a_setting_turns_guests_off(settings: Settings) -> None:
    form = visit()
    settings.GUEST_TABLE = ""
    before = stored()

    assert Client().get(TABLE)["Location"].startswith("/account/login/")
    assert Client().post(TABLE + "bet/", form).status_code == 401
    assert "?guest" not in Client().get("/").text
    assert stored() == before


def test_a_table_of_real_money_takes_no_guests(settings: Settings) -> None:
    scenes.ligalo()
    settings.GUEST_TABLE = "ligalo"

    assert Client().get("/table/ligalo/").status_code == 404


def test_after_a_day_a_guest_can_no_longer_be_entered() -> None:
    client, guest = a_guest()
    User.objects.filter(pk=guest.pk).update(created_at=timezone.now() - timedelta(hours=24))

    page = client.get(TABLE)

    assert page.context["page"].visitor
    assert client.post(TABLE + "action/", {}).status_code == 401
    assert Round.objects.filter(player=guest).exists()


def test_a_guest_plays_on_and_is_refilled_like_anybody() -> None:
    client, guest = a_guest()
    round_ = Round.objects.get(player=guest)
    scenes.play_out(round_)
    page = client.get(TABLE)

    assert page.context["page"].visitor == ""
    answer = client.post(TABLE + "bet/", {**fields_of(page.text), "salt": ""})
    assert answer.status_code == 303
    assert Round.objects.filter(player=guest).count() == 2


def test_a_guest_is_barred_from_real_money() -> None:
    _client, guest = a_guest()

    assert may_play(guest, play_money=True) is None
    assert (barred := may_play_real_money(guest)) is not None
    assert barred.code == "guest"
