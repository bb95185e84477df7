"""What the lobby says to each reader: the next step to real money, whom a table is for, what a visitor can play."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models.users import State, User
from tests.casino import scenes
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database


def read_lobby(player: User | None, language: str = "en") -> str:
    client = Client()
    if player is not None:
        client.force_login(player)
    read_in(client, language)
    return " ".join(client.get(reverse("casino:lobby")).text.split())


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
def test_who_is_not_verified_sees_the_next_step(language: str, words: str) -> None:
    told = read_lobby(not_verified(), language)
    assert re.search(f'<a href="{reverse("accounts:identity")}">{words}</a>', told)


def test_whose_address_is_not_confirmed_sees_it_too() -> None:
    player = not_verified()
    EmailAddress.objects.filter(user=player).update(verified=False)
    assert "1 of 4 steps to play" in read_lobby(player)


def test_nobody_else_is_called_to_real_money() -> None:
    steps = "steps to play for real money"
    assert steps not in read_lobby(None)
    player = scenes.new_player(funds="0")
    assert steps not in read_lobby(player)
    for state in (State.SELF_EXCLUDED, State.SUSPENDED, State.PENDING):
        User.objects.filter(pk=player.pk).update(
            state=state, verified_at=None, verification_method=""
        )
        assert steps not in read_lobby(User.objects.get(pk=player.pk)), state
