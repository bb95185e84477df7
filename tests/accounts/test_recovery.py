"""Reset of lost second factors: request, approval, notice to the player, cancellation by any factor, delay."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from psycopg import Connection

from accounts.factors.selectors import find_unsettled_factors, has_factor
from accounts.identity.services import document_uploads
from accounts.models.identity import Upload
from accounts.models.letters import Letter
from accounts.models.recovery import FactorReset, FactorResetDecision, FactorResetEnd
from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.recovery.refusals import DocumentNotCompared, NoFactorToReset
from accounts.recovery.selectors import running_resets
from accounts.recovery.services import (
    carry_out_reset,
    decide_reset,
    end_resets_by_factor,
    request_reset,
    stop_reset,
)
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from compliance.players.services import letters
from journal.models import Alteration, Event
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing, Refusal
from tests.accounts.papers import picture
from tests.accounts.people import PASSWORD, ana_confirmed, log_in
from tests.accounts.recovering import (
    ana_without_her_phone,
    approved,
    asked,
    comparing,
    told_earlier,
)
from tests.accounts.staff import staff
from tests.accounts.test_second_step import code_now
from tests.accounts.test_way_back import by_link, has_password
from tests.casino.test_at_once import together

pytestmark = pytest.mark.database
ANALYST, MANAGER = Role.COMPLIANCE_ANALYST, Role.COMPLIANCE_MANAGER
OWN = (
    "second_step_reset_asked",
    "second_step_reset_decided",
    "second_step_reset_stopped",
    "second_step_removed",
)


def everything() -> list[int]:
    models = (FactorReset, FactorResetDecision, FactorResetEnd, Letter)
    return [
        *(model.objects.count() for model in models),
        Authenticator.objects.filter(user__is_staff=False).count(),
        Event.objects.filter(kind__in=OWN).count(),
    ]


def kinds_of_letters(player: User) -> list[str]:
    return list(Letter.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def due() -> int:
    return letters.reset_factors(timezone.now())


@pytest.mark.committed
@pytest.mark.usefixtures("still_clock")
def test_a_factor_reset_takes_two_people_and_three_days(
    owner_connection: Connection[Any],
) -> None:
    user, secret = ana_without_her_phone()
    there = Client()
    log_in(there, user.email)
    there.post(reverse("mfa_authenticate"), {"code": code_now(secret)})
    reset = approved(user)
    assert due() == 0
    told_earlier(owner_connection, reset, 71.9)
    assert due() == 0
    told_earlier(owner_connection, reset, 72.1)
    alarms = Event.objects.filter(kind="configuration_altered").count()
    assert (due(), due()) == (1, 0)
    assert Event.objects.filter(kind="configuration_altered").count() == alarms
    assert not Authenticator.objects.filter(user=user).exists()
    assert not has_password(user, PASSWORD)
    assert there.get(reverse("accounts:options")).status_code == 302
    assert set(Visit.objects.filter(player=user).values_list("ended", flat=True)) == {"house"}
    assert kinds_of_letters(user) == ["reset_due", "reset_done"]
    assert [one.kind for one in Event.objects.filter(kind__in=OWN).order_by("pk")] == [
        OWN[0],
        OWN[1],
        OWN[3],
    ]
    gone = Alteration.objects.filter(table_name="mfa_authenticator", operation="delete")
    assert gone.count() == 2


@pytest.mark.committed
def test_the_mailbox_sets_a_password_and_a_new_factor_counts_a_day_later(
    owner_connection: Connection[Any], client: Client
) -> None:
    user, _secret = ana_without_her_phone()
    told_earlier(owner_connection, approved(user), 73)
    assert due() == 1
    assert by_link(client, user, "another long secret").status_code == 302
    assert log_in(client, user.email, "another long secret").status_code == 302
    user.refresh_from_db()
    owner_connection.execute("UPDATE accounts_user SET created_at = now() - interval '90 days'")
    user.refresh_from_db()
    TOTP.activate(user, generate_totp_secret())
    assert find_unsettled_factors(user)


@pytest.mark.committed
def test_the_waiting_time_starts_when_the_mail_is_sent(owner_connection: Connection[Any]) -> None:
    user, _secret = ana_without_her_phone()
    reset = approved(user)
    told_earlier(owner_connection, reset, 100)
    owner_connection.execute("ALTER TABLE accounts_letter DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE accounts_letter SET mailed_at = NULL")
    owner_connection.execute("ALTER TABLE accounts_letter ENABLE TRIGGER USER")
    assert due() == 0
    assert has_factor(user)


def test_the_player_is_notified_at_once_with_the_way_to_stop_it() -> None:
    user, _secret = ana_without_her_phone()
    User.objects.filter(pk=user.pk).update(language="en")
    asked(user)
    assert letters.mail_letters(timezone.now()) == 1
    (sent,) = mail.outbox
    assert sent.to == [user.email]
    assert "72 hours after this message" in sent.body
    assert "cédula" not in sent.body


def in_by_a_code(user: User, secret: str) -> None:
    client = Client()
    log_in(client, user.email)
    client.post(reverse("mfa_authenticate"), {"code": code_now(secret)})


def again_by_a_code(user: User, secret: str) -> None:
    client = Client()
    client.force_login(user)
    client.post(reverse("mfa_reauthenticate"), {"code": code_now(secret)})


def password_by_link_and_code(user: User, secret: str) -> None:
    assert by_link(Client(), user, code=code_now(secret)).status_code == 302


@pytest.mark.committed
@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("shows", [in_by_a_code, again_by_a_code, password_by_link_and_code])
def test_using_a_factor_ends_the_reset(shows: Any, owner_connection: Connection[Any]) -> None:
    user, secret = ana_without_her_phone()
    reset = approved(user)
    shows(user, secret)
    assert FactorResetEnd.objects.get(reset=reset).how == "shown"
    assert kinds_of_letters(user) == ["reset_due", "reset_off"]
    told_earlier(owner_connection, reset, 100)
    assert due() == 0
    assert has_factor(user)
    stopped = Event.objects.get(kind="second_step_reset_stopped")
    assert stopped.actor_id == user.pk


def test_a_wrong_code_or_the_password_alone_do_not_end_the_reset() -> None:
    user, _secret = ana_without_her_phone()
    asked(user)
    client = Client()
    log_in(client, user.email)
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert running_resets().count() == 1


def test_requester_and_approver_have_seen_the_document_number() -> None:
    user, _secret = ana_without_her_phone()
    before = everything()
    with pytest.raises(DocumentNotCompared):
        request_reset(user.pk, key=uuid4(), acting_user=staff(ANALYST), reason="she said so")
    assert everything() == before
    reset, before = asked(user), everything()
    with pytest.raises(DocumentNotCompared):
        decide_reset(reset.pk, approved=True, acting_user=staff(MANAGER), reason="I trust him")
    assert everything() == before


def test_an_accepted_document_must_be_compared() -> None:
    user, _secret = ana_without_her_phone()
    front = document_uploads.store_upload(user, Upload.Kind.FRONT, picture())
    first = comparing(ANALYST, user)
    document_uploads.open_upload(front, acting_user=first)
    document_uploads.settle_uploads(user, first, seen={front.pk})
    other = comparing(ANALYST, user, "other")
    with pytest.raises(DocumentNotCompared):
        request_reset(user.pk, key=uuid4(), acting_user=other, reason="saw her")
    assert request_reset(user.pk, key=uuid4(), acting_user=first, reason="saw her").pk


@pytest.mark.parametrize(
    ("role", "reason", "error"),
    [
        (Role.CASHIER, "lost", NotPermitted),
        (Role.OPERATOR, "lost", NotPermitted),
        (ANALYST, "  ", ReasonMissing),
    ],
)
def test_a_refused_reset_changes_nothing(role: Role, reason: str, error: type[Refusal]) -> None:
    user, _secret = ana_without_her_phone()
    before = everything()
    with pytest.raises(error):
        request_reset(user.pk, key=uuid4(), acting_user=staff(role), reason=reason)
    assert everything() == before


def test_a_reset_needs_a_factor() -> None:
    user = ana_confirmed()
    with pytest.raises(NoFactorToReset):
        request_reset(user.pk, key=uuid4(), acting_user=comparing(ANALYST, user), reason="lost")
    assert everything() == [0] * 6


def test_one_runs_at_a_time_and_the_same_form_is_one() -> None:
    user, _secret = ana_without_her_phone()
    analyst, key = comparing(ANALYST, user), uuid4()
    made = request_reset(user.pk, key=key, acting_user=analyst, reason="lost")
    assert request_reset(user.pk, key=key, acting_user=analyst, reason="lost").pk == made.pk
    before = everything()
    with pytest.raises(ChangedMeanwhile):
        request_reset(user.pk, key=uuid4(), acting_user=analyst, reason="lost")
    assert everything() == before


def test_the_database_refuses_approval_by_the_requester() -> None:
    user, _secret = ana_without_her_phone()
    manager = comparing(MANAGER, user)
    reset = request_reset(user.pk, key=uuid4(), acting_user=manager, reason="lost")
    before = everything()
    with pytest.raises(AnotherPersonNeeded):
        decide_reset(reset.pk, approved=True, acting_user=manager, reason="yes")
    for who in (manager, user):
        with pytest.raises(DatabaseError), transaction.atomic():
            FactorResetDecision.objects.create(
                proposal=reset, approved=True, reason="yes", decided_by=who
            )
    assert everything() == before


@pytest.mark.committed
@pytest.mark.parametrize("begun", [asked, approved])
def test_the_database_refuses_an_early_or_undecided_reset(
    begun: Callable[[User], FactorReset], owner_connection: Connection[Any]
) -> None:
    user, _secret = ana_without_her_phone()
    reset = begun(user)
    told_earlier(owner_connection, reset, 100 if begun is asked else 1)
    assert not carry_out_reset(reset.pk, timezone.now())
    with pytest.raises(DatabaseError, match="not due"), transaction.atomic():
        FactorResetEnd.objects.create(reset=reset, how="done")
    assert has_factor(user)


@pytest.mark.committed
def test_a_refused_or_stopped_reset_ends_and_the_player_is_notified(
    owner_connection: Connection[Any],
) -> None:
    user, _secret = ana_without_her_phone()
    refused = asked(user)
    decide_reset(
        refused.pk, approved=False, acting_user=staff(MANAGER), reason="the photograph is another's"
    )
    stopped = approved(user)
    with pytest.raises(ReasonMissing):
        stop_reset(stopped.pk, acting_user=staff(ANALYST), reason=" ")
    stop_reset(stopped.pk, acting_user=staff(ANALYST), reason="she called: it was not her")
    told_earlier(owner_connection, stopped, 100)
    assert (due(), running_resets().count()) == (0, 0)
    assert kinds_of_letters(user) == ["reset_due", "reset_off", "reset_due", "reset_off"]
    for row in (refused, stopped):
        with pytest.raises(ChangedMeanwhile):
            stop_reset(row.pk, acting_user=staff(ANALYST), reason="once more")
        with pytest.raises(DatabaseError, match="has ended"), transaction.atomic():
            FactorResetEnd.objects.create(reset=row, how="shown")


@pytest.mark.committed
def test_the_rows_are_append_only() -> None:
    user, _secret = ana_without_her_phone()
    reset = approved(user)
    for table in ("accounts_factorreset", "accounts_factorresetdecision"):
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608  # constant table names
    assert running_resets().filter(pk=reset.pk).exists()


@pytest.mark.committed
def test_concurrent_decisions_count_once() -> None:
    user, _secret = ana_without_her_phone()
    reset = asked(user)
    people = [comparing(MANAGER, user, name) for name in ("one", "two")]
    late: list[Refusal] = []

    def says(person: User) -> None:
        try:
            decide_reset(reset.pk, approved=True, acting_user=person, reason="seen")
        except ChangedMeanwhile as error:
            late.append(error)

    assert together([partial(says, person) for person in people]) == {"ok": 2}
    assert (len(late), FactorResetDecision.objects.count()) == (1, 1)


@pytest.mark.committed
def test_a_factor_used_during_the_reset_ends_it_once(owner_connection: Connection[Any]) -> None:
    user, _secret = ana_without_her_phone()
    reset = approved(user)
    told_earlier(owner_connection, reset, 100)

    def done() -> None:
        carry_out_reset(reset.pk, timezone.now())

    assert together([done, partial(end_resets_by_factor, user.pk)]) == {"ok": 2}
    end = FactorResetEnd.objects.get(reset=reset)
    user.refresh_from_db()
    assert has_factor(user) == (end.how == "shown")
    assert user.has_usable_password() == (end.how == "shown")
