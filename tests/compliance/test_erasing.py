"""Erasing a person: who may, what forbids it, and what everybody sees afterwards."""

from pathlib import Path
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings

from accounts.identity.services import document_files
from accounts.models.identity import Upload
from accounts.models.users import User
from accounts.roles.values import Role
from accounts.values.encryption import UnsealFailed, seal, unseal
from compliance.disputes import services
from compliance.erasure.refusals import (
    AlreadyErased,
    ErasureAccountOpen,
    ErasureDisputeOpen,
    ErasureMoneyLeft,
    ErasureNotAsked,
    ErasureProposed,
    ErasureTooEarly,
)
from compliance.erasure.services import by_years, destroying
from compliance.erasure.services.deciding import decide_erasure, propose_erasure
from compliance.erasure.services.restoring import apply_destroyed_keys
from compliance.models import ErasedPerson, Erasure
from journal.models import Event
from journal.refusals import AnotherPersonNeeded, Refusal
from journal.values.destroyed_keys import DestroyedKey, ListDamaged, add_to_list, read_list
from journal.values.person_keys import PersonUnreadable, has_key, seal_for, unseal_for
from tests.accounts.staff import inside, staff
from tests.compliance import erasing
from tests.compliance.disputed import complaint
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in
from tests.wallet.ledger import usd
from wallet.ledger.services import movements

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def stores(tmp_path: Path, settings: Settings, profile: ProfileChange) -> Path:
    """Keep keys, list and documents of this test apart, and records for a year."""
    settings.PERSON_KEYS = tmp_path / "person-keys"
    settings.LEDGER_SEALS = tmp_path / "seals"
    settings.DOCUMENTS = tmp_path / "documents"
    profile(identity_kept_years=1, complaints_kept_years=1, money_kept_years=1)
    return tmp_path


def erasing_store() -> Path:
    return Path(settings.PERSON_KEYS)


def ready() -> User:
    """Return a player of a closed account who asked to be erased."""
    player = erasing.lived().player
    erasing.closed(player)
    erasing.asked_for(player)
    return player


def expect_refusal(player: User, refusal: type[Refusal]) -> None:
    """Assert that the erasure is refused, and that nothing of the person is gone."""
    before = User.objects.filter(pk=player.pk).values().get()
    with pytest.raises(refusal), time_machine.travel(erasing.years_later()):
        erasing.proposed(player)
    assert User.objects.filter(pk=player.pk).values().get() == before
    assert has_key(player.pk)
    assert not Erasure.objects.exists()


def test_two_people_erase_a_person_who_asked(
    django_capture_on_commit_callbacks: object,
) -> None:
    player = ready()
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # pytest-django's fixture
        asked = erasing.erased(player)
    assert [one.to for one in mail.outbox] == [[erasing.EMAIL]]
    assert player.email == f"{player.pk}@erased.invalid"
    assert (player.full_name, player.address, player.birth_date) == ("", "", None)
    with override("en"):
        assert player.display_name == f"Erased person {player.pk}"
    assert not has_key(player.pk)
    assert [(one.person, one.decision) for one in read_list()] == [
        (player.pk, f"erasure {asked.pk}")
    ]
    for upload in Upload.objects.filter(player=player):
        with pytest.raises(FileNotFoundError):
            document_files.read(upload.key, player.pk)
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    read_in(client, "en")
    page = client.get(reverse("players:player", args=[player.pk]))
    assert page.status_code == 200
    assert f"erasure {asked.pk}" in page.text
    assert "Quintanilla" not in page.text


def test_the_proposer_does_not_decide() -> None:
    player, by = ready(), staff(Role.COMPLIANCE_MANAGER)
    with time_machine.travel(erasing.years_later()):
        asked = propose_erasure(player.pk, acting_user=by, reason="the player asked")
        with pytest.raises(AnotherPersonNeeded):
            decide_erasure(asked.pk, approved=True, acting_user=by, reason="yes")
        with pytest.raises(ErasureProposed):
            erasing.proposed(player)
    assert not ErasedPerson.objects.exists()
    assert has_key(player.pk)


def test_a_refused_erasure_changes_nothing() -> None:
    player = ready()
    with time_machine.travel(erasing.years_later()):
        asked = erasing.proposed(player)
        by = staff(Role.COMPLIANCE_MANAGER)
        decide_erasure(asked.pk, approved=False, acting_user=by, reason="an inquiry")
    player.refresh_from_db()
    assert player.full_name == erasing.NAME
    assert has_key(player.pk)


def test_an_open_account_is_not_erased() -> None:
    expect_refusal(erasing.lived().player, ErasureAccountOpen)


def test_nobody_is_erased_who_did_not_ask() -> None:
    player = erasing.lived().player
    erasing.closed(player)
    expect_refusal(player, ErasureNotAsked)


