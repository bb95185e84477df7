"""A player's optional phone number: checked, shown to staff and the player alone, and erasable."""

import json
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.identity.services.phones import set_phone
from accounts.models.phones import PhoneNumber
from accounts.models.users import User
from accounts.roles.values import Role
from accounts.users.selectors.phones import find_phone
from accounts.values.phones import PhoneRefused, normalize_phone
from compliance.own_data.selectors.document import stream_own_data
from detection.models import AccountLink
from detection.services.links import refresh_links
from journal.models import Alteration, Event
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.detection.invented import new_player
from tests.detection.test_links import visit

NUMBER = "+573001234567"
OPTIONS = {"language": "en", "display_currency": "EUR"}


@pytest.mark.parametrize(
    "text",
    [
        NUMBER,
        " +57 (300) 123-4567 ",
        "0057 300.123.4567",
        "+57 / 300 1234567",
        "\uff0b57 3001234567",
    ],
)
def test_numbers_are_normalised(text: str) -> None:
    assert normalize_phone(text) == NUMBER


@pytest.mark.parametrize(
    "text",
    ["", "300 123 4567", "+0 300 123 4567", "+57 300", "+57 300 123 4567 890 12", "+57 CALL ME"],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(PhoneRefused) as refusal:
        normalize_phone(text)
    assert refusal.value.code == "phone"


def save(client: Client, player: User, phone: str) -> Any:
    client.force_login(player)
    return client.post(reverse("accounts:options"), {**OPTIONS, "phone": phone})


@pytest.mark.database
def test_the_player_enters_changes_and_erases_it(client: Client) -> None:
    player = ana_confirmed()
    assert save(client, player, "+57 300 123 4567").status_code == 303
    assert find_phone(player.pk) == NUMBER
    assert NUMBER in client.get(reverse("accounts:options")).text
    assert save(client, player, "301 123").status_code == 422
    assert find_phone(player.pk) == NUMBER
    assert save(client, player, "").status_code == 303
    assert not PhoneNumber.objects.exists()
    changes = Event.objects.filter(kind="phone_changed").order_by("pk")
    assert [one.data for one in changes] == [{"removed": False}, {"removed": True}]
    assert not Alteration.objects.filter(after__icontains=NUMBER).exists()


@pytest.mark.database
def test_other_options_leave_it_and_staff_have_none(client: Client) -> None:
    player, cashier = ana_confirmed(), staff(Role.CASHIER)
    set_phone(player, NUMBER)
    client.force_login(player)
    client.post(reverse("accounts:options"), OPTIONS)
    assert find_phone(player.pk) == NUMBER
    client = inside(cashier)
    client.post(reverse("accounts:options"), {**OPTIONS, "phone": NUMBER})
    assert find_phone(cashier.pk) == ""


@pytest.mark.database
def test_staff_see_it_with_the_player_s_other_data() -> None:
    player = ana_confirmed()
    set_phone(player, NUMBER)
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    assert NUMBER in client.get(reverse("players:player", args=[player.pk])).text
    assert (
        json.loads("".join(stream_own_data(player, timezone.now())))["account"]["phone"] == NUMBER
    )


@pytest.mark.database
def test_the_database_keeps_e164_alone() -> None:
    player = ana_confirmed()
    with pytest.raises(IntegrityError), transaction.atomic():
        PhoneNumber.objects.create(player=player, number="3001234567", entered_at=timezone.now())


@pytest.mark.database
def test_a_phone_links_accounts_that_share_a_device_too() -> None:
    ana, bea = new_player("ana-phone@example.test"), new_player("bea-phone@example.test")
    for player in (ana, bea):
        set_phone(player, NUMBER)
    refresh_links()
    assert not AccountLink.objects.exists()  # 50 of 60
    for player in (ana, bea):
        visit(player, device="d-1")
    refresh_links()
    assert dict(AccountLink.objects.values_list("kind", "weight")) == {"phone": 50, "device": 40}
    assert refresh_links().changed == 0
    set_phone(bea, "")
    refresh_links()
    assert not AccountLink.objects.exists()
