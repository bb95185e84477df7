"""Required links: asked by HEAD or GET over the webhooks' client, kept with their last check, and closing play for real money."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_network
from threading import Event
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from alarms.models import WatchReading
from alarms.services.watching import look_at_watches
from api.services import link_checks
from api.services.link_checks import check_due_links, check_link
from api.tasks import check_links
from api.values.webhook_answers import DeliveryFailure, WebhookAnswer
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.refusals import BetRefused
from journal.models import Event as JournalEvent
from profiles.models import LinkCheck
from profiles.selectors import links
from profiles.selectors.links import find_link_problem
from tables.selectors.house_tables import FRIENDLY
from tests.api.receivers import HOST, Receiver, answer_with, hang
from tests.casino import scenes
from tests.fixtures.profiles import ProfileChange
from tests.tables.house import an_open_table
from wallet.ledger.models import Transfer

LOOPBACK = [ip_network("127.0.0.0/8")]
HELP = "https://help.example/us"
NEVER = "https://never.example/"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    receiver = Receiver(tmp_path_factory.mktemp("links"))
    yield receiver
    receiver.close()


@pytest.fixture
def receiver(shared: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    settings.WEBHOOK_CA_FILE = shared.ca_file
    known = {HOST: "127.0.0.1", "inside.example": "10.0.0.7"}
    look_up = socket.getaddrinfo

    def resolve(host: str, port: Any, *more: Any, **named: Any) -> Any:
        if host in known:
            return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (known[host], port))]
        return look_up(host, port, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    shared.answer, shared.messages, shared.leave = answer_with(204), [], Event()
    return shared


def test_a_link_is_asked_for_by_head(receiver: Receiver) -> None:
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.command)
        answer_with(200)(request)

    receiver.answer = answer
    assert check_link(f"{receiver.url}#top", LOOPBACK).is_success
    assert asked == ["HEAD"]


def test_and_by_get_where_a_server_knows_no_head(receiver: Receiver) -> None:
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.command)
        answer_with(405 if request.command == "HEAD" else 200)(request)

    receiver.answer = answer
    assert check_link(receiver.url, LOOPBACK).is_success
    assert asked == ["HEAD", "GET"]


def test_a_redirect_is_followed_to_allowed_addresses_only(receiver: Receiver) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        if request.path == "/new":
            answer_with(200)(request)
        elif request.path == "/private":
            answer_with(302, Location="https://inside.example/")(request)
        elif request.path == "/round":
            answer_with(302, Location="/round")(request)
        else:
            answer_with(301, Location="/new")(request)

    receiver.answer = answer
    assert check_link(receiver.url, LOOPBACK).is_success
    base = receiver.url.partition("/events")[0]
    assert check_link(f"{base}/private", LOOPBACK).failure == DeliveryFailure.NETWORK
    receiver.messages.clear()
    assert check_link(f"{base}/round", LOOPBACK).failure == DeliveryFailure.REDIRECT
    assert len(receiver.messages) == link_checks.MOST_REDIRECTS + 1


def test_errors_time_outs_and_private_addresses_are_failures(
    receiver: Receiver, settings: Settings
) -> None:
    receiver.answer = answer_with(500)
    answer = check_link(receiver.url, LOOPBACK)
    assert (answer.failure, answer.status) == (DeliveryFailure.STATUS, 500)
    assert check_link(receiver.url, []).failure == DeliveryFailure.NETWORK
    settings.WEBHOOK_SECONDS = 0.3
    receiver.answer = hang(receiver)
    assert check_link(receiver.url, LOOPBACK).failure == DeliveryFailure.TIMEOUT


class Answers:
    """Answers to checks by address; counts them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failures = {HELP: DeliveryFailure.NONE}
        self.asked: list[str] = []
        monkeypatch.setattr(link_checks, "check_link", self.check)

    def check(self, address: str, _networks: object) -> WebhookAnswer:
        self.asked.append(address)
        return WebhookAnswer(self.failures[address], 200)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    monkeypatch.setattr(links, "KEPT_SECONDS", 0)
    links.forget_checks()
    return Answers(monkeypatch)


