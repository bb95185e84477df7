"""Guests: play money without an account; nothing is stored before the first deal, and everything else is closed."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from pytest_django import Settings

from accounts.guests.refusals import GuestsFull
from accounts.guests.views import OPEN
from accounts.models.users import State, User
from accounts.models.visits import Visit
from accounts.restrictions.selectors.eligibility import may_play, may_play_real_money
from casino.guests.services import Visitor, place_first_bet
from casino.guests.values import ShownPlace
from casino.models import LogLine, Notice, Origin, Participant, Place, Round, Shoe
from casino.notices.services.notice_mail import mail_due_notices
from casino.play.services.betting import BetRequest
from casino.refusals import Conflict
from journal.models import Event
from journal.refusals import Refusal
from tables.models import Table
from tests.accounts.people import ana, form_of
from tests.casino import scenes
from tests.live.scenes import a_live_table
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database

TABLE = "/table/friendly/"
HTMX = {"HX-Request": "true"}
VISITOR = Visitor("es", "203.0.113.7")


@pytest.fixture(autouse=True)
def friendly() -> Iterator[Table]:
    cache.clear()
    yield scenes.table_of("friendly")
    cache.clear()


def stored() -> list[int]:
    models = (User, Session, Visit, Place, Participant, Shoe, LogLine, Round, Transfer, Event)
    return [model.objects.count() for model in (*models, Origin)]


def fields_of(page: str) -> dict[str, str]:
    """Return what the bet form of the page would send."""
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    return {**found, "stake-1": "10", "salt": scenes.SALT}


def visit(client: Client | None = None) -> dict[str, str]:
    return fields_of((client or Client()).get(TABLE).text)


def first_bet(form: dict[str, str], stake: str = "10", visitor: Visitor = VISITOR) -> User:
    table = Table.objects.get(slug="friendly")
    request = BetRequest(
        UUID(form["shoe"]),
        int(form["nonce"]),
        scenes.on_box(stake),
        scenes.SALT,
        currency="PLY",
    )
    return place_first_bet(visitor, form["visitor"], table, request)[0]


def a_guest() -> tuple[Client, User]:
    client = Client()
    answer = client.post(TABLE + "bet/", visit(client))
    assert answer.status_code == 303
    return client, User.objects.get(is_guest=True)


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


def test_nothing_is_stored_of_where_a_guest_comes_from() -> None:
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


def views(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            space = f"{prefix}{one.namespace}:" if one.namespace else prefix
            yield from views(one.url_patterns, space)
        else:
            yield f"{prefix}{one.name}", one.callback


def test_only_these_views_are_open_to_guests() -> None:
    """The back office, bank, points, options, account and messages treat a guest as a visitor."""
    found = {name for name, view in views(get_resolver().url_patterns) if hasattr(view, OPEN)}

    assert found == {
        *("casino:" + name for name in ("lobby", "help", "table_help", "strategy")),
        *("casino:" + name for name in ("table", "bet", "action", "reality", "hint")),
        *("casino:" + name for name in ("table_fairness", "client_seed", "change_shoe")),
        *("casino:live_" + name for name in ("table", "felt", "own", "stream")),
        *("casino:" + name for name in ("history", "round", "round_rules", "replay", "shoe")),
        *("casino:" + name for name in ("fairness", "log", "log_line", "verify", "verify_shared")),
        "casino:transcript",
        "accounts:sounds",
    }


def test_a_guest_switches_the_sounds_of_the_table() -> None:
    client, guest = a_guest()
    assert 'id="sounds-button"' in client.get(TABLE).text

    answer = client.post("/options/sounds/", {"heard": "yes", "next": TABLE})

    assert (answer.status_code, answer["Location"]) == (303, TABLE)
    guest.refresh_from_db()
    assert guest.sounds


@pytest.mark.parametrize(
    "path",
    ["/bank/", "/options/", "/account/", "/points/", "/statistics/", "/messages/", "/staff/"],
)
def test_a_guest_has_no_other_page(path: str) -> None:
    client, _guest = a_guest()
    visitor = Client().get(path)
    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, visitor["Location"])


def test_a_guest_has_no_other_table() -> None:
    client, _guest = a_guest()
    scenes.ligalo()
    scenes.table_of("friendly", slug="second")
    before = stored()

    for slug in ("ligalo", "second"):
        assert client.get(f"/table/{slug}/")["Location"].startswith("/account/login/")
        assert client.post(f"/table/{slug}/bet/", visit()).status_code == 401
    assert stored() == before


def test_a_guest_watches_a_live_table_and_takes_no_box() -> None:
    client, _guest = a_guest()
    address = f"/live/{a_live_table().table.slug}/"
    before = stored()

    page = client.get(address)

    assert page.status_code == 200
    assert page.context["own"] is None
    assert client.post(f"{address}take/", {"box": 1}).status_code == 401
    assert stored()[:1] == before[:1]


def test_a_guests_own_rounds_can_be_looked_at_and_checked() -> None:
    client, guest = a_guest()
    round_ = scenes.play_out(Round.objects.get(player=guest))

    assert client.get("/rounds/").status_code == 200
    assert client.get(f"/rounds/{round_.public_id}/").status_code == 200
    assert Client().get(f"/rounds/{round_.public_id}/").status_code == 302


def test_who_signs_in_is_no_guest_any_more() -> None:
    player = scenes.new_player("bea@example.test")
    client, _guest = a_guest()

    client.post(
        "/account/login/", {"login": player.email, "password": scenes.PASSWORD}, follow=True
    )

    assert client.get("/bank/").status_code == 200
    client.post("/account/logout/")
    assert client.get(TABLE).context["page"].visitor


def test_no_mail_goes_to_a_guest() -> None:
    _client, guest = a_guest()
    round_ = Round.objects.get(player=guest)
    at = timezone.now()
    Notice.objects.create(player=guest, round=round_, kind=Notice.Kind.PLAYED, created_at=at)

    assert mail_due_notices(timezone.now()) == 0
    assert mail.outbox == []


def test_who_confirmed_elsewhere_begins_anew_as_a_guest_in_this_browser() -> None:
    client = Client()
    client.post("/account/signup/", form_of(ana()))
    User.objects.filter(email="ana@example.com").update(state=State.ACTIVE)

    client.post(TABLE + "bet/", visit(client))
    page = client.get(TABLE)

    assert "/account/signup/?next=" in page.text
    assert "/account/confirm-email/" not in page.text


def test_staff_do_not_become_guests() -> None:
    client = scenes.signed_in(User.objects.filter(is_staff=True)[:1].get())

    assert b"visitor" not in client.get(TABLE).content
    assert not User.objects.filter(is_guest=True, state=State.PENDING).exists()
