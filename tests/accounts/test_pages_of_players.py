"""Staff at a page about a player's own account, money or rounds: whose page it is, and the way to the back office."""

from typing import Any

import pytest
from django.urls import reverse

from accounts.roles.values import Role
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database


@pytest.mark.parametrize(
    ("language", "said", "home"),
    [
        ("en", "This page is for players", "To the back office"),
        ("es", "Esta página es para jugadores", "Ir a la administración"),
    ],
)
@pytest.mark.parametrize(
    "name", ["wallet:bank", "wallet:deposit", "results:statistics", "accounts:account"]
)
def test_staff_at_a_page_of_players_read_whose_it_is(
    name: str, language: str, said: str, home: str
) -> None:
    answer: Any = inside(staff(Role.OPERATOR), language).get(reverse(name))
    assert (answer.status_code, answer["Refusal-Code"]) == (403, "players_only")
    page = " ".join(answer.content.decode().split())
    assert f"<h1>{said}</h1>" in page
    assert f'href="/staff/">{home}' in page


def test_the_menu_of_staff_offers_no_page_of_players(client: Any) -> None:
    own = [reverse(name) for name in ("wallet:bank", "results:statistics", "casino:history")]
    lobby = inside(staff(Role.OPERATOR)).get("/").text
    assert not [address for address in own if f'href="{address}"' in lobby]
    assert 'href="/staff/">To the back office' in lobby
    client.force_login(ana_confirmed())
    assert all(f'href="{address}"' in client.get("/").text for address in own)