def required(profile: ProfileChange, *addresses: str) -> None:
    named = [f"Help={address}" for address in addresses]
    profile(required_links=["help_organisations"], help_organisations=named, links_checked_hours=24)


@pytest.mark.database
def test_only_required_links_are_checked_and_in_time(
    profile: ProfileChange, answers: Answers
) -> None:
    now = timezone.now()
    profile(help_organisations=[f"Help={NEVER}"])
    assert check_due_links(now) == 0
    required(profile, HELP)
    assert (check_due_links(now), check_due_links(now)) == (1, 0)
    assert check_due_links(now + timedelta(hours=12)) == 1
    answers.failures[HELP] = DeliveryFailure.TIMEOUT
    assert check_due_links(now + timedelta(hours=24)) == 1
    assert check_due_links(now + timedelta(hours=24, minutes=9)) == 0
    assert check_due_links(now + timedelta(hours=24, minutes=10)) == 1
    assert answers.asked == [HELP] * 4
    profile(required_links=[])
    check_due_links(now)
    assert not LinkCheck.objects.exists()


@pytest.mark.database
def test_what_closes_real_money(profile: ProfileChange, answers: Answers) -> None:
    now = timezone.now()
    required(profile)
    missing = find_link_problem()
    assert missing is not None
    assert (missing.group, missing.problem) == ("help_organisations", "missing")
    required(profile, HELP)
    unchecked = find_link_problem()
    assert unchecked is not None
    assert unchecked.problem == "unchecked"
    check_links()
    assert find_link_problem() is None
    late = find_link_problem(at=now + timedelta(hours=25))
    assert late is not None
    assert late.problem == "unchecked"
    LinkCheck.objects.update(failure=DeliveryFailure.STATUS)
    failed = find_link_problem()
    assert failed is not None
    assert (failed.address, failed.problem) == (HELP, "status")
    assert answers.asked == [HELP]


@pytest.mark.database
def test_a_bet_is_refused_and_nothing_moves(profile: ProfileChange, answers: Answers) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    here = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    required(profile, HELP)
    before = Transfer.objects.count()
    with pytest.raises(BetRefused) as caught:
        place_bet(player, table, scenes.bet_request(here))
    assert (caught.value.code, caught.value.field) == ("required_links", "help_organisations")
    assert (Transfer.objects.count(), Round.objects.exists()) == (before, False)
    page = scenes.signed_in(player).get(reverse("casino:table", args=[table.slug]))
    assert str(caught.value.message) in page.content.decode()
    check_links()
    assert answers.asked == [HELP]
    place_bet(player, table, scenes.bet_request(here))
    assert Round.objects.count() == 1


@pytest.mark.database
@pytest.mark.usefixtures("answers")
def test_the_links_of_the_players_country_count_too(profile: ProfileChange) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    here = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    profile(player.country, required_links=["regulators"])
    with pytest.raises(BetRefused) as caught:
        place_bet(player, table, scenes.bet_request(here))
    assert (caught.value.code, caught.value.field) == ("required_links", "regulators")
    assert not Round.objects.exists()


@pytest.mark.database
@pytest.mark.usefixtures("answers")
def test_play_money_goes_on(profile: ProfileChange) -> None:
    required(profile)
    player, table = scenes.new_player(), an_open_table(FRIENDLY)
    page = scenes.signed_in(player).get(reverse("casino:table", args=[table.slug]))
    assert "Play for real money is closed" not in page.content.decode()


@pytest.mark.database
def test_an_alarm_says_that_a_link_fails(profile: ProfileChange, answers: Answers) -> None:
    now = timezone.now()
    look_at_watches(now)
    assert not WatchReading.objects.filter(name="links").exists()
    required(profile, HELP)
    look_at_watches(now)
    assert JournalEvent.objects.get(kind="watch_failed").data["watch"] == "links"
    check_links()
    look_at_watches(now)
    assert WatchReading.objects.get(name="links").state == WatchReading.State.GOOD
    assert JournalEvent.objects.filter(kind="watch_recovered").count() == 1
    assert answers.asked == [HELP]


@pytest.mark.database
def test_checks_need_no_query_of_their_own(
    profile: ProfileChange, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    required(profile, HELP)
    find_link_problem()
    with django_assert_num_queries(0):
        assert find_link_problem() is not None
