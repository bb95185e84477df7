"""Account enumeration: sign-up and the pages after it never reveal whether an address has an account."""

import re
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models.users import User
from tests.accounts.people import ana, ana_confirmed, form_of
from tests.casino import scenes
from tests.wallet.rates import approved

pytestmark = pytest.mark.database
VICTIM, NOBODY = "victim@example.com", "nobody@example.com"
CHOSEN = "another horse battery"
TABLE = "/table/friendly/"
PAGES = (TABLE, "/", "/help/ligalo/", "/account/", "/bank/")
STATUSES = (200, 200, 200, 200, 302, 302)
"""Statuses of the page after sign-up and of PAGES; the last two ask to sign in."""
_CHANGING = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*|[0-9a-f]{64}|[0-9a-f-]{36}|ligalo-[0-9a-f]{12}'
    r'|datetime="[^"]*|data-now="[^"]*|told": "[^"]*|name="visitor" value="[^"]*|\w+@example.com'
)


@pytest.fixture(autouse=True)
def victim() -> None:
    cache.clear()
    scenes.table_of("friendly")
    scenes.ligalo()
    approved("COP", "4000")
    ana_confirmed(email=VICTIM)


def seen(client: Client, path: str) -> tuple[int, str]:
    """Return the status and the text of a page without the parts that differ between visits."""
    answer = client.get(path)
    return answer.status_code, _CHANGING.sub("", answer.text)


def sign_up_as(email: str, client: Client) -> tuple[Any, ...]:
    """Sign up with this address, visit PAGES and return everything the browser got."""
    answer = client.post(reverse("account_signup"), form_of(ana(email=email, password=CHOSEN)))
    pages = [seen(client, path) for path in (answer["Location"], *PAGES)]
    assert [answer.status_code, *(status for status, _page in pages)] == [302, *STATUSES]
    return answer.status_code, answer["Location"], pages


def a_guest() -> Client:
    client = Client()
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', client.get(TABLE).text)
    form = {**dict(found), "stake-1": "10", "salt": scenes.SALT}
    assert client.post(TABLE + "bet/", form).status_code == 303
    return client


def test_a_new_browser_does_not_learn_that_an_account_exists() -> None:
    assert sign_up_as(VICTIM, Client()) == sign_up_as(NOBODY, Client())


def test_the_chosen_password_does_not_reveal_an_account() -> None:
    """The answers are equal at once and after as many attempts as are allowed."""
    found = []
    for email in (VICTIM, NOBODY):
        cache.clear()  # each address starts without failures of the network
        client, answers = Client(), list[tuple[int, str]]()
        sign_up_as(email, client)
        with time_machine.travel(timezone.now(), tick=False) as clock:
            for _ in range(6):
                answer = client.post(reverse("account_login"), {"login": email, "password": CHOSEN})
                answers.append((answer.status_code, _CHANGING.sub("", answer.text)))
                clock.shift(10)
        found.append(answers)
    assert found[0] == found[1]
    assert {status for status, _page in found[0]} == {422}


def test_signing_up_twice_does_not_reveal_an_account() -> None:
    """A second address after the first gives the same answer and balance in both cases."""
    found = []
    for email in (VICTIM, NOBODY):
        client = a_guest()
        first = sign_up_as(email, client)[:2]
        guest = User.objects.order_by("-pk").first()
        sign_up_as(f"second.{email}", client)
        found.append((first, client.get(TABLE).context["page"].balance))
        assert guest is not None
    assert found[0] == found[1]


def test_sign_up_reveals_no_account_when_guests_are_full(settings: Settings) -> None:
    settings.GUESTS_IN_TOTAL = settings.GUESTS_PER_NETWORK = 0
    assert sign_up_as(VICTIM, Client()) == sign_up_as(NOBODY, Client())


def test_a_form_that_is_sent_twice_gets_the_same_answer_twice() -> None:
    people = User.objects.filter(is_guest=False).count()
    assert sign_up_as(NOBODY, Client())[:2] == sign_up_as(NOBODY.upper(), Client())[:2]
    assert User.objects.filter(is_guest=False).count() == people + 1
