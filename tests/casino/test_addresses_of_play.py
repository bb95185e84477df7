"""URLs of play: access, methods and caching."""

import pytest
from django.test import Client

from casino.models import Round
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, seated

pytestmark = pytest.mark.database


@pytest.mark.parametrize(
    "path", ["/", "/help/", "/help/ligalo/", "/fairness/", "/fairness/verify/"]
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_public_pages_need_no_login(path: str, language: str) -> None:
    scenes.ligalo()

    answer = Client().get(path, headers={"Accept-Language": language})

    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.text


def test_own_pages_show_what_was_played() -> None:
    client, place = seated()
    client.post(TABLE + "bet/", bet_form(place))
    round_ = scenes.play(Round.objects.get(), "stand")

    for path in ("/rounds/", f"/rounds/{round_.public_id}/", "/statistics/"):
        assert client.get(path).status_code == 200


def test_an_unknown_table_is_not_found() -> None:
    client, _ = seated()

    assert client.get("/table/nowhere/").status_code == 404


@pytest.mark.parametrize("name", ["bet", "action", "client-seed", "change-shoe"])
def test_a_form_url_opened_as_a_page_is_explained(name: str) -> None:
    client, _ = seated()

    answer = client.get(f"{TABLE}{name}/")

    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "<h1>" in answer.text


@pytest.mark.parametrize("page", [TABLE, "/rounds/", "/statistics/"])
def test_a_players_pages_are_kept_by_no_browser(page: str) -> None:
    client, _ = seated()

    assert "no-store" in client.get(page)["Cache-Control"]


def test_htmx_going_back_in_its_history_gets_the_whole_page() -> None:
    client, _ = seated()
    restore = {**HTMX, "HX-History-Restore-Request": "true"}

    assert client.get(TABLE, headers=restore).text.lstrip().startswith("<!DOCTYPE html>")
    assert client.get(TABLE, headers=HTMX).text.lstrip().startswith("<section")
