"""Pages for time-outs and self-exclusion, and the public page on responsible play."""

from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import State
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.roles.values import Role
from compliance.players.services import letters
from journal.models import Event
from tests.accounts.people import PASSWORD, demo
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import everything, state_of
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database

HUB, TIME_OUT, EXCLUDE = "/responsible/", "/responsible/time-out/", "/responsible/exclusion/"


def coming_in(client: Client) -> Client:
    client.force_login(demo())
    return client


def sent(**changes: Any) -> dict[str, Any]:
    return {"days": "7", "password": PASSWORD, "key": str(uuid4()), **changes}


def asked(**changes: Any) -> dict[str, Any]:
    chosen = {"term": "6m", "understood": "on", "password": PASSWORD, "key": str(uuid4())}
    return {**chosen, **changes}


def test_everybody_reads_about_responsible_play(client: Client, profile: ProfileChange) -> None:
    profile(
        help_organisations=["Jugadores Anónimos=https://ja.example/"],
        regulators=["La autoridad=https://autoridad.example/"],
    )
    page = client.get(HUB)
    assert page.status_code == 200
    for words in ("https://ja.example/", "https://autoridad.example/", TIME_OUT, EXCLUDE):
        assert words in page.text
    assert f'href="{HUB}"' in client.get("/").text


def test_the_age_it_names_is_the_one_that_counts(client: Client, profile: ProfileChange) -> None:
    profile(minimum_age=21)
    read_in(client, "en")
    page = client.get(HUB).text
    assert page.count("Nobody under 21") == 2
    assert "under 18" not in page


def test_without_a_configured_organisation_there_is_no_empty_heading(client: Client) -> None:
    assert 'id="help"' not in client.get(HUB).text


@pytest.mark.parametrize("address", [TIME_OUT, EXCLUDE])
def test_only_players_leave_play(client: Client, address: str) -> None:
    assert client.get(address).status_code == 302
    assert inside(staff(Role.AUDITOR)).get(address).status_code == 403


def test_a_time_out_begins_with_the_password(client: Client) -> None:
    coming_in(client)
    answer = client.post(TIME_OUT, sent())
    assert (answer.status_code, answer["Location"]) == (303, HUB)
    assert state_of(demo()) == State.SELF_EXCLUDED
    now = client.get(HUB).context["now"]
    assert now.is_time_out


def test_sent_twice_it_is_one(client: Client) -> None:
    coming_in(client)
    form = sent()
    for _ in range(2):
        assert client.post(TIME_OUT, form).status_code == 303
    assert Restriction.objects.count() == 1


@pytest.mark.parametrize(
    "wrong", [{"password": "not the password"}, {"days": "0"}, {"days": "31"}, {"days": ""}]
)
def test_a_refused_time_out_keeps_what_was_typed(client: Client, wrong: dict[str, str]) -> None:
    coming_in(client)
    before = everything()
    answer = client.post(TIME_OUT, sent(**wrong))
    assert answer.status_code == 422
    if days := wrong.get("days", "7"):
        assert f'value="{days}"' in answer.text
    failed = Event.objects.filter(kind="login_failed").count()
    assert everything()[:-1] == before[:-1]
    assert everything()[-1] == before[-1] + failed
    assert state_of(demo()) == State.ACTIVE


@pytest.mark.parametrize(("term", "days"), [("6m", 180), ("1y", 365), ("5y", 1825)])
def test_an_exclusion_lasts_as_chosen(client: Client, term: str, days: int) -> None:
    coming_in(client)
    assert client.post(EXCLUDE, asked(term=term)).status_code == 303
    until = Restriction.objects.get().until
    assert until is not None
    assert 0 <= (until - timezone.now()).days - days + 1 <= 6


def test_an_exclusion_for_good_has_no_end(client: Client) -> None:
    coming_in(client)
    assert client.post(EXCLUDE, asked(term="for_good")).status_code == 303
    assert Restriction.objects.get().until is None


def test_an_exclusion_until_a_date_ends_when_that_day_begins(client: Client) -> None:
    coming_in(client)
    day = f"{timezone.now().year + 1}-12-24"
    assert client.post(EXCLUDE, asked(term="date", ends_on=day)).status_code == 303
    until = Restriction.objects.get().until
    assert until is not None
    assert until.isoformat() == f"{day}T00:00:00+00:00"


@pytest.mark.parametrize(
    "wrong",
    [
        {"understood": ""},
        {"term": "date"},
        {"term": "date", "ends_on": "2020-01-01"},
        {"term": "date", "ends_on": "9999-12-31"},
        {"term": "soon"},
        {"password": ""},
    ],
)
def test_a_refused_exclusion_changes_nothing(client: Client, wrong: dict[str, str]) -> None:
    coming_in(client)
    before = everything()
    assert client.post(EXCLUDE, asked(**wrong)).status_code == 422
    assert (everything(), state_of(demo())) == (before, State.ACTIVE)


def test_players_on_a_break_can_read_and_withdraw(client: Client) -> None:
    coming_in(client)
    client.post(EXCLUDE, asked(term="for_good"))
    for page in ("/bank/", "/bank/withdraw/", "/rounds/", "/statistics/", "/bank/statement/"):
        assert client.get(page).status_code == 200, page
    assert client.post("/bank/deposit/", {"amount": "10"}).status_code == 403


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_letters_say_what_was_done(language: str) -> None:
    player = demo()
    player.language = language
    player.save(update_fields=["language"])
    start_time_out(player, 2, key=uuid4())
    start_self_exclusion(player, None, key=uuid4())
    mail.outbox.clear()
    assert letters.mail_letters(timezone.now()) == 2
    subjects = {message.subject for message in mail.outbox}
    assert len(subjects) == 2
    assert all(
        "24" in message.body or "día" in message.body or "day" in message.body
        for message in mail.outbox
    )
