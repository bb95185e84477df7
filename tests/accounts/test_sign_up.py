from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models.policies import PolicyKind
from accounts.models.users import Consent, ConsentKind, State, User
from accounts.policies.selectors.versions import versions_in_force
from accounts.sign_up.refusals import ConsentMissingError, EmailTakenError
from accounts.sign_up.services.sign_up import SignUpData, open_account
from accounts.sign_up.values import BOXES, CONSENTS, STATEMENTS, ConsentBox
from accounts.values.ages import BirthDateRefusedError
from journal.models import Event
from tests.accounts.people import ana, ana_signs_up, form_of, link_in_last_mail, log_in
from tests.threads import at_once

TODAY = datetime(2026, 11, 21, 12, tzinfo=UTC)


def post(client: Client, application: SignUpData, **changes: str) -> Any:
    return client.post(reverse("account_signup"), {**form_of(application), **changes})


def rows() -> dict[str, int]:
    """Return the row count of every table that could hold personal data."""
    with connection.cursor() as cursor:
        tables = [
            table
            for table in connection.introspection.table_names(cursor)
            if table.startswith(("accounts_", "account_", "mfa_", "django_session"))
        ]
        counts = {}
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608 - names come from the catalogue
            counts[table] = cursor.fetchone()[0]
    assert {"accounts_user", "accounts_consent", "account_emailaddress", "django_session"} <= set(
        counts
    )
    return counts


@pytest.mark.database
def test_on_another_device_the_confirmed_address_is_in_the_sign_in_form(client: Client) -> None:
    post(client, ana())
    other = Client(headers={"accept-language": "en"})
    sign_in = reverse("account_login")
    assert "ana@example.com" not in other.get(sign_in).text
    page = other.post(f"{link_in_last_mail()}?next=/bank/", follow=True).text
    assert 'value="ana@example.com"' in page
    assert "Your email address is confirmed. Sign in now." in page
    again = other.get(sign_in).text
    assert "ana@example.com" not in again
    assert "Sign in now." not in again


@pytest.mark.database
def test_ana_signs_up_confirms_her_address_and_signs_in(client: Client) -> None:
    answer = post(client, ana())
    assert answer.status_code == 302
    assert answer["Location"] == reverse("account_email_verification_sent")
    user = User.objects.get(email="ana@example.com")
    assert user.state == State.PENDING
    assert (user.full_name, user.country, user.display_currency) == ("", "CO", "COP")

    link = link_in_last_mail()
    assert client.get(link).status_code == 200
    assert EmailAddress.objects.get(user=user).verified is False  # a GET confirms nothing
    client.post(link)
    user.refresh_from_db()
    assert EmailAddress.objects.get(user=user).verified is True
    assert user.state == State.ACTIVE
    # signed in: this browser signed up
    assert client.get(reverse("accounts:options")).status_code == 200

    elsewhere = Client()
    assert elsewhere.get(reverse("accounts:options")).status_code == 302
    assert log_in(elsewhere, "ana@example.com").status_code == 302
    assert elsewhere.get(reverse("accounts:options")).status_code == 200


@pytest.mark.database
def test_no_login_before_the_address_is_confirmed(client: Client) -> None:
    ana_signs_up()
    answer = log_in(client, "ana@example.com")
    assert answer.context["form"].has_error(NON_FIELD_ERRORS, "email_password_mismatch")
    assert len(mail.outbox) == 1  # a new confirmation link
    assert client.get(reverse("accounts:options")).status_code == 302


@pytest.mark.database
def test_each_consent_is_kept_with_its_version_and_time(client: Client) -> None:
    with time_machine.travel(TODAY, tick=False):
        post(client, ana())
    consents = Consent.objects.filter(user__email="ana@example.com")
    assert {consent.kind for consent in consents} == set(ConsentKind)
    for consent in consents:
        statement = STATEMENTS.get(ConsentKind(consent.kind))
        policy = versions_in_force().get(PolicyKind(consent.kind)) if statement is None else None
        expected = statement.version if statement else str(policy.number if policy else None)
        assert (consent.version, consent.policy) == (expected, policy)
        assert (consent.language, consent.address) == ("es", "127.0.0.1")
        assert consent.accepted_at == TODAY


@pytest.mark.database
@pytest.mark.parametrize("box", BOXES)
def test_both_boxes_are_needed_and_neither_is_ticked(client: Client, box: ConsentBox) -> None:
    page, before = client.get(reverse("account_signup")).text, rows()
    answer = post(client, ana(consents=CONSENTS - {*box.kinds}))
    assert answer.status_code == 422
    assert box.field in answer.context["form"].errors
    assert " checked" not in page
    assert rows() == before


def test_the_checkboxes_cover_every_consent_once() -> None:
    kinds = [kind for box in BOXES for kind in box.kinds]
    assert sorted(kinds) == sorted(CONSENTS)


@pytest.mark.database
def test_the_eighteenth_birthday_is_accepted(client: Client) -> None:
    with time_machine.travel(TODAY):
        post(client, ana(birth_date=date(2008, 11, 21)))
    assert User.objects.filter(email="ana@example.com").exists()