def test_money_forbids_it() -> None:
    player = ready()
    movements.credit_deposit(player.pk, usd("1"), key=uuid4(), provider="demo")
    expect_refusal(player, ErasureMoneyLeft)


def test_an_open_dispute_forbids_it() -> None:
    player = ready()
    services.open_dispute(player, complaint())
    expect_refusal(player, ErasureDisputeOpen)


def test_retention_forbids_it_also_at_the_decision() -> None:
    player = ready()
    with override("en"), pytest.raises(ErasureTooEarly, match="kept until"):
        erasing.proposed(player)
    with time_machine.travel(erasing.years_later()):
        asked = erasing.proposed(player)
    by = staff(Role.COMPLIANCE_MANAGER)
    with pytest.raises(ErasureTooEarly):
        decide_erasure(asked.pk, approved=True, acting_user=by, reason="yes")
    assert not ErasedPerson.objects.exists()


def test_it_happens_once_and_for_good() -> None:
    player = ready()
    erasing.erased(player)
    with pytest.raises(AlreadyErased), time_machine.travel(erasing.years_later()):
        erasing.proposed(player)
    for change in ({"full_name": "Zoraida"}, {"erased_at": None}, {"email": "z@example.com"}):
        with pytest.raises(DatabaseError), transaction.atomic():
            User.objects.filter(pk=player.pk).update(**change)


def test_the_database_erases_nobody_without_a_decision() -> None:
    player = ready()
    with pytest.raises(DatabaseError, match="nothing decided"), transaction.atomic():
        User.objects.filter(pk=player.pk).update(erased_at=timezone.now())


def test_after_the_years_of_the_profile_the_task_erases(profile: ProfileChange) -> None:
    player = erasing.lived().player
    erasing.closed(player)
    later = erasing.years_later()
    assert by_years.erase_due_people(later) == 0
    profile(
        identity_kept_years=1,
        complaints_kept_years=1,
        money_kept_years=1,
        erasure_after_years=erasing.YEARS,
    )
    assert by_years.erase_due_people(timezone.now()) == 0
    with time_machine.travel(later):
        assert by_years.erase_due_people(later) == 1
        assert by_years.erase_due_people(later) == 0
    assert ErasedPerson.objects.get().decision == "years"
    event = Event.objects.get(kind="person_erased")
    assert (event.actor_id, event.data) == (None, {"decision": "years"})
    player.refresh_from_db()
    assert player.full_name == ""


def test_a_key_that_a_crash_left_is_destroyed_later() -> None:
    player = ready()
    erasing.erased(player)
    assert has_key(player.pk)  # nothing is committed in this test
    assert destroying.finish_erasures() == 1
    assert not has_key(player.pk)
    assert destroying.finish_erasures() == 0


def test_a_key_store_from_a_backup_loses_listed_keys_again() -> None:
    player = ready()
    file = erasing_store() / f"{player.pk}.key"
    kept = file.read_bytes()
    erasing.erased(player)
    destroying.finish_erasures()
    file.write_bytes(kept)
    assert has_key(player.pk)
    apply_destroyed_keys()
    assert not has_key(player.pk)


def test_nothing_is_encrypted_for_an_erased_person() -> None:
    player = ready()
    token = seal(f"player {player.pk}", b"1098765432")
    add_to_list(DestroyedKey(player.pk, timezone.now(), "erasure 1"))
    for file in erasing_store().glob("*.key"):
        file.unlink()
    with pytest.raises(UnsealFailed):
        unseal(f"player {player.pk}", token)
    with pytest.raises(PersonUnreadable):
        seal(f"player {player.pk}", b"1098765432")


def test_each_person_has_a_key_and_no_file_has_it_readable() -> None:
    tokens = [seal_for(person, b"secret") for person in (7, 8)]
    assert unseal_for(7, tokens[0]) == b"secret"
    with pytest.raises(PersonUnreadable):
        unseal_for(8, tokens[0])
    files = sorted(erasing_store().iterdir())
    assert [one.name for one in files] == ["7.key", "8.key"]
    assert all(one.stat().st_mode & 0o077 == 0 for one in files)


@pytest.mark.parametrize("damage", ["changed", "removed"])
def test_a_damaged_list_is_not_applied(stores: Path, damage: str) -> None:
    for person in (7, 8, 9):
        add_to_list(DestroyedKey(person, timezone.now(), "years"))
    file = stores / "seals" / "destroyed-keys.txt"
    lines = file.read_text().splitlines(keepends=True)
    lines[1:2] = [lines[1].replace("8 ", "6 ", 1)] if damage == "changed" else []
    file.write_text("".join(lines))
    with pytest.raises(ListDamaged):
        apply_destroyed_keys()
