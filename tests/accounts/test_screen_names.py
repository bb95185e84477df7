"""Screen names of players at live tables."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models.users import User
from accounts.profile.services.screen_names import set_screen_name
from accounts.values.screen_names import ScreenNameRefused, ScreenNameTaken, screen_name
from tests.casino import scenes

pytestmark = pytest.mark.database


def chosen(user: User) -> str | None:
    return User.objects.values_list("screen_name", flat=True).get(pk=user.pk)


@pytest.mark.parametrize("name", ["Ana", "Ñandú 7", "mar.y-sol_9", "x" * 16])
def test_a_screen_name_is_letters_and_digits(name: str) -> None:
    user = scenes.new_player()
    set_screen_name(user, f" {name}\u200b ")
    assert chosen(user) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ab", "screen_name"),
        ("x" * 17, "screen_name"),
        ("ana@demo", "screen_name"),
        ("a__b", "screen_name"),
        ("-ana", "screen_name"),
        ("<b>ana</b>", "screen_name"),
        ("D3aler", "screen_name_blocked"),
        ("Lígalo", "screen_name_blocked"),
        ("m1erda", "screen_name_blocked"),
        ("Player 4821", "screen_name_blocked"),
        ("jugador-7", "screen_name_blocked"),
    ],
)
def test_others_are_refused(name: str, code: str) -> None:
    user = scenes.new_player()
    set_screen_name(user, "Ana")
    with pytest.raises(ScreenNameRefused) as refused:
        set_screen_name(user, name)
    assert refused.value.code == code
    assert chosen(user) == "Ana"


def test_two_players_never_have_the_same_name() -> None:
    ana, luis = scenes.new_player("ana@example.test"), scenes.new_player("luis@example.test")
    set_screen_name(ana, "Malecón")
    with pytest.raises(ScreenNameTaken):
        set_screen_name(luis, "malecón")
    assert chosen(luis) is None
    set_screen_name(ana, "")
    set_screen_name(luis, "malecón")
    assert (chosen(ana), chosen(luis)) == (None, "malecón")


def test_the_default_name_is_a_number_in_the_readers_language() -> None:
    names = {screen_name(None, pk) for pk in range(1, 20_000)}
    assert len(names) == 19_999
    with translation.override("es"):
        assert screen_name(None, 1) == f"Jugador {screen_name(None, 1).split()[1]}"
    assert screen_name("Ana", 1) == "Ana"


def test_the_screen_name_is_set_in_the_options(client: Client) -> None:
    user, page = scenes.new_player(), reverse("accounts:options")
    client.force_login(user)
    form = {"language": "es", "display_currency": "USD", "screen_name": "Ana"}
    assert client.post(page, form).status_code == 303
    assert 'value="Ana"' in client.get(page).text
    answer = client.post(page, {**form, "screen_name": "dealer", "language": "en"})
    assert answer.status_code == 422
    kept = User.objects.get(pk=user.pk)
    assert (kept.screen_name, kept.language) == ("Ana", "es")
