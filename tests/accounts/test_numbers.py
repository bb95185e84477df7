"""Document numbers: one account per document, however the number is written, without revealing its owner."""

from datetime import date
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.identity.selectors.document_numbers import load_document_number
from accounts.identity.services import number_entry
from accounts.identity.services.details import enter_details
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.identity.values.document_numbers import DocumentNumber, NumberRefused, NumberTaken
from accounts.models.identity import IdentityNumber
from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import may_play_real_money
from accounts.restrictions.services.states import change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from accounts.values.encryption import UnsealFailed, keyed_digest, seal, unseal
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing, Refusal
from tests.accounts.people import (
    ana_confirmed,
    ana_opens,
    ana_signs_up,
    demo,
    details,
    details_form,
    number,
    send_details,
)
from tests.accounts.staff import inside, staff
from tests.threads import at_once

pytestmark = pytest.mark.database
CEDULA = DocumentNumber("CO", "1020456789")


def bea() -> User:
    """Return a player who has not entered any details."""
    return ana_opens(email="bea@example.com")


def send(player: User, number: DocumentNumber, **changes: str) -> Any:
    """Post the details form as a browser does."""
    form = details_form(details(full_name="Bea Luna", number=number))
    return send_details(player, {**form, **changes})


def kinds() -> list[str]:
    return list(Event.objects.order_by("id").values_list("kind", flat=True))


def without_number() -> User:
    """Return a player whose document number was withdrawn."""
    player = ana_confirmed(email="old@example.com", full_name="Olga Díaz")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE accounts_identitynumber SET withdrawn_at = now() WHERE player_id = %s",
            [player.pk],
        )
    return player


@pytest.mark.empty
def test_document_numbers_are_encrypted_in_the_database() -> None:
    player = ana_signs_up(number=CEDULA)
    row = IdentityNumber.objects.get()
    assert b"1020456789" not in bytes(row.sealed)
    assert row.digest not in {"1020456789", CEDULA.normal}
    assert load_document_number(player) == CEDULA


def test_numbers_decrypt_for_their_owner_and_with_an_older_key(
    settings: Settings, tmp_path: Any
) -> None:
    path, first = tmp_path / "identity.key", Fernet.generate_key().decode()
    path.write_text(first)
    path.chmod(0o600)
    settings.IDENTITY_KEY_FILE, settings.PERSON_KEYS = path, tmp_path / "person-keys"
    token, compared = seal("player 7", b"1020456789"), keyed_digest("CO", "1020456789")
    path.write_text(f"{Fernet.generate_key().decode()}\n{first}\n")

    assert unseal("player 7", token) == b"1020456789"
    # otherwise one document could open two accounts
    assert keyed_digest("CO", "1020456789") == compared
    assert keyed_digest("VE", "1020456789") != compared
    with pytest.raises(UnsealFailed):
        unseal("player 8", token)


def test_a_document_of_another_account_is_refused_like_a_typing_error() -> None:
    first, second = ana_signs_up(number=CEDULA), bea()

    taken = send(second, CEDULA, document_number="1.020.456.789")
    slip = send(second, CEDULA, document_number="12")

    assert (taken.status_code, slip.status_code) == (422, 422)
    errors = [answer.context["details_form"].errors for answer in (taken, slip)]
    assert errors[0] == errors[1] == {"document_number": [str(NumberRefused.message)]}
    second.refresh_from_db()
    assert (load_document_number(second), second.full_name, second.address) == (None, "", "")
    event = Event.objects.get(kind="document_known")
    assert (event.subject, event.actor_id) == (f"user {first.pk}", second.pk)
    assert set(event.data) == {"ip"}
    assert not {"bea@example.com", "1020456789"} & set(str(event.data).split())


@pytest.mark.parametrize("state", [State.CLOSED, State.SELF_EXCLUDED, State.OPERATOR_EXCLUDED])
def test_excluded_and_closed_players_cannot_sign_up_again(state: State) -> None:
    first, second = ana_confirmed(number=CEDULA), bea()
    change_state(first, state, "seen", acting_user=None)
    assert send(second, CEDULA).status_code == 422
    with pytest.raises(NumberTaken) as refused:
        enter_details(second, details(number=CEDULA))
    assert refused.value.holder == first.pk
    assert load_document_number(second) is None


def test_a_document_of_another_country_is_another_document() -> None:
    ana_signs_up(number=CEDULA)
    assert send(bea(), CEDULA, document_country="PE").status_code == 303


