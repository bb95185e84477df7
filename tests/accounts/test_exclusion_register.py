"""The exclusion register: a signed list; whoever is on it is excluded, and refused at the gate at once."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.gate.refusals import PersonListed, RegisterNotChecked
from accounts.gate.services import lists
from accounts.gate.services.delivered_lists import load_delivered_lists
from accounts.gate.services.lists import load_list
from accounts.gate.services.register_numbers import hash_due_numbers
from accounts.gate.values.list_refusals import ListRefused
from accounts.gate.values.signed_lists import SIGNATURE, ListKind
from accounts.identity.selectors.document_numbers import load_document_number
from accounts.identity.services.details import enter_details
from accounts.identity.services.number_entry import correct_number
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.gate import ListLoad, RegisterEntry
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.restrictions.refusals import NotLiftable
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.restrictions.services.restrictions import (
    RestrictionRequest,
    impose_restriction,
    propose_lifting,
)
from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.lists import Lists, set_up_lists
from tests.accounts.people import ana_confirmed, ana_opens, demo, details, number
from tests.accounts.staff import staff
from tests.fixtures.profiles import ProfileChange
from tools.lists.writing import make_authority, make_header

pytestmark = pytest.mark.database
ANA = "ana@example.com"
OTHER = number("somebody@example.com")


@pytest.fixture
def register(tmp_path: Path, settings: Settings) -> Lists:
    return set_up_lists(ListKind.REGISTER, tmp_path, settings)


@pytest.fixture
def asked(profile: ProfileChange) -> None:
    profile(exclusion_register=True, register_max_age_hours=24)


def verified(player: User) -> User:
    verify_identity(
        player, SeenDocument("her document"), acting_user=staff(Role.COMPLIANCE_ANALYST)
    )
    return player


def code_at_gate(player: User) -> str:
    player.refresh_from_db()
    barred = may_play_real_money(player)
    return barred.code if barred else ""


def refuse(register: Lists, content: bytes) -> str:
    """Return the code of a refused list, and check that nothing but its record and alarm changed."""
    before = list(RegisterEntry.objects.values_list("pk", flat=True))
    with pytest.raises(ListRefused) as refused:
        register.load_bytes(content)
    assert list(RegisterEntry.objects.values_list("pk", flat=True)) == before
    latest = ListLoad.objects.latest("pk")
    assert (latest.refused, latest.in_force_at) == (refused.value.code, None)
    assert Event.objects.filter(kind="list_refused").latest("pk").severity == "alarm"
    return refused.value.code


def test_a_listed_player_is_excluded_and_refused(register: Lists, asked: None) -> None:
    ana = verified_against(register)
    register.load([register.entry(OTHER), register.entry(number(ANA))])
    assert code_at_gate(ana) == "operator_excluded"
    assert may_withdraw(ana) is None
    assert Event.objects.filter(kind="player_listed", subject=f"user {ana.pk}").count() == 1


def verified_against(register: Lists) -> User:
    """Return Ana, verified while the register did not list her."""
    register.load([])
    return verified(ana_confirmed())


def test_the_gate_refuses_before_the_exclusion_is_written(register: Lists, asked: None) -> None:
    ana = verified_against(register)
    assert code_at_gate(ana) == ""
    content = register.write([register.entry(number(ANA))])
    load_only(register, content)
    assert ana.state == State.ACTIVE
    assert code_at_gate(ana) == "register_listed"


def load_only(register: Lists, content: bytes) -> None:
    load_list(register.kind, BytesIO(content))


def test_a_listed_person_cannot_be_verified(register: Lists) -> None:
    register.load([register.entry(number(ANA))])
    ana = ana_confirmed()
    with pytest.raises(PersonListed):
        verified(ana)
    assert not User.objects.get(pk=ana.pk).is_verified


def test_nobody_is_verified_while_the_register_is_missing(register: Lists, asked: None) -> None:
    with pytest.raises(RegisterNotChecked):
        verified(ana_confirmed())


def test_a_player_who_enters_a_listed_number_is_found(register: Lists, asked: None) -> None:
    register.load([register.entry(number(ANA))])
    ana = ana_opens()
    enter_details(ana, details())
    register.load([register.entry(number(ANA))])
    ana.refresh_from_db()
    assert ana.state == State.OPERATOR_EXCLUDED


def test_a_number_that_staff_correct_is_asked_anew(register: Lists, asked: None) -> None:
    ana = verified_against(register)
    register.load([register.entry(number(ANA))])
    correct_number(
        ana.pk, OTHER, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="misread before"
    )
    register.load([register.entry(number(ANA))])
    assert User.objects.get(pk=ana.pk).state == State.ACTIVE


def test_removal_lifts_only_what_the_register_caused(register: Lists) -> None:
    ana = demo()
    impose_restriction(
        ana.pk,
        RestrictionRequest(Restriction.Kind.SUSPENDED, "odd play"),
        key=uuid4(),
        acting_user=staff(Role.COMPLIANCE_ANALYST),
    )
    register.load([register.entry(number_of(ana))])
    ana.refresh_from_db()
    assert ana.state == State.OPERATOR_EXCLUDED
    register.load([])
    ana.refresh_from_db()
    assert ana.state == State.SUSPENDED
    assert Event.objects.filter(kind="player_unlisted").count() == 1


def number_of(player: User) -> DocumentNumber:
    found = load_document_number(player)
    assert found
    return found


def test_staff_cannot_lift_it(register: Lists) -> None:
    player = demo()
    register.load([register.entry(number_of(player))])
    listed = Restriction.objects.get(player=player)
    with pytest.raises(NotLiftable):
        propose_lifting(
            listed.pk, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="asked for it"
        )


def test_of_two_loads_at_once_the_newer_list_stays(
    register: Lists, monkeypatch: pytest.MonkeyPatch
) -> None:
    older, newer = register.write([]), register.write([register.entry(OTHER)])

    def load_newer_first(*_keys: object) -> int:
        monkeypatch.setattr(lists, "hash_numbers", lambda _keys: 0)
        load_only(register, newer)
        return 0

    monkeypatch.setattr(lists, "hash_numbers", load_newer_first)
    with pytest.raises(ListRefused) as refused:
        load_only(register, older)
    assert refused.value.code == "list_older"
    assert [load.serial for load in ListLoad.objects.filter(in_force_at__isnull=False)] == [2]
    assert RegisterEntry.objects.count() == 1


def test_the_same_list_again_changes_nothing(register: Lists) -> None:
    content = register.write([register.entry(OTHER)])
    first, again = register.load_bytes(content), register.load_bytes(content)
    assert first == again
    assert ListLoad.objects.count() == 1


def test_bad_lists_are_refused_and_the_one_before_stays(register: Lists) -> None:
    register.load([register.entry(OTHER)])
    good = register.write([register.entry(number(ANA)), register.entry(OTHER)])
    signed, _, signature = good.partition(SIGNATURE)
    today = timezone.now().date()
    header, _, entries = signed.partition(b"\n\n")
    assert refuse(register, signed) == "list_truncated"
    assert refuse(register, header[:40]) == "list_truncated"
    assert refuse(register, signed[: len(signed) // 2]) == "list_truncated"
    forged = signed.replace(entries[:70], entries[1:71])
    assert refuse(register, forged + SIGNATURE + signature) == "list_signature"
    assert refuse(register, signed + SIGNATURE + b"!!\n") == "list_signature"
    assert refuse(register, b"country,digest\n" + entries) == "list_unreadable"
    old = register.write([], day=today - timedelta(days=2))
    assert refuse(register, old) == "list_another_day"
    assert refuse(register, register.write([], day=today + timedelta(days=1))) == "list_another_day"
    register.serial = 0
    assert refuse(register, register.write([])) == "list_older"
    register.serial = 40
    twice = [register.entry(OTHER), register.entry(OTHER)]
    assert refuse(register, register.write(twice)) == "list_entry"
    assert refuse(register, register.write([("CO", "12345")])) == "list_entry"
    other = Lists(ListKind.SANCTIONS, register.authority, 50)
    assert refuse(register, other.write([])) == "list_other_kind"
    strange = Lists(ListKind.REGISTER, make_authority(ListKind.REGISTER), 50)
    assert refuse(register, strange.write([])) == "list_signature"


def test_a_list_with_fewer_entries_than_it_says_is_refused(register: Lists) -> None:
    header = make_header(register.authority, register.kind, 5, timezone.now().date(), 2)
    content = b"".join(register.authority.sign(header, [register.entry(OTHER)]))
    assert refuse(register, content) == "list_incomplete"


def test_without_keys_no_list_is_loaded(register: Lists, settings: Settings) -> None:
    settings.EXCLUSION_REGISTER_KEY_FILE = None
    assert refuse(register, register.write([])) == "list_not_configured"


def test_the_gate_closes_when_the_register_is_too_old(register: Lists, asked: None) -> None:
    ana = verified_against(register)
    day = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    with time_machine.travel(day + timedelta(hours=47, minutes=59), tick=False):
        assert code_at_gate(ana) == ""
    with time_machine.travel(day + timedelta(hours=48), tick=False):
        assert code_at_gate(ana) == "register_out_of_date"
        assert may_withdraw(ana) is None


def test_a_register_that_is_not_renewed_raises_one_alarm_a_day(
    register: Lists, asked: None
) -> None:
    register.load([])
    now = timezone.now()
    load_delivered_lists(now)
    assert not Event.objects.filter(kind="list_out_of_date").exists()
    for hours in (48, 49):
        load_delivered_lists(now.replace(hour=0, minute=0) + timedelta(hours=hours))
    assert Event.objects.filter(kind="list_out_of_date").count() == 1


def test_a_delivered_file_is_loaded_and_a_broken_one_reported_once(
    register: Lists, tmp_path: Path, settings: Settings
) -> None:
    settings.EXCLUSION_REGISTER_FILE = tmp_path / "register.csv"
    settings.EXCLUSION_REGISTER_FILE.write_bytes(register.write([register.entry(OTHER)]))
    load_delivered_lists(timezone.now())
    assert ListLoad.objects.get().in_force_at
    settings.EXCLUSION_REGISTER_FILE.write_bytes(b"broken")
    for _ in range(2):
        load_delivered_lists(timezone.now())
    assert Event.objects.filter(kind="list_refused").count() == 1


def test_a_number_entered_before_the_key_came_is_hashed_later(
    tmp_path: Path, settings: Settings, profile: ProfileChange
) -> None:
    ana = ana_confirmed()
    register = set_up_lists(ListKind.REGISTER, tmp_path, settings)
    register.load([])
    verified(ana)
    late = verified(ana_confirmed(email="late@example.com"))
    profile(exclusion_register=True)
    assert (code_at_gate(ana), code_at_gate(late)) == ("", "")
    settings.EXCLUSION_REGISTER_KEY_FILE = None
    other = ana_confirmed(email="other@example.com")
    assert code_at_gate(other) == "not_verified"
    User.objects.filter(pk=other.pk).update(verified_at=timezone.now(), verification_method="staff")
    assert code_at_gate(other) == "register_unchecked"
    settings.EXCLUSION_REGISTER_KEY_FILE = tmp_path / "register" / "list.keys"
    hash_due_numbers()
    assert code_at_gate(other) == ""
