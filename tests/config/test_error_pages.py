"""A page that is not there leads back to where its reader works."""

import pytest
from django.test import Client

from accounts.roles import Role
from tests.accounts.staff import inside, staff

STAFF, LOBBY = '<a class="button button--primary" href="/staff/">', 'href="/">To the lobby'


@pytest.mark.django_db
def test_staff_are_led_to_the_back_office_and_players_to_the_lobby() -> None:
    browser = inside(staff(Role.CASHIER))
    for address, status in (("/staff/nothing/", 404), ("/staff/people/", 403)):
        answer = browser.get(address)
        assert answer.status_code == status
        assert STAFF in answer.content.decode()
        assert LOBBY not in answer.content.decode()
    assert LOBBY in Client().get("/nothing/", headers={"accept-language": "en"}).content.decode()
