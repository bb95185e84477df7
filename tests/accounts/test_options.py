from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models.users import User
from accounts.profile.refusals import PreferenceRefusedError
from accounts.profile.services.preferences import Preferences, set_preferences
from tests.accounts.people import ana_confirmed, log_in

pytestmark = pytest.mark.database

CHOSEN = {"language": "en", "display_currency": "EUR", "four_colour_cards": "on"}


def preferences(user: User) -> Preferences:
    return Preferences.from_user(User.objects.get(pk=user.pk))


def save(client: Client, **changes: str) -> Any:
    return client.post(reverse("accounts:options"), {**CHOSEN, **changes})


def test_shortcuts_are_on_and_four_colours_off_until_chosen() -> None:
    chosen = preferences(ana_confirmed())
    assert chosen.keyboard_shortcuts
    assert not chosen.four_colour_cards


def test_options_are_kept_and_the_page_changes_its_language(client: Client) -> None:
    user = ana_confirmed()
    client.force_login(user)
    assert save(client).status_code == 303
    assert preferences(user) == Preferences(
        language="en",
        display_currency="EUR",
        keyboard_shortcuts=False,
        four_colour_cards=True,
    )
    page = client.get(reverse("accounts:options")).content.decode()
    assert '<html lang="en"' in page
    assert 'class="four-colour"' in page


@pytest.mark.parametrize(
    ("field", "value"), [("language", "fr"), ("display_currency", "BTC"), ("language", "")]
)
def test_a_choice_outside_the_list_changes_nothing(client: Client, field: str, value: str) -> None:
    user = ana_confirmed()
    before = preferences(user)
    client.force_login(user)
    assert save(client, **{field: value}).status_code == 422
    assert preferences(user) == before


def test_the_service_refuses_it_too() -> None:
    user = ana_confirmed()
    before = preferences(user)
    with pytest.raises(PreferenceRefusedError):
        set_preferences(user, Preferences("fr", "USD", True, True))  # noqa: FBT003 - fields in declared order
    assert preferences(user) == before


def test_cards_are_calm_and_the_table_silent_until_chosen(client: Client) -> None:
    user = ana_confirmed()
    before = preferences(user)
    assert (before.quick_cards, before.sounds) == (False, False)
    client.force_login(user)
    assert 'data-cards="quick"' not in client.get(reverse("accounts:options")).text
    save(client, quick_cards="on", sounds="on")
    after = preferences(user)
    assert (after.quick_cards, after.sounds) == (True, True)
    assert 'data-cards="quick"' in client.get(reverse("accounts:options")).text


@pytest.mark.parametrize(
    ("back", "leads"),
    [("/help/", "/help/"), ("//elsewhere.example/", "/options/"), ("", "/options/")],
)
def test_the_button_of_sounds_leads_back_to_its_own_page_only(
    client: Client, back: str, leads: str
) -> None:
    user = ana_confirmed()
    client.force_login(user)
    for heard in ("yes", "no"):
        answer = client.post(reverse("accounts:sounds"), {"heard": heard, "next": back})
        assert (answer.status_code, answer["Location"]) == (303, leads)
        assert preferences(user).sounds is (heard == "yes")


def test_sounds_need_an_account(client: Client) -> None:
    assert client.post(reverse("accounts:sounds"), {"heard": "yes"}).status_code == 302
    assert client.get(reverse("accounts:sounds")).status_code == 302


def test_options_are_for_those_signed_in(client: Client) -> None:
    answer = client.get(reverse("accounts:options"))
    assert answer["Location"].startswith(reverse("account_login"))
    assert save(client).status_code == 302


def test_the_language_switch_is_remembered_on_the_player(client: Client) -> None:
    user = ana_confirmed()
    client.force_login(user)
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert preferences(user).language == "en"


def test_the_language_switch_works_without_an_account_and_ignores_nonsense(
    client: Client,
) -> None:
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"
    user = ana_confirmed()
    client.force_login(user)
    client.post(reverse("set_language"), {"language": "xx", "next": "/"})
    assert preferences(user).language == "es"


def test_the_language_follows_the_player_to_another_device(client: Client) -> None:
    user = ana_confirmed(language="en")
    log_in(client, user.email)
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"


def test_the_language_of_the_account_holds_on_every_device_at_once() -> None:
    user = ana_confirmed(language="es")
    here, there = Client(), Client(headers={"accept-language": "en"})
    for device in (here, there):
        log_in(device, user.email)
    here.post(reverse("set_language"), {"language": "en", "next": "/"})
    for page in ("/", reverse("accounts:options"), "/help/"):
        assert there.get(page).headers["Content-Language"] == "en", page
    there.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"  # left by someone else in this browser
    assert there.get("/").headers["Content-Language"] == "en"
    there.post(reverse("account_logout"))
    assert there.get("/").headers["Content-Language"] == "es"


def test_a_greeting_is_in_the_language_of_the_account() -> None:
    user = ana_confirmed(language="en")
    log_in(Client(), user.email)
    client = Client(headers={"accept-language": "es"})
    log_in(client, user.email)
    assert "Last sign-in" in client.get("/").text


def test_the_language_takes_no_query() -> None:
    client = Client()
    client.force_login(ana_confirmed(language="en"))
    client.get(reverse("accounts:options"))  # writes last-seen for this minute
    with CaptureQueriesContext(connection) as found:
        client.get(reverse("accounts:options"))
    users = [one["sql"] for one in found if 'FROM "accounts_user"' in one["sql"]]
    assert len(users) == 1