def test_a_form_with_another_error_reveals_nothing_about_the_number() -> None:
    ana_signs_up(number=CEDULA)
    answer = send(bea(), CEDULA, full_name="")
    assert set(answer.context["details_form"].errors) == {"full_name"}
    assert "document_known" not in kinds()


@pytest.mark.empty
def test_concurrent_forms_with_one_document_store_one(committed_db: None) -> None:
    people = [ana_opens(email=f"{name}@example.com") for name in ("ana", "bea")]
    answers = at_once(*(partial(send, one, CEDULA) for one in people))
    assert sorted(answer.status_code for answer in answers) == [303, 422]
    assert IdentityNumber.objects.count() == 1
    assert kinds().count("document_known") == 1


def test_demo_players_have_numbers_of_their_own() -> None:
    found = load_document_number(demo())
    assert found is not None
    assert found.normal.startswith("DEMO")


def test_a_missing_number_can_be_entered_once() -> None:
    player = without_number()
    enter_details(player, details(number=CEDULA))
    assert load_document_number(player) == CEDULA
    with pytest.raises(ChangedMeanwhile):
        enter_details(player, details(number=DocumentNumber("CO", "55555551")))
    assert kinds()[-1] == "document_number_given"


def test_verification_needs_a_document_number() -> None:
    player, clerk = without_number(), staff(Role.COMPLIANCE_ANALYST)
    client = inside(clerk)
    with pytest.raises(Refusal) as refused:
        verify_identity(player, SeenDocument("passport seen"), acting_user=clerk)
    assert refused.value.code == "number_missing"
    with pytest.raises(CommandError, match=r"[Nn]úmero|number"):
        call_command("verify_player", player.email, "passport seen")
    verify, number_page = (
        f"/staff/players/{player.pk}/verify/",
        f"/staff/players/{player.pk}/number/",
    )
    form = {"method": "staff", "reason": "passport seen", "key": uuid4()}
    for answer in (client.get(verify), client.post(verify, form)):
        assert (answer.status_code, answer["Location"]) == (303, number_page)
    player.refresh_from_db()
    assert not player.is_verified
    assert "identity_verified" not in kinds()

    enter_details(player, details(number=CEDULA))
    assert client.post(verify, form)["Location"] == f"/staff/players/{player.pk}/"
    player.refresh_from_db()
    assert player.is_verified


def test_the_number_of_another_player_is_refused() -> None:
    ana_signs_up(number=CEDULA)
    player = without_number()
    with pytest.raises(NumberTaken):
        enter_details(player, details(number=CEDULA))
    assert load_document_number(player) is None
    assert kinds().count("document_number_given") == 2  # both from the set-up


def test_correcting_a_number_frees_it_for_its_owner() -> None:
    player, clerk = ana_confirmed(number=CEDULA), staff(Role.COMPLIANCE_ANALYST)
    right = DocumentNumber("CO", "79123456")
    number_entry.correct_number(player.pk, right, acting_user=clerk, reason="a digit was wrong")

    assert load_document_number(player) == right
    event = Event.objects.get(kind="document_number_corrected")
    assert (event.actor_id, event.subject) == (clerk.pk, f"user {player.pk}")
    assert event.data == {
        "reason": "a digit was wrong",
        "replaced": True,
        "was_verified": False,
    }
    assert send(bea(), CEDULA).status_code == 303


def test_correcting_the_number_ends_the_verification() -> None:
    player, clerk = ana_confirmed(number=CEDULA), staff(Role.COMPLIANCE_ANALYST)
    verify_identity(player, SeenDocument("seen", until=date(2040, 1, 1)), acting_user=clerk)
    page = inside(clerk).get(f"/staff/players/{player.pk}/number/").text
    assert "The player is no longer verified" in page
    number_entry.correct_number(
        player.pk, DocumentNumber("CO", "79123456"), acting_user=clerk, reason="a new document"
    )
    player.refresh_from_db()
    refusal = may_play_real_money(player)
    assert refusal is not None
    assert (refusal.code, player.document_until) == ("not_verified", None)
    assert Event.objects.get(kind="document_number_corrected").data["was_verified"] is True
    assert list(player.letters.order_by("id").values_list("kind", flat=True)) == [
        "verified",
        "unverified",
    ]
    verify_identity(player, SeenDocument("seen anew"), acting_user=clerk)
    assert may_play_real_money(player) is None


