"""Password changes write only the password: concurrent changes of the account are kept."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from accounts.sign_in.views.adapter import AccountAdapter
from tests.accounts.people import PASSWORD, ana_confirmed, link_in_last_mail, log_in

pytestmark = pytest.mark.database
NEW = "another horse battery"
Meanwhile = Callable[[User], None]


def changed(player: User, meanwhile: Meanwhile) -> Any:
    """Post the password form with the old password; `meanwhile` runs before the password is written."""
    client = Client()
    log_in(client, player.email)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    with during(player, meanwhile):
        return client.post(reverse("account_change_password"), form)


def set_by_link(player: User, meanwhile: Meanwhile) -> Any:
    """Set the password by the mailed link; `meanwhile` runs before the password is written."""
    client = Client()
    client.post(reverse("account_reset_password"), {"email": player.email})
    page = client.get(link_in_last_mail(), follow=True)
    with during(player, meanwhile):
        return client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})


def during(player: User, meanwhile: Meanwhile) -> Any:
    """Patch the adapter to run `meanwhile` after form validation and before the password is written."""
    write = AccountAdapter.set_password

    def later(self: AccountAdapter, user: User, password: str) -> None:
        meanwhile(User.objects.get(pk=player.pk))
        write(self, user, password)

    return patch.object(AccountAdapter, "set_password", later)


def closed(player: User) -> None:
    change_state(player, State.CLOSED, "asked for by letter", acting_user=None)


def stopped(player: User) -> None:
    User.objects.filter(pk=player.pk).update(play_stopped=True, sessions_ended=3)


@pytest.mark.parametrize("way", [changed, set_by_link])
def test_an_account_closed_during_the_reset_stays_closed(
    way: Callable[[User, Meanwhile], Any],
) -> None:
    player = ana_confirmed()
    way(player, closed)
    player.refresh_from_db()
    assert player.state == State.CLOSED
    assert player.check_password(NEW)


@pytest.mark.parametrize("way", [changed, set_by_link])
def test_a_restriction_imposed_during_the_reset_stays(
    way: Callable[[User, Meanwhile], Any],
) -> None:
    player = ana_confirmed()
    before = player.password_set_at
    assert before is not None
    way(player, stopped)
    player.refresh_from_db()
    assert (player.play_stopped, player.sessions_ended) == (True, 3)
    assert player.password_set_at is not None
    assert player.password_set_at > before
