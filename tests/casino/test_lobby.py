"""The lobby for each reader: next step to real money, the table's audience, tables open to visitors."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models.users import State, User
from tables.models import Table
from tables.selectors.house_tables import (
    ATLANTIC_CITY,
    CASINO_FLOOR,
    FRIENDLY,
    LIGALO,
    LIVE,
    LIVE_TABLES,
    HouseTable,
)
from tests.casino import scenes
from tests.fixtures.reading import read_in
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database


def read_lobby(player: User | None, language: str = "en") -> str:
    client = Client()
    if player is not None:
        client.force_login(player)
    read_in(client, language)
    return " ".join(client.get(reverse("casino:lobby")).text.split())


def test_without_an_open_table_the_lobby_says_whether_one_opens_and_offers_to_reload() -> None:
    closed, opening = "No table is open at the moment.", "The tables are about to open."
    reload = f'<a href="{reverse("casino:lobby")}">Reload the page</a>'
    scenes.ligalo()
    assert reload not in read_lobby(None)
    for status, told, untold in (
        (Table.Status.OPENING, opening, closed),
        (Table.Status.CLOSED, closed, opening),
        (Table.Status.REFUSED, opening, closed),  # as if there were no table
    ):
        Table.objects.update(status=status)
        page = read_lobby(None)
        assert (told in page, untold in page, reload in page) == (True, False, True), status


def not_verified() -> User:
    player = scenes.new_player(funds="0")
    User.objects.filter(pk=player.pk).update(verified_at=None, verification_method="")
    return User.objects.get(pk=player.pk)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", r"\d of 4 steps to play for real money"),
        ("es", r"\d de 4 pasos para jugar con dinero real"),
    ],
)
def test_an_unverified_player_sees_the_next_step(language: str, words: str) -> None:
    told = read_lobby(not_verified(), language)
    assert re.search(f'<a href="{reverse("accounts:identity")}">{words}</a>', told)


def test_a_player_with_an_unconfirmed_address_sees_the_next_step() -> None:
    player = not_verified()
    EmailAddress.objects.filter(user=player).update(verified=False)
    assert "1 of 4 steps to play" in read_lobby(player)


def test_only_eligible_players_are_invited_to_real_money() -> None:
    steps = "steps to play for real money"
    assert steps not in read_lobby(None)
    player = scenes.new_player(funds="0")
    assert steps not in read_lobby(player)
    for state in (State.SELF_EXCLUDED, State.SUSPENDED, State.PENDING):
        User.objects.filter(pk=player.pk).update(
            state=state, verified_at=None, verification_method=""
        )
        assert steps not in read_lobby(User.objects.get(pk=player.pk)), state


@pytest.mark.parametrize(
    ("house", "english", "spanish"),
    [
        (LIGALO, "Easy: one hand, small bets", "Fácil: una mano, apuestas pequeñas"),
        (
            ATLANTIC_CITY,
            "For regulars: up to 5 hands, bets from $1.00",
            "Para habituales: hasta 5 manos, apuestas desde US$ 1,00",
        ),
        (
            CASINO_FLOOR,
            "For experts: up to 7 hands, from $5.00 per round",
            "Para expertos: hasta 7 manos, desde US$ 5,00 por partida",
        ),
        (
            LIVE,
            "For regulars: one hand, bets from $1.00, 4 side bets",
            "Para habituales: una mano, apuestas desde US$ 1,00, 4 apuestas laterales",
        ),
        (FRIENDLY, "Easy: one hand, play money", "Fácil: una mano, dinero de juego"),
        (
            LIVE_TABLES["amigos"],
            "Easy: one hand, with other players, play money",
            "Fácil: una mano, con otros jugadores, dinero de juego",
        ),
    ],
    ids=lambda one: one.slug if isinstance(one, HouseTable) else "",
)
def test_a_table_names_its_audience(house: HouseTable, english: str, spanish: str) -> None:
    an_open_table(house)
    for language, words in (("en", english), ("es", spanish)):
        told = read_lobby(None, language).replace("\N{NO-BREAK SPACE}", " ")
        assert f'<p class="lobby-table__sentence">{words}</p>' in told


def test_a_high_minimum_alone_makes_it_a_table_for_regulars() -> None:
    table = an_open_table(LIGALO)
    Table.objects.filter(pk=table.pk).update(min_bet_usd=50_000, chips=[50_000])
    assert "For regulars: one hand, bets from $5.00" in read_lobby(None)


def names_in(told: str) -> list[str]:
    return re.findall(r"<h2>([^<]*?) *(?:<span|</h2>)", told)


def test_a_visitor_sees_the_table_that_takes_guests_first(settings: Settings) -> None:
    for house in (LIGALO, ATLANTIC_CITY, FRIENDLY):
        an_open_table(house)
    assert names_in(read_lobby(None)) == ["Friendly", "Lígalo", "Atlantic City"]
    player = scenes.new_player(funds="0")
    assert names_in(read_lobby(player)) == ["Lígalo", "Atlantic City", "Friendly"]
    settings.GUEST_TABLE = ""
    assert names_in(read_lobby(None)) == ["Lígalo", "Atlantic City", "Friendly"]