def test_entering_a_first_number_keeps_the_verification() -> None:
    player, clerk = without_number(), staff(Role.COMPLIANCE_ANALYST)
    User.objects.filter(pk=player.pk).update(
        verified_at=timezone.now(), verification_method="staff"
    )
    number_entry.correct_number(player.pk, CEDULA, acting_user=clerk, reason="as in the document")
    player.refresh_from_db()
    assert player.is_verified
    assert Event.objects.get(kind="document_number_corrected").data["was_verified"] is False


@pytest.mark.parametrize(
    ("role", "reason", "refusal"),
    [
        (Role.CASHIER, "a digit was wrong", NotPermitted),
        (Role.COMPLIANCE_ANALYST, "  ", ReasonMissing),
        (Role.COMPLIANCE_ANALYST, "the same", ChangedMeanwhile),
    ],
)
def test_a_refused_correction_changes_nothing(
    role: Role, reason: str, refusal: type[Exception]
) -> None:
    player, clerk = ana_confirmed(number=CEDULA), staff(role)
    before = kinds()
    other = CEDULA if refusal is ChangedMeanwhile else DocumentNumber("CO", "79123456")
    with pytest.raises(refusal):
        number_entry.correct_number(
            player.pk, other, kind="national_id", acting_user=clerk, reason=reason
        )
    assert (load_document_number(player), kinds()) == (CEDULA, before)


def test_a_correction_to_anothers_number_leaves_the_one_before() -> None:
    ana_signs_up(number=CEDULA)
    player = ana_confirmed(email="bea@example.com")
    with pytest.raises(NumberTaken):
        number_entry.correct_number(
            player.pk,
            CEDULA,
            acting_user=staff(Role.COMPLIANCE_ANALYST),
            reason="as in the document",
        )
    assert load_document_number(player) == number("bea@example.com")


def test_revealing_the_whole_number_needs_the_right_and_is_an_event() -> None:
    player, clerk = ana_confirmed(number=CEDULA), staff(Role.COMPLIANCE_ANALYST)
    assert (
        number_entry.reveal_number(player, acting_user=clerk)
        == number_entry.reveal_number(player, acting_user=clerk)
        == CEDULA
    )
    assert kinds().count("document_number_seen") == 2
    with pytest.raises(NotPermitted):
        number_entry.reveal_number(player, acting_user=staff(Role.CASHIER))
    assert kinds().count("document_number_seen") == 2


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM accounts_identitynumber",
        "UPDATE accounts_identitynumber SET digest = 'x'",
        "UPDATE accounts_identitynumber SET player_id = player_id",
        "UPDATE accounts_identitynumber SET withdrawn_at = NULL",
    ],
)
@pytest.mark.empty
def test_postgresql_refuses_to_change_the_rows(statement: str) -> None:
    ana_signs_up()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert IdentityNumber.objects.filter(withdrawn_at=None).count() == 1


def test_options_ask_for_a_missing_number_and_the_page_of_identity_takes_it() -> None:
    ana_signs_up(number=CEDULA)
    player, client = without_number(), Client()
    client.force_login(player)
    page = reverse("accounts:identity")
    assert page in client.get(reverse("accounts:options")).text
    assert 'name="document_number"' in client.get(page).text

    form = {
        "document_country": "CO",
        "document_kind": "national_id",
        "document_number": CEDULA.normal,
    }
    refused = [
        client.post(reverse("accounts:give_details"), {**form, "document_number": typed})
        for typed in (CEDULA.normal, "12")
    ]
    assert [answer.status_code for answer in refused] == [422, 422]
    told = [answer.context["details_form"].errors for answer in refused]
    assert told[0] == told[1]
    assert Event.objects.filter(kind="document_known", actor_id=player.pk).count() == 1

    answer = client.post(reverse("accounts:give_details"), {**form, "document_number": "79123456"})
    assert (answer.status_code, answer["Location"]) == (303, page)
    text = client.get(page).text
    assert "•••••456" in text
    assert "79123456" not in text
    assert 'name="document_number"' not in text
    assert client.post(reverse("accounts:give_details"), form).status_code == 303
    assert load_document_number(player) == DocumentNumber("CO", "79123456")


def test_staff_have_no_page_of_identity() -> None:
    assert inside(staff(Role.COMPLIANCE_ANALYST)).get("/account/identity/").status_code == 403
