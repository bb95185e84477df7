"""Residential addresses: entered by players, corrected and verified by staff, encrypted, and required where the profile says so."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cryptography.fernet import Fernet
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.identity.refusals import AddressMissing, AddressUnchanged
from accounts.identity.selectors.addresses import load_address, load_addresses
from accounts.identity.services.addresses import correct_address, enter_address, verify_address
from accounts.identity.services.corrections import PersonData, correct_person
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.identity.values.addresses import (
    LONGEST,
    AddressCountryDiffers,
    AddressIncomplete,
    PostalAddress,
)
from accounts.models.addresses import AddressVerification, ResidentialAddress
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from compliance.own_data.selectors.document import stream_own_data
from journal.models import Event
from journal.refusals import ChangedMeanwhile, NotAllowed, Refusal
from journal.values.person_keys import PersonUnreadable, remove_key
from tests.accounts.people import ana_confirmed, demo
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.profiles import ProfileChange
from tests.wallet.cash import account, just_now, request_deposit
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.services.withdrawals import request_withdrawal
from wallet.ledger.models import Transfer
from wallet.money.values import Money

pytestmark = pytest.mark.database
FORM = {
    "street": "Calle 10 # 5-23",
    "city": "Bogotá",
    "region": "Cundinamarca",
    "postal_code": "110111",
}
HOME = PostalAddress.parse(**FORM, country="CO")
OTHER = PostalAddress.parse(street="Carrera 7", city="Cali", region="Valle", country="CO")


def code(check: Any, player: User) -> str:
    barred = check(User.objects.get(pk=player.pk))
    return barred.code if barred else ""


def test_a_change_is_a_new_encrypted_version() -> None:
    player = demo()
    for address in (HOME, HOME, OTHER):
        enter_address(player, address)
    assert [one.address for one in load_addresses(player)] == [OTHER, HOME]
    rows = ResidentialAddress.objects.filter(player=player)
    assert not any(b"Bogot" in bytes(row.sealed) for row in rows)
    events = Event.objects.filter(kind="address_entered")
    assert [event.data for event in events] == [{}, {}]
    player.refresh_from_db()
    assert (player.address, player.address_country) == ("", "CO")


def test_an_address_in_free_text_becomes_a_version() -> None:
    player = demo()
    User.objects.filter(pk=player.pk).update(address="Calle 1, Bogotá")
    player.refresh_from_db()
    known = load_address(player)
    assert known is not None
    assert known.address.street == "Calle 1, Bogotá"
    enter_address(player, HOME)
    player.refresh_from_db()
    assert player.address == ""
    assert [one.address.street for one in load_addresses(player)] == [
        HOME.street,
        "Calle 1, Bogotá",
    ]


@pytest.mark.parametrize("part", ["street", "city", "region", "postal_code"])
def test_parts_are_needed_and_have_a_maximum_length(part: str) -> None:
    with pytest.raises(AddressIncomplete) as refused:
        PostalAddress.parse(**{**FORM, part: "x" * (LONGEST[part] + 1)}, country="CO")
    assert (refused.value.code, refused.value.field) == ("address_incomplete", part)
    if part == "postal_code":
        assert PostalAddress.parse(**{**FORM, part: ""}, country="CO").postal_code == ""
        return
    with pytest.raises(AddressIncomplete):
        PostalAddress.parse(**{**FORM, part: " "}, country="CO")


def test_the_address_is_in_the_country_of_residence() -> None:
    player = demo()
    abroad = PostalAddress.parse(**FORM, country="MX")
    with pytest.raises(AddressCountryDiffers) as refused:
        enter_address(player, abroad)
    assert refused.value.code == "address_country"
    with pytest.raises(AddressCountryDiffers):
        correct_address(player.pk, abroad, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="x")
    assert not ResidentialAddress.objects.exists()


def test_without_the_required_address_no_real_money_moves(profile: ProfileChange) -> None:
    player = scenes.new_player(funds="100")
    profile(address_required=True)
    before, money = Transfer.objects.count(), Money.parse("20", "USD")
    for attempt in (
        lambda: request_deposit(player, money, key=uuid4(), provider="demo"),
        lambda: request_withdrawal(
            player, money, destination=account(), key=uuid4(), proof=just_now()
        ),
    ):
        with pytest.raises(NotAllowed) as refused:
            attempt()
        assert refused.value.code == "address_missing"
    assert code(may_play_real_money, player) == "address_missing"
    assert (Deposit.objects.count(), Withdrawal.objects.count()) == (0, 0)
    assert Transfer.objects.count() == before
    enter_address(player, PostalAddress.parse(**FORM, country=player.country))
    assert code(may_play_real_money, player) == code(may_withdraw, player) == ""


def test_after_a_move_to_another_country_the_address_is_missing(profile: ProfileChange) -> None:
    profile(address_required=True)
    player = ana_confirmed()
    enter_address(player, HOME)
    clerk = staff(Role.COMPLIANCE_ANALYST)
    verify_identity(player, SeenDocument("seen"), acting_user=clerk)
    player.refresh_from_db()
    assert player.birth_date is not None
    assert code(may_play_real_money, player) == ""
    moved = PersonData(player.full_name, player.birth_date, "MX")
    correct_person(player.pk, moved, acting_user=clerk, reason="moved")
    player.refresh_from_db()
    with pytest.raises(AddressMissing):
        verify_identity(player, SeenDocument("seen"), acting_user=clerk)
    assert not User.objects.get(pk=player.pk).is_verified


def test_staff_correct_and_verify() -> None:
    player, clerk = demo(), staff(Role.COMPLIANCE_ANALYST)
    with pytest.raises(AddressMissing):
        verify_address(player.pk, 0, acting_user=clerk, reason="a bill")
    enter_address(player, HOME)
    first = load_address(player)
    assert first is not None
    assert first.pk is not None
    correct_address(player.pk, OTHER, acting_user=clerk, reason="a letter")
    with pytest.raises(AddressUnchanged):
        correct_address(player.pk, OTHER, acting_user=clerk, reason="a letter")
    with pytest.raises(ChangedMeanwhile):
        verify_address(player.pk, first.pk, acting_user=clerk, reason="a bill")
    assert not AddressVerification.objects.exists()
    present = load_address(player)
    assert present is not None
    assert present.pk is not None
    for _ in range(2):
        verify_address(player.pk, present.pk, acting_user=clerk, reason="a bill")
    verified = load_address(player)
    assert verified is not None
    assert verified.verification is not None
    assert Event.objects.get(kind="address_verified").data == {"reason": "a bill"}
    enter_address(player, HOME)
    again = load_address(player)
    assert again is not None
    assert again.verification is None


def test_others_may_neither_correct_nor_verify() -> None:
    player, cashier = demo(), staff(Role.CASHIER)
    with pytest.raises(NotPermitted):
        correct_address(player.pk, HOME, acting_user=cashier, reason="x")
    with pytest.raises(NotPermitted):
        verify_address(player.pk, 1, acting_user=cashier, reason="x")
    assert not ResidentialAddress.objects.exists()


def test_the_player_enters_it_on_the_checklist(profile: ProfileChange) -> None:
    profile(address_required=True)
    player, client = ana_confirmed(), Client(headers={"accept-language": "en"})
    User.objects.filter(pk=player.pk).update(language="en")
    client.force_login(player)
    page = reverse("accounts:identity")
    assert "2 of 5" in client.get(page).text
    answer = client.post(reverse("accounts:give_address"), {**FORM, "city": ""})
    assert answer.status_code == 422
    assert not ResidentialAddress.objects.exists()
    assert client.post(reverse("accounts:give_address"), FORM).status_code == 303
    shown = client.get(page).text
    assert "3 of 5" in shown
    assert "110111 Bogotá" in shown
    profile(address_required=False)
    assert "2 of 4" in client.get(page).text


def test_staff_see_correct_and_verify_it_on_pages() -> None:
    player, client = demo(), inside(staff(Role.COMPLIANCE_ANALYST))
    page = reverse("players:address", args=[player.pk])
    assert client.post(page, {**FORM, "reason": "a letter", "key": str(uuid4())}).status_code == 303
    assert "110111 Bogotá" in client.get(reverse("players:player", args=[player.pk])).text
    check = reverse("players:verify_address", args=[player.pk])
    row = ResidentialAddress.objects.get()
    sent = {"reason": "a bill", "seen": row.pk, "key": str(uuid4())}
    assert client.post(check, sent).status_code == 303
    assert AddressVerification.objects.get().address == row


def test_the_players_own_data_hold_all_versions() -> None:
    player = demo()
    enter_address(player, HOME)
    enter_address(player, OTHER)
    player.refresh_from_db()
    told = "".join(stream_own_data(player, timezone.now()))
    assert "Cundinamarca" in told
    assert "Carrera 7" in told


def test_a_closed_account_takes_none_from_its_player() -> None:
    player = demo()
    User.objects.filter(pk=player.pk).update(state="closed")
    with pytest.raises(Refusal):
        enter_address(player, HOME)
    assert not ResidentialAddress.objects.exists()


def test_an_address_whose_key_is_gone_is_unreadable_and_can_be_entered_again() -> None:
    player = demo()
    enter_address(player, HOME)
    remove_key(player.pk)
    known = load_address(player)
    assert known is not None
    assert known.address.street == ""
    assert len(known.address.lines) == 1
    enter_address(player, HOME)
    again = load_address(player)
    assert again is not None
    assert again.address == HOME


def test_a_key_that_cannot_be_unwrapped_is_not_replaced(settings: Settings, tmp_path: Path) -> None:
    """With the right `IDENTITY_KEY_FILE` everything of the person is readable again."""
    player = demo()
    enter_address(player, HOME)
    right, other = settings.IDENTITY_KEY_FILE, tmp_path / "other.key"
    other.touch(mode=0o600)
    other.write_bytes(Fernet.generate_key())
    settings.IDENTITY_KEY_FILE = other
    known = load_address(player)
    assert known is not None
    assert known.address.street == ""
    with pytest.raises(PersonUnreadable):
        enter_address(player, OTHER)
    settings.IDENTITY_KEY_FILE = right
    known = load_address(player)
    assert known is not None
    assert known.address == HOME
