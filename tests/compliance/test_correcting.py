"""Corrections of personal data by staff from the identity document."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from accounts.identity.refusals import DuplicateUndecided, ImplausiblePerson, PersonUnchanged
from accounts.identity.selectors.duplicate_accounts import is_possible_duplicate, undecided_pairs
from accounts.identity.services import document_uploads, number_entry
from accounts.identity.services.corrections import PersonData, correct_person
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.identity import Double
from accounts.models.users import State, User, VerificationMethod
from accounts.restrictions.selectors.eligibility import may_be_paid, may_play_real_money
from accounts.restrictions.services.states import change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from accounts.values.names import NameRefused
from compliance.players.services import duplicate_accounts
from compliance.players.services.letters import mail_letters
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing
from tests.accounts.papers import browser, picture
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database
BORN = date(1990, 5, 17)
RIGHT = PersonData("Ana María Roxas", date(1991, 6, 18), "VE")
KEY = "0b0d4c8e-6a51-4f58-8a55-0e2f4a3a9d10"


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def verified(player: User, acting_user: User) -> User:
    verify_identity(player, SeenDocument("seen at the desk"), acting_user=acting_user)
    return player


def hidden_in(page: str) -> dict[str, str]:
    """Return the hidden fields of the verification form."""
    found = {}
    for name in ("seen", "compared", "key"):
        tag = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
        assert tag is not None
        value = re.search(r'value="([^"]*)"', tag[0])
        found[name] = value[1] if value else ""
    return found


def kept(player: User) -> PersonData:
    return PersonData.from_player(User.objects.get(pk=player.pk))


def events(kind: str) -> list[tuple[int | None, str, Any]]:
    rows = Event.objects.filter(kind=kind).order_by("pk")
    return list(rows.values_list("actor_id", "subject", "data"))


def test_a_correction_records_old_and_new_data_person_and_reason() -> None:
    player, clerk = ana_confirmed(), analyst()
    correct_person(player.pk, RIGHT, acting_user=clerk, reason="as in the cédula")
    assert kept(player) == RIGHT
    [(actor, subject, data)] = events("person_corrected")
    assert (actor, subject) == (clerk.pk, f"user {player.pk}")
    assert data == {
        "reason": "as in the cédula",
        "changed": ["full_name", "birth_date", "country"],
        "was_verified": False,
        "before": {"full_name": "Ana María Rojas", "birth_date": "1990-05-17", "country": "CO"},
        "after": {"full_name": "Ana María Roxas", "birth_date": "1991-06-18", "country": "VE"},
    }
    [(actor, subject, data)] = events("personal_data_changed")
    assert (actor, subject) == (clerk.pk, f"user {player.pk}")
    assert data["before"]["full_name"] == "•"
    assert data["after"] == {"full_name": "•", "birth_date": "•", "country": "VE"}


@pytest.mark.parametrize("what", ["person", "number"])
def test_a_document_of_another_player_does_not_verify(what: str) -> None:
    """A colleague corrects the person or the number after the page was opened."""
    player, clerk, other = (
        ana_confirmed(),
        analyst(),
        staff(Role.COMPLIANCE_MANAGER),
    )
    client, path = inside(clerk), f"/staff/players/{player.pk}/verify/"
    form = {"method": "staff", "reason": "passport", **hidden_in(client.get(path).text)}
    if what == "person":
        correct_person(player.pk, RIGHT, acting_user=other, reason="as in the document")
    else:
        number_entry.correct_number(
            player.pk, DocumentNumber("CO", "79123456"), acting_user=other, reason="a digit"
        )
    before = list(Event.objects.values_list("kind", flat=True))
    answer = client.post(path, form)
    assert answer.status_code == 409
    assert "This has changed in the meantime" in answer.text
    player.refresh_from_db()
    assert not player.is_verified
    assert list(Event.objects.exclude(kind="player_viewed").values_list("kind", flat=True)) == [
        kind for kind in before if kind != "player_viewed"
    ]
    assert client.post(path, {**form, **hidden_in(client.get(path).text)}).status_code == 303
    player.refresh_from_db()
    assert player.is_verified


def test_a_correction_requires_a_new_verification() -> None:
    player, clerk = ana_confirmed(), analyst()
    verify_identity(player, SeenDocument("seen", until=date(2040, 1, 1)), acting_user=clerk)
    assert may_play_real_money(player) is None
    correct_person(player.pk, RIGHT, acting_user=clerk, reason="married")
    player.refresh_from_db()
    assert (player.is_verified, player.document_until) == (False, None)
    assert player.verification_method == VerificationMethod.NONE
    for refusal in (may_play_real_money(player), may_be_paid(player)):
        assert refusal is not None
        assert refusal.code == "not_verified"
    assert may_play_real_money(verified(player, clerk)) is None
    assert events("person_corrected")[0][2]["was_verified"] is True


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_end_of_a_verification_is_announced_by_mail_and_message(language: str) -> None:
    player, clerk = ana_confirmed(language=language), analyst()
    verify_identity(player, SeenDocument("seen"), acting_user=clerk)
    correct_person(player.pk, RIGHT, acting_user=clerk, reason="not for the player")
    mail_letters(timezone.now())
    said = {"es": "debe verificarse de nuevo", "en": "must be verified again"}[language]
    _, sent = mail.outbox
    assert said in sent.subject
    assert "not for the player" not in sent.body
    assert said in browser(player).get("/account/").text


def test_unverified_players_get_no_message() -> None:
    player, clerk = ana_confirmed(), analyst()
    correct_person(player.pk, RIGHT, acting_user=clerk, reason="as in the document")
    assert not player.letters.exists()


def test_a_copy_that_waits_verifies_the_corrected_person(
    tmp_path: Path, settings: Settings
) -> None:
    settings.DOCUMENTS = tmp_path
    player, clerk = ana_confirmed(), analyst()
    sent = document_uploads.store_upload(player, "front", picture())
    document_uploads.open_upload(sent, acting_user=clerk)
    correct_person(player.pk, RIGHT, acting_user=clerk, reason="as in the copy")
    player.refresh_from_db()
    seen = SeenDocument("the copy", VerificationMethod.COPY, seen=frozenset({sent.pk}))
    verify_identity(player, seen, acting_user=clerk)
    assert player.is_verified


def test_an_under_age_birth_date_is_stored_and_bars_play() -> None:
    player, clerk = ana_confirmed(), analyst()
    born = timezone.now().date().replace(day=1)
    young = PersonData("Ana María Rojas", born.replace(year=born.year - 15), "CO")
    correct_person(player.pk, young, acting_user=clerk, reason="as in the document")
    player.refresh_from_db()
    refusal = may_play_real_money(verified(player, clerk))
    assert refusal is not None
    assert refusal.code == "under_age"


REFUSED: list[tuple[Role, PersonData, str, type[Exception]]] = [
    (Role.CASHIER, RIGHT, "why", NotPermitted),
    (Role.COMPLIANCE_ANALYST, RIGHT, "  ", ReasonMissing),
    (Role.COMPLIANCE_ANALYST, PersonData("Ana María Rojas", BORN, "CO"), "why", PersonUnchanged),
    (Role.COMPLIANCE_ANALYST, PersonData("Ana R0jas", BORN, "CO"), "why", NameRefused),
    (
        Role.COMPLIANCE_ANALYST,
        PersonData("Ana Rojas", date(2999, 1, 1), "CO"),
        "why",
        ImplausiblePerson,
    ),
    (
        Role.COMPLIANCE_ANALYST,
        PersonData("Ana Rojas", date(1800, 1, 1), "CO"),
        "why",
        ImplausiblePerson,
    ),
    (Role.COMPLIANCE_ANALYST, PersonData("Ana Rojas", None, "CO"), "why", ImplausiblePerson),
    (Role.COMPLIANCE_ANALYST, PersonData("Ana Rojas", BORN, "XX"), "why", ImplausiblePerson),
]


@pytest.mark.parametrize(("role", "person", "reason", "refusal"), REFUSED)
def test_a_refused_correction_changes_nothing(
    role: Role, person: PersonData, reason: str, refusal: type[Exception]
) -> None:
    player, clerk = ana_confirmed(), staff(role)
    verified(player, analyst())
    before = Event.objects.count()
    with pytest.raises(refusal):
        correct_person(player.pk, person, acting_user=clerk, reason=reason)
    player.refresh_from_db()
    assert (PersonData.from_player(player).birth_date, player.is_verified) == (BORN, True)
    assert Event.objects.count() == before


def test_closed_accounts_and_staff_stay_as_they_are() -> None:
    player, clerk = ana_confirmed(), analyst()
    change_state(player, State.CLOSED, "asked for", acting_user=None)
    for one in (player, clerk):
        with pytest.raises(ChangedMeanwhile):
            correct_person(one.pk, RIGHT, acting_user=clerk, reason="why")


def test_a_corrected_duplicate_waits_for_staff() -> None:
    first = ana_confirmed(full_name="Ana Roxas", birth_date=BORN)
    clerk = analyst()
    second = ana_confirmed(
        email="two@example.com", full_name="Ana Roxas", birth_date=date(1990, 7, 15)
    )
    assert not Double.objects.exists()
    correct_person(
        second.pk,
        PersonData("Ana Roxas", BORN, "CO"),
        acting_user=clerk,
        reason="the month was wrong",
    )
    [pair] = undecided_pairs()
    assert (pair.newer_id, pair.other_id) == (second.pk, first.pk)
    assert events("double_suspected") == [(None, f"user {second.pk}", {"players": [first.pk]})]

    correct_person(
        second.pk, PersonData("Ana Roxas", BORN, "VE"), acting_user=clerk, reason="and the country"
    )
    assert Double.objects.count() == 1  # recorded once
    with pytest.raises(DuplicateUndecided):
        verified(User.objects.get(pk=second.pk), clerk)
    duplicate_accounts.decide_duplicate(
        pair.pk, approved=False, acting_user=clerk, reason="one cédula"
    )
    second.refresh_from_db()
    assert second.state == State.CLOSED


def test_a_cleared_duplicate_can_be_verified() -> None:
    clerk = analyst()
    ana_confirmed(full_name="Ana Roxas", birth_date=BORN)
    second = ana_confirmed(email="two@example.com", full_name="Ana Rojas", birth_date=BORN)
    correct_person(
        second.pk,
        PersonData("Ana Roxas", BORN, "CO"),
        acting_user=clerk,
        reason="as in the document",
    )
    duplicate_accounts.decide_duplicate(
        undecided_pairs().get().pk, approved=True, acting_user=clerk, reason="two cédulas"
    )
    second.refresh_from_db()
    assert may_play_real_money(verified(second, clerk)) is None


def test_the_later_account_is_the_possible_duplicate() -> None:
    first = ana_confirmed(full_name="Ana Roxas", birth_date=date(1990, 7, 15))
    second = ana_confirmed(email="two@example.com", full_name="Ana Roxas", birth_date=BORN)
    correct_person(
        first.pk,
        PersonData("Ana Roxas", BORN, "CO"),
        acting_user=analyst(),
        reason="the month was wrong",
    )
    assert (is_possible_duplicate(first.pk), is_possible_duplicate(second.pk)) == (False, True)


def test_the_page_corrects_and_explains_refusals() -> None:
    player = ana_confirmed()
    client, path = inside(analyst()), f"/staff/players/{player.pk}/person/"
    assert path in client.get(f"/staff/players/{player.pk}/").text
    page = client.get(path).text
    assert 'value="Ana María Rojas"' in page
    assert 'value="1990-05-17"' in page
    form = {"full_name": RIGHT.full_name, "birth_date": "1991-06-18", "country": "VE", "key": KEY}
    assert client.post(path, form).status_code == 422  # no reason
    same = {**form, "full_name": "Ana María Rojas", "birth_date": "1990-05-17", "country": "CO"}
    answer = client.post(path, {**same, "reason": "why"})
    assert answer.status_code == 422
    assert str(PersonUnchanged.message) in answer.text
    assert client.post(path, {**form, "reason": "as in the document"}).status_code == 303
    assert kept(player) == RIGHT
    again = client.post(path, {**form, "reason": "as in the document"})  # a double click
    assert again.status_code == 422
    assert len(events("person_corrected")) == 1
