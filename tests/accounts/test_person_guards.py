"""Database guards on accounts: staff and players never change sides; changed personal data leaves an event, without names and addresses."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts.models.users import User
from accounts.roles.values import Role
from compliance.events.words.sentences import describe_event
from journal.models import Event
from journal.services.recording import declare_acting_user
from tests.accounts.people import ana_confirmed, demo, link_in_last_mail
from tests.accounts.staff import staff
from tests.accounts.test_second_step import ana_with_an_app

pytestmark = pytest.mark.database


def sql(statement: str, *values: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def changes() -> list[Event]:
    return list(Event.objects.filter(kind="personal_data_changed").order_by("id"))


@pytest.mark.parametrize(("who", "becomes"), [("player", "true"), ("staff", "false")])
def test_an_account_of_staff_is_never_a_players_nor_the_other_way_round(
    who: str, becomes: str
) -> None:
    user = demo() if who == "player" else staff(Role.CASHIER)
    for statement in (
        f"UPDATE accounts_user SET is_staff = {becomes} WHERE id = %s",  # noqa: S608  # constant booleans
        f"UPDATE accounts_user SET is_staff = {becomes}, language = 'en' WHERE id = %s",  # noqa: S608  # as above
    ):
        with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
            sql(statement, user.pk)
    sql("UPDATE accounts_user SET is_staff = is_staff, language = 'en' WHERE id = %s", user.pk)
    user.refresh_from_db()
    assert (user.is_staff, user.language) == (who == "staff", "en")


def test_personal_data_that_change_are_an_event_that_masks_names() -> None:
    user, clerk = ana_confirmed(), staff(Role.COMPLIANCE_ANALYST)
    declare_acting_user(clerk.pk)
    User.objects.filter(pk=user.pk).update(full_name="Ana Rojas", language="en", country="VE")
    (event,) = changes()
    assert (event.actor_id, event.subject, event.severity) == (
        clerk.pk,
        f"user {user.pk}",
        "notice",
    )
    assert event.data == {
        "before": {"full_name": "•", "country": "CO"},
        "after": {"full_name": "•", "country": "VE"},
    }
    read = [(one.before, one.after) for one in describe_event(event).changes]
    assert sorted(read) == [("CO", "VE"), ("•", "•")]


def test_unchanged_or_non_personal_data_is_no_event() -> None:
    user = ana_confirmed()
    user.keyboard_shortcuts = False
    user.save()
    sql("UPDATE accounts_user SET full_name = full_name, last_login = now()")
    assert changes() == []


@pytest.mark.empty
def test_bulk_changes_record_one_event_each() -> None:
    people = [staff(role) for role in Role]
    sql("UPDATE accounts_user SET birth_date = '1991-02-03'")
    assert {event.subject for event in changes()} == {f"user {one.pk}" for one in people}
    assert {event.actor_id for event in changes()} == {None}


def test_an_address_change_by_the_player_is_one_event(client: Client) -> None:
    user, _secret = ana_with_an_app()
    client.force_login(user)
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    client.post("/account/2fa/reauthenticate/", {"code": code})
    client.post("/account/email/", {"action_add": "", "email": "ana.new@example.com"})
    assert mail.outbox
    assert changes() == []
    client.post(link_in_last_mail())
    user.refresh_from_db()
    assert user.email == "ana.new@example.com"
    assert EmailAddress.objects.get(user=user).email == user.email
    (event,) = changes()
    assert event.data == {"before": {"email": "•"}, "after": {"email": "•"}}
    assert event.actor_id == user.pk
