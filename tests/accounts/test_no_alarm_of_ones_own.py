"""Signing in, enrolling and recovering are no tampering: what the libraries write is declared, by table and column."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Role
from journal.history_models import Alteration
from journal.models import Event, Kind
from tests.accounts.people import PASSWORD, ana, form_of, link_in_last_mail, log_in
from tests.accounts.staff import inside, staff
from tests.accounts.test_second_step import code_now

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("still_clock")]

NEW: Final = "another long secret"
# Columns of rows that were there before, which allauth writes on pages of one's own account.
BY_LIBRARIES: Final[Mapping[str, frozenset[str]]] = {
    "account_emailaddress": frozenset({"verified", "primary", "email"}),
    "accounts_user": frozenset({"password", "password_set_at", "email", "state", "words"}),
    "mfa_authenticator": frozenset({"data"}),
}


@contextmanager
def no_alarm() -> Iterator[None]:
    """What happens inside changes configured rows in the declared columns only, and alarms nobody."""
    last = Alteration.objects.order_by("id").last()
    yield
    alarms = Event.objects.filter(kind=Kind.CONFIGURATION_ALTERED)
    assert not alarms.exists(), [(one.subject, one.data) for one in alarms]
    made = Alteration.objects.filter(id__gt=last.pk if last else 0)
    assert made.exists()
    assert all(one.declared for one in made)
    for one in made.filter(operation="update"):
        assert set(one.after) <= BY_LIBRARIES[one.table_name], (one.table_name, one.after)


def enrol(client: Client) -> str:
    """An app is connected, and the recovery codes are looked at, kept and made anew. Returns the secret."""
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
    with connection.cursor() as cursor:  # the set-up's declaration ends with its transaction
        cursor.execute("SELECT set_config('ligalo.acting_user', '', true)")
    with no_alarm():
        client.post(link_in_last_mail(), {"password1": NEW, "password2": NEW})
        log_in(client, "sara.luna@house.example", NEW)
        client.post(reverse("account_reauthenticate"), {"password": NEW})
        enrol(client)
        assert client.get("/staff/", follow=True).status_code == 200
