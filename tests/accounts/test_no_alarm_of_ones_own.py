"""Sign-in, enrolment and recovery raise no tampering alarm: the columns that libraries write are declared."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from allauth.mfa.base.views import IndexView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from psycopg import Connection

from accounts.audit.middleware.acting_user import BY_LIBRARIES, WHILE_READING, WHILE_WRITING
from accounts.models.users import User
from accounts.roles.values import Role
from compliance.players.services import letters
from journal.models import Event, EventKind
from journal.models.history import Alteration
from journal.services.recording import (
    clear_acting_user,
    declare_acting_user,
    declare_acting_user_on_connection,
)
from tests.accounts.people import PASSWORD, ana, ana_confirmed, form_of, link_in_last_mail, log_in
from tests.accounts.recovering import ana_without_her_phone, approved, told_earlier
from tests.accounts.staff import inside, staff
from tests.accounts.test_second_step import code_now

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("still_clock")]

NEW: Final = "another long secret"


@contextmanager
def no_alarm(*ours: str) -> Iterator[None]:
    """Check that the block changes configured rows only in declared columns and raises no alarm.

    `ours` are columns written by a service of our own, which declares the acting user itself.
    """
    last = Alteration.objects.order_by("id").last()
    told = Event.objects.order_by("id").last()
    yield
    alarms = Event.objects.filter(
        kind=EventKind.CONFIGURATION_ALTERED, id__gt=told.pk if told else 0
    )
    assert not alarms.exists(), [(one.subject, one.data) for one in alarms]
    made = Alteration.objects.filter(id__gt=last.pk if last else 0)
    assert made.exists()
    assert all(one.declared for one in made)
    for one in made.filter(operation="update"):
        declared = BY_LIBRARIES[one.table_name].union(ours)
        assert set(one.after) <= declared, (one.table_name, one.after)


def enrol(client: Client) -> str:
    """Connect an app, view, download and regenerate the recovery codes; return the secret."""
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_now(secret)})
    for page in ("mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_index"):
        assert client.get(reverse(page)).status_code == 200
    client.post(reverse("mfa_generate_recovery_codes"))
    assert client.get(reverse("mfa_view_recovery_codes")).status_code == 200
    return str(secret)


def codes(user: User) -> list[str]:
    held = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    found: list[str] = RecoveryCodes(held).get_unused_codes()
    return found


def reset(client: Client, email: str, password: str, code: str) -> None:
    client.post(reverse("account_reset_password"), {"email": email})
    page = client.get(link_in_last_mail(), follow=True).request["PATH_INFO"]
    sent = {"password1": password, "password2": password, "code": code}
    assert client.post(page, sent).status_code == 302


def test_a_player_signs_up_enrols_signs_in_and_recovers(client: Client) -> None:
    with no_alarm():
        client.post(reverse("account_signup"), form_of(ana()))
        client.post(link_in_last_mail())
        log_in(client, "ana@example.com")
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        enrol(client)
        user = User.objects.get(email="ana@example.com")
        client.post(reverse("account_logout"))

        log_in(client, user.email)
        client.post(reverse("mfa_authenticate"), {"code": codes(user)[0]})
        assert client.get(reverse("accounts:options")).status_code == 200

        lost = Client()
        reset(lost, user.email, NEW, codes(user)[0])
        log_in(lost, user.email, NEW)
        lost.post(reverse("mfa_authenticate"), {"code": codes(user)[0]})
        lost.post(reverse("mfa_reauthenticate"), {"code": codes(user)[0]})
        changed = {"oldpassword": NEW, "password1": PASSWORD, "password2": PASSWORD}
        lost.post(reverse("account_change_password"), changed)
        log_in(lost, user.email)
        lost.post(reverse("mfa_authenticate"), {"code": codes(user)[0]})
        assert lost.get(reverse("accounts:options")).status_code == 200


def test_staff_join_enrol_and_sign_in(client: Client) -> None:
    newcomer = {
        "full_name": "Sara Luna",
        "email": "sara.luna@house.example",
        "language": "en",
        "roles": ["cashier"],
        "reason": "till two",
    }
    assert inside(staff(Role.ADMINISTRATOR)).post("/staff/people/new/", newcomer).status_code == 303
    # undo the set-up's declaration, which would end with its transaction
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('ligalo.acting_user', '', true)")
        cursor.execute("SELECT set_config('ligalo.acting_scope', '', true)")
    with no_alarm():
        client.post(link_in_last_mail(), {"password1": NEW, "password2": NEW})
        log_in(client, "sara.luna@house.example", NEW)
        client.post(reverse("account_reauthenticate"), {"password": NEW})
        enrol(client)
        assert client.get("/staff/", follow=True).status_code == 200


def test_a_player_removes_the_app_and_changes_the_address(client: Client) -> None:
    user = ana_confirmed()
    with no_alarm():
        log_in(client, user.email)
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        secret = enrol(client)
        client.post(reverse("account_email"), {"action_add": "", "email": "new@example.com"})
        client.post(reverse("mfa_reauthenticate"), {"code": code_now(secret)})
        client.post(reverse("account_email"), {"action_add": "", "email": "new@example.com"})
        client.post(link_in_last_mail())
        client.post(reverse("mfa_reauthenticate"), {"code": codes(user)[0]})
        client.post(reverse("mfa_deactivate_totp"))
    user.refresh_from_db()
    assert user.email == "new@example.com"
    assert not Authenticator.objects.filter(user=user, type="totp").exists()


@pytest.mark.committed
def test_staff_take_lost_factors_away(owner_connection: Connection[Any]) -> None:
    user, _secret = ana_without_her_phone()
    with no_alarm("sessions_ended"):
        told_earlier(owner_connection, approved(user), 100)
        assert letters.reset_factors(timezone.now()) == 1
    assert not Authenticator.objects.filter(user=user).exists()


def alarms() -> int:
    return Event.objects.filter(kind=EventKind.CONFIGURATION_ALTERED).count()


def test_undeclared_writes_of_a_library_raise_an_alarm(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    shown = IndexView.get_context_data

    def writes(view: IndexView, **about: Any) -> Any:
        User.objects.filter(pk=user.pk).update(is_superuser=True)
        return shown(view, **about)

    monkeypatch.setattr(IndexView, "get_context_data", writes)
    assert client.get(reverse("mfa_index")).status_code == 200
    made = Alteration.objects.latest("id")
    assert (made.after, made.declared, made.by_id) == ({"is_superuser": True}, False, user.pk)
    assert alarms() == 1


@pytest.mark.parametrize(
    ("scope", "change", "told"),
    [
        (WHILE_WRITING, {"email": "other@example.com"}, 0),
        (WHILE_WRITING, {"email": "other@example.com", "is_superuser": True}, 1),
        (WHILE_READING, {"email": "other@example.com"}, 1),
    ],
)
def test_a_declaration_holds_for_its_columns_alone(
    scope: frozenset[str], change: dict[str, Any], told: int
) -> None:
    user = ana_confirmed()
    declare_acting_user_on_connection(user.pk, scope)
    User.objects.filter(pk=user.pk).update(**change)
    assert alarms() == told
    with transaction.atomic():
        declare_acting_user(user.pk)
        User.objects.filter(pk=user.pk).update(full_name="Eva Mora")
    assert alarms() == told
    clear_acting_user()


def test_rows_are_declared_as_well() -> None:
    user = ana_confirmed()
    declare_acting_user_on_connection(user.pk, WHILE_READING)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    declare_acting_user_on_connection(user.pk, WHILE_WRITING)
    Authenticator.objects.filter(user=user).delete()
    clear_acting_user()
    assert [(one.operation, one.declared) for one in Alteration.objects.order_by("-id")[:2]] == [
        ("delete", True),
        ("insert", False),
    ]