@pytest.mark.database
@pytest.mark.parametrize(
    "birth_date",
    [date(2008, 11, 22), date(2026, 11, 21), date(2026, 11, 22), date(1900, 1, 1)],
    ids=["eighteen tomorrow", "born today", "born tomorrow", "126 years old"],
)
def test_a_refused_birth_date_leaves_nothing_behind(
    client: Client, caplog: pytest.LogCaptureFixture, birth_date: date
) -> None:
    before = rows()
    with time_machine.travel(TODAY):
        answer = post(client, ana(birth_date=birth_date))
    assert answer.status_code == 422
    assert answer.context["form"].errors["birth_date"]
    assert rows() == before
    assert mail.outbox == []
    assert "sessionid" not in answer.cookies
    kept = caplog.text + str(list(Event.objects.values_list("subject", "data", "actor_id")))
    for personal in ("ana@example.com", "Rojas", f"birth_date={birth_date}"):
        assert personal not in kept


@pytest.mark.database
def test_a_child_that_signs_up_is_an_event_that_says_nothing_of_who(client: Client) -> None:
    with time_machine.travel(TODAY):
        post(client, ana(birth_date=date(2008, 11, 22)))
        post(client, ana(birth_date=date(1900, 1, 1)))  # a typing error, not a child
    event = Event.objects.get(kind="registration_refused")
    assert (event.actor_id, event.subject, event.data) == (None, "", {"code": "under_age"})


@pytest.mark.database
def test_a_leap_day_child_waits_for_the_first_of_march(client: Client) -> None:
    born = ana(birth_date=date(2008, 2, 29))
    with time_machine.travel(datetime(2026, 3, 1, 11, 59, tzinfo=UTC)):
        assert post(client, born).status_code == 422
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC)):
        assert post(client, born).status_code == 302


@pytest.mark.database
def test_the_service_refuses_a_child_too() -> None:
    before = rows()
    with time_machine.travel(TODAY), pytest.raises(BirthDateRefusedError) as refused:
        open_account(ana(birth_date=date(2010, 1, 1)))
    assert refused.value.code == "under_age"
    assert rows() == before


@pytest.mark.database
def test_the_service_wants_every_consent() -> None:
    before = rows()
    with pytest.raises(ConsentMissingError):
        open_account(ana(consents=frozenset()))
    assert rows() == before


@pytest.mark.database
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "not an address"),
        ("password1", "1234567890"),
        ("birth_date", "31/12/1990"),
        ("country", "XX"),
    ],
)
def test_wrong_input_is_named_and_nothing_is_kept(client: Client, field: str, value: str) -> None:
    before = rows()
    answer = post(client, ana(), **{field: value})
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert rows() == before


@pytest.mark.database
def test_an_address_with_an_account_gets_the_very_same_answer(client: Client) -> None:
    ana_signs_up()
    before = rows()
    taken = post(client, ana(email="ANA@example.com"))
    assert User.objects.filter(is_guest=False).count() == before["accounts_user"]
    assert rows()["account_emailaddress"] == before["account_emailaddress"]
    assert User.objects.get(email="ana@example.com").full_name == "Ana María Rojas"

    free = post(Client(), ana(email="new@example.com"))
    assert (taken.status_code, taken["Location"]) == (free.status_code, free["Location"])
    assert [message.to for message in mail.outbox] == [["ana@example.com"], ["new@example.com"]]
    assert reverse("account_reset_password") in str(mail.outbox[0].body)


@pytest.mark.database
@pytest.mark.empty
def test_an_address_has_one_account_however_it_is_written() -> None:
    open_account(ana())
    with pytest.raises(EmailTakenError):
        open_account(ana(email="Ana@Example.com"))
    assert User.objects.count() == 1


@pytest.mark.database
def test_the_form_says_why_it_asks(client: Client) -> None:
    form = client.get(reverse("account_signup")).context["form"]
    assert [*form.fields] == [
        *("email", "password1", "birth_date", "country"),
        *(box.field for box in BOXES),
    ]
    assert all(field.required for field in form.fields.values())
    assert form.fields["email"].help_text
    assert form.fields["birth_date"].help_text


def test_nothing_personal_shows_in_a_report_of_an_application() -> None:
    assert repr(ana()) == "SignUpData(…)"


@pytest.mark.empty
def test_two_forms_with_one_address_at_the_same_moment_open_one_account(
    committed_db: None,
) -> None:
    def send(country: str) -> tuple[int, str]:
        answer = post(Client(), ana(country=country))
        return answer.status_code, answer["Location"]

    answers = at_once(partial(send, "CO"), partial(send, "VE"))
    assert answers == [(302, reverse("account_email_verification_sent"))] * 2
    assert User.objects.filter(email="ana@example.com").count() == 1
    assert Consent.objects.count() == len(CONSENTS)
    assert EmailAddress.objects.count() == 1
