"""Providers of the gate: location by network, and a real server with signed answers. Without an answer it is closed."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.gate.selectors.terms import load_terms
from accounts.gate.services import http_provider
from accounts.gate.services.asking import ask_check
from accounts.gate.services.asking_again import ask_register_again
from accounts.gate.values.request_address import serve_address
from accounts.models.gate import GateAnswer
from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.restrictions.selectors.listed_players import find_register_changes
from accounts.restrictions.services import listed_players
from accounts.restrictions.services.listed_players import (
    apply_changed_register,
    apply_whole_register,
)
from accounts.sign_up.services.demo import register_demo_player
from accounts.tasks import ask_register
from journal.models import Event
from tests.accounts.people import PASSWORD, demo, log_in
from tests.fixtures.profiles import ProfileChange
from tools.gate.server import GateServer, Manner

pytestmark = pytest.mark.database
SECRET = "s" * 40
HOME, ABROAD, UNKNOWN = "203.0.113.7", "198.51.100.7", "192.0.2.7"


def code_from(player: User, address: str | None) -> str:
    """Return the code at the gate for a request from this address."""
    player.refresh_from_db()
    with serve_address(address):
        barred = may_play_real_money(player)
    return barred.code if barred else ""


@pytest.fixture
def networks(tmp_path: Path, profile: ProfileChange) -> None:
    file = tmp_path / "networks.csv"
    file.write_text("203.0.113.0/24,CO\n198.51.100.0/24,MX\n", encoding="utf-8")
    call_command("load_network_countries", str(file), stdout=StringIO())
    profile(location_checks="network", countries_allowed=["CO"], location_on_doubt="refuse")


@pytest.fixture
def server(settings: Settings) -> Iterator[GateServer]:
    made = GateServer(("127.0.0.1", 0), SECRET, answer)
    settings.GATE_PROVIDERS = {
        check: {"URL": made.url, "SECRET": SECRET}
        for check in ("register", "location", "sanctions")
    }
    thread = Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.released.set()
    made.shutdown()
    thread.join()
    made.server_close()


def answer(question: dict[str, Any]) -> dict[str, str]:
    """Find the country by address; nobody is listed."""
    country = {HOME: "CO", ABROAD: "MX"}.get(question.get("address", ""), "")
    is_known = country or question["check"] != "location"
    return {"outcome": "passed" if is_known else "doubt", "country": country}


def test_a_location_is_needed_and_is_that_of_the_network(networks: None) -> None:
    player = demo()
    assert code_from(player, HOME) == "location_unanswered"
    for address in (HOME, ABROAD, UNKNOWN):
        ask_check("location", player, address, load_terms())
    codes = [code_from(player, address) for address in (HOME, ABROAD, UNKNOWN, "192.0.2.8", "")]
    assert codes == [
        "",
        "location_country",
        "location_unknown",
        "location_unanswered",
        "location_unanswered",
    ]
    with serve_address(ABROAD):
        assert may_withdraw(player) is None
    assert code_from(player, None) == ""  # no request: the bet had a location


def test_a_request_asks_once_for_each_network(networks: None) -> None:
    player, client = demo(), Client()
    client.force_login(player)
    for address in (HOME, HOME, ABROAD, ABROAD):
        client.get(reverse("wallet:bank"), REMOTE_ADDR=address)
    found = GateAnswer.objects.order_by("pk").values_list("address", "outcome", "country")
    assert list(found) == [(HOME, "passed", "CO"), (ABROAD, "passed", "MX")]


def test_a_deposit_from_another_country_is_refused(networks: None) -> None:
    client = Client()
    client.force_login(demo())
    page = client.get(reverse("wallet:deposit"), REMOTE_ADDR=ABROAD)
    assert "location_country" in page.text or not page.context.get("form")


def test_doubt_is_allowed_where_the_profile_says_so(networks: None, profile: ProfileChange) -> None:
    profile(location_checks="network", countries_allowed=["CO"], location_on_doubt="allow")
    player = demo()
    ask_check("location", player, UNKNOWN, load_terms())
    assert code_from(player, UNKNOWN) == ""


def test_a_provider_answers_all_three_checks(server: GateServer, profile: ProfileChange) -> None:
    profile(
        location_checks="provider",
        countries_allowed=["CO"],
        exclusion_register=True,
        sanctions_list=True,
    )
    player, terms = demo(), load_terms()
    seen = [code_from(player, HOME)]
    for check in ("register", "location", "sanctions"):
        ask_check(check, player, HOME, terms)
        seen.append(code_from(player, HOME))
    assert seen == ["register_unanswered", "location_unanswered", "sanctions_unanswered", ""]
    told = [set(question) - {"check", "player", "nonce"} for question in server.questions]
    assert told == [{"country", "number"}, {"address"}, {"full_name", "birth_date"}]


def test_who_the_register_lists_is_excluded_until_it_answers_otherwise(
    server: GateServer, profile: ProfileChange
) -> None:
    profile(exclusion_register=True)
    player, terms = demo(), load_terms()
    server.rule = lambda _question: {"outcome": "refused"}
    ask_check("register", player, HOME, terms)
    assert code_from(player, HOME) == "register_listed"
    apply_whole_register()
    assert code_from(player, HOME) == State.OPERATOR_EXCLUDED
    server.manner = Manner.FAILING  # silence does not end an exclusion
    ask_check("register", player, HOME, terms)
    assert apply_whole_register() == 0
    server.rule, server.manner = answer, Manner.HONEST
    ask_check("register", player, HOME, terms)
    apply_whole_register()
    assert code_from(player, HOME) == ""


def test_the_register_is_asked_again_while_a_session_is_open(
    server: GateServer, profile: ProfileChange
) -> None:
    profile(exclusion_register=True, register_max_age_hours=1)
    player, client = demo(), Client()
    ask_register()
    assert not server.questions  # nobody is signed in
    log_in(client, player.email)
    ask_register()
    assert len(server.questions) == 1
    server.rule = lambda _question: {"outcome": "refused"}
    ask_register()
    assert len(server.questions) == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        ask_register()
        assert code_from(player, HOME) == State.OPERATOR_EXCLUDED
    client.logout()
    with time_machine.travel(timezone.now() + timedelta(hours=3)):
        ask_register()
    assert len(server.questions) == 2


def test_a_run_ends_when_the_register_is_silent(server: GateServer, profile: ProfileChange) -> None:
    profile(exclusion_register=True)
    for n in range(5):
        log_in(Client(), register_demo_player(f"p{n}@example.com", PASSWORD, "Demo Player").email)
    server.manner = Manner.FAILING
    for expected in (3, 2, 0):
        assert ask_register_again() == expected


def test_all_are_compared_only_after_a_change(
    server: GateServer, profile: ProfileChange, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile(exclusion_register=True)
    runs: list[int] = []

    def compare(most: int) -> tuple[list[int], list[int]]:
        runs.append(most)
        return find_register_changes(most)

    monkeypatch.setattr(listed_players, "find_register_changes", compare)
    player = demo()
    apply_changed_register()
    apply_changed_register()
    assert len(runs) == 1
    server.rule = lambda _question: {"outcome": "refused"}
    ask_check("register", player, "", load_terms())
    assert apply_changed_register() == 1
    assert apply_changed_register() == 0  # once more: the exclusion itself is a change
    seen = len(runs)
    assert apply_changed_register() == 0
    assert len(runs) == seen


@pytest.mark.parametrize(
    "manner", [one for one in Manner if one not in {Manner.HONEST, Manner.DROPPING}]
)
def test_a_provider_that_lies_fails_or_hangs_closes_the_gate(
    server: GateServer, profile: ProfileChange, monkeypatch: pytest.MonkeyPatch, manner: Manner
) -> None:
    monkeypatch.setattr(http_provider, "MOST_SECONDS", 1.0)
    profile(location_checks="provider", countries_allowed=["CO"])
    player, terms = demo(), load_terms()
    ask_check("location", player, UNKNOWN, terms)
    server.manner = manner
    for _ in range(2):
        ask_check("location", player, HOME, terms)
    assert code_from(player, HOME) == "location_unanswered"
    assert Event.objects.get(kind="gate_unanswered").severity == "alarm"


def test_a_connection_that_breaks_is_tried_again(
    server: GateServer, profile: ProfileChange
) -> None:
    profile(location_checks="provider", countries_allowed=["CO"])
    player, server.manner = demo(), Manner.DROPPING
    ask_check("location", player, HOME, load_terms())
    assert code_from(player, HOME) == ""


def test_a_check_without_a_provider_closes_the_gate(profile: ProfileChange) -> None:
    profile(location_checks="provider")
    player = demo()
    ask_check("location", player, HOME, load_terms())
    assert code_from(player, HOME) == "location_unanswered"
    assert Event.objects.filter(kind="gate_unanswered").count() == 1
