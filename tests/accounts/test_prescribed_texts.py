"""Texts that the profile prescribes: the helpline at sign-in and sign-out, the warning at the foot."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.casino import scenes

pytestmark = pytest.mark.database
LINE = "If you or someone you know has a problem: 1-800-GAMBLER"
SIGN_IN, SIGN_OUT = reverse("account_login"), reverse("account_logout")


def signed_in_by_form() -> tuple[Client, str]:
    """Sign a player in and return the client and the page after it."""
    player, client = scenes.new_player(), Client()
    form = {"login": player.email, "password": scenes.PASSWORD}
    return client, client.post(SIGN_IN, form, follow=True).text


def test_the_helpline_is_shown_before_and_after_signing_in_and_out(
    profile: Callable[..., None],
) -> None:
    profile(helpline=LINE)
    assert LINE in Client().get(SIGN_IN).text
    client, page = signed_in_by_form()
    assert page.count(LINE) == 1
    assert LINE not in client.get("/help/").text
    assert LINE in client.get(SIGN_OUT).text
    assert LINE in client.post(SIGN_OUT, follow=True).text


def test_without_a_prescribed_helpline_signing_in_says_nothing() -> None:
    _, page = signed_in_by_form()
    assert "data-helpline" not in Client().get(SIGN_IN).text
    assert 'class="notice notice--success"' not in page


def test_a_prescribed_warning_is_at_the_foot_of_every_page(profile: Callable[..., None]) -> None:
    words = "El juego con exceso puede causar adicción"
    assert words not in Client().get("/help/").text
    profile(play_warning=words)
    for address in (SIGN_IN, "/help/", "/responsible/"):
        assert words in Client().get(address).text
