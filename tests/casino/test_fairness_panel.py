"""The shoe panel of a table: lazy loading, inside the table's fragment while open, and as a page of its own."""

import pytest
from django.test import Client

from casino.selectors.places import shoes_ahead
from tests.casino.test_table_page import HTMX, TABLE, bet_form, seated

pytestmark = pytest.mark.database

PANEL = 'id="fairness-panel"'


def test_the_table_always_shows_what_was_published_before_the_round() -> None:
    client, place = seated()
    present, following = shoes_ahead(place.place)

    text = client.get(TABLE).text

    assert present.commitment in text
    assert f">{place.client_seed}</dd>" in text
    assert following.commitment not in text
    assert PANEL not in text
    assert f'hx-get="{TABLE}fairness/"' in text
    assert f'<a href="{TABLE}fairness/">' in text


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_panel_shows_the_fairness_details(headers: dict[str, str]) -> None:
    client, place = seated()
    _, following = shoes_ahead(place.place)

    answer = client.get(f"{TABLE}fairness/", headers=headers)

    assert answer.status_code == 200
    assert PANEL in answer.text
    assert following.commitment in answer.text
    assert f'action="{TABLE}client-seed/"' in answer.text
    assert ("<html" in answer.text) == (not headers)
    # as a page of its own it has no table to swap an answer into
    assert ("hx-post" in answer.text) == bool(headers)


def test_an_open_panel_comes_with_the_table() -> None:
    client, place = seated()

    text = client.post(TABLE + "bet/", {**bet_form(place), "panel": "open"}, headers=HTMX).text

    assert 'id="fairness" open' in text
    assert PANEL in text
    assert (
        '<button type="submit"\n            class="button"\n            id="seed-change" disabled'
        in text
    )


def test_a_refused_seed_stays_in_its_field() -> None:
    client, _ = seated()

    answer = client.post(TABLE + "client-seed/", {"client_seed": "mine 2"}, headers=HTMX)

    assert answer.status_code == 422
    assert 'id="fairness" open' in answer.text
    assert 'value="mine 2"' in answer.text


def test_anonymous_users_are_redirected_to_sign_in() -> None:
    seated()

    answer = Client().get(f"{TABLE}fairness/")

    assert answer.status_code == 302
    assert "login" in answer["Location"]
