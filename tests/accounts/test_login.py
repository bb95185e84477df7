import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.factors.selectors import demo_code
from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from accounts.roles.selectors import load_rights
from accounts.roles.values import Role
from journal.models import Event, EventKind
from tests.accounts.people import (
    PASSWORD,
    ana_confirmed,
    is_signed_in,
    log_in,
)
from tests.accounts.staff import PASSWORD as STAFF_PASSWORD, staff

pytestmark = pytest.mark.database


def test_the_right_password_signs_in_and_logging_out_ends_it(client: Client) -> None:
    user = ana_confirmed()
    assert log_in(client, user.email.upper()).status_code == 302
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_logging_out_takes_more_than_a_link(client: Client) -> None:
    client.force_login(ana_confirmed())
    client.get(reverse("account_logout"))
    assert is_signed_in(client)


def test_the_answer_is_the_same_whichever_part_was_wrong(client: Client) -> None:
    user = ana_confirmed()
    wrong_password = log_in(client, user.email, "not her password")
    wrong_address = log_in(client, "nobody@example.com", PASSWORD)
    assert wrong_password.status_code == wrong_address.status_code == 422
    assert wrong_password.context["form"].errors == wrong_address.context["form"].errors
    assert not is_signed_in(client)


def test_failed_logins_are_events_without_the_address(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email, "not her password")
    log_in(client, "nobody@example.com", PASSWORD)
    events = Event.objects.filter(kind=EventKind.LOGIN_FAILED).order_by("id")
    assert [event.subject for event in events] == [f"user {user.pk}", "nobody"]
    assert [event.data for event in events] == [{"ip": "127.0.0.1"}] * 2


def signed_in_events() -> list[tuple[int | None, str, object]]:
    """Return actor, subject and data of the sign-in events, oldest first."""
    found = Event.objects.filter(kind="logged_in").order_by("id")
    return list(found.values_list("actor_id", "subject", "data"))


def test_a_sign_in_is_an_event_with_the_network_address(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    assert signed_in_events() == [(user.pk, f"user {user.pk}", {"ip": "127.0.0.1"})]


@pytest.mark.usefixtures("still_clock")
def test_staff_sign_in_with_both_factors(client: Client) -> None:
    user = staff(Role.OPERATOR)
    log_in(client, user.email, STAFF_PASSWORD)
    assert signed_in_events() == []
    client.post(reverse("mfa_authenticate"), {"code": demo_code(user)})
    assert signed_in_events() == [(user.pk, f"user {user.pk}", {"ip": "127.0.0.1"})]


def test_asking_for_a_reset_says_nothing_about_the_account(client: Client) -> None:
    user = ana_confirmed()
    known = client.post(reverse("account_reset_password"), {"email": user.email})
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.com"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert [message.to for message in mail.outbox] == [[user.email], ["nobody@example.com"]]


def test_a_locked_account_cannot_sign_in(client: Client) -> None:
    user = ana_confirmed()
    change_state(user, State.LOCKED, "asked by the player", acting_user=None)
    assert log_in(client, user.email)["Location"] == reverse("account_inactive")
    assert not is_signed_in(client)


def test_locking_an_account_ends_its_sessions(client: Client) -> None:
    user = ana_confirmed()
    client.force_login(user)
    change_state(user, State.LOCKED, "stolen phone", acting_user=None)
    assert client.get(reverse("accounts:options")).status_code == 302


def test_closing_an_account_ends_its_sessions_but_allows_sign_in_to_read(
    client: Client,
) -> None:
    user = ana_confirmed()
    client.force_login(user)
    change_state(user, State.CLOSED, "asked by the player", acting_user=None)
    assert client.get(reverse("accounts:options")).status_code == 302
    log_in(client, user.email)
    assert is_signed_in(client)


def test_former_staff_cannot_sign_in(client: Client) -> None:
    clerk = staff(Role.CASHIER)
    client.force_login(clerk)
    change_state(clerk, State.CLOSED, "left the house", acting_user=None)
    assert client.get(reverse("accounts:options")).status_code == 302
    assert not User.objects.get(pk=clerk.pk).is_active
    assert load_rights(clerk) == frozenset()


@pytest.mark.parametrize("state", [State.SELF_EXCLUDED, State.OPERATOR_EXCLUDED, State.SUSPENDED])
def test_excluded_players_can_still_reach_their_money(client: Client, state: State) -> None:
    user = ana_confirmed()
    change_state(user, state, "asked by the player", acting_user=None)
    log_in(client, user.email)
    assert is_signed_in(client)


def test_changing_the_password_needs_the_old_one(client: Client) -> None:
    user = ana_confirmed()
    client.force_login(user)
    new = {"password1": "another long secret", "password2": "another long secret"}
    answer = client.post(reverse("account_change_password"), {"oldpassword": "not hers", **new})
    user.refresh_from_db()
    assert answer.status_code == 422
    assert user.check_password(PASSWORD)
