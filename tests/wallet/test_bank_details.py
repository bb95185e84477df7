"""Bank details: IBANs with check digits, other accounts with a bank, and the account holder."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cryptography.fernet import Fernet
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from stdnum.iso7064 import mod_97_10

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.wallet.cash import account, bank_form, checked, just_now, person, proves
from tests.wallet.ledger import funded, refused, usd
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import DestinationUnreadable
from wallet.cash.services import withdrawals
from wallet.cash.values.bank_details import (
    BadBankDetails,
    DestinationKind,
    iban_length,
    parse_bank_details,
    read_canonical,
)

# Examples from the IBAN registry
IBANS = {
    "DO": "DO28BAGR00000001212453611324",
    "ES": "ES9121000418450200051332",
    "DE": "DE89370400440532013000",
    "GB": "GB29NWBK60161331926819",
    "BR": "BR1800360305000010009795493C1",
    "MT": "MT84MALT011000012345MTLCAST001S",
}


@pytest.mark.parametrize(("country", "iban"), IBANS.items())
def test_an_iban_is_taken_however_it_is_grouped(country: str, iban: str) -> None:
    typed = " ".join(iban[at : at + 4] for at in range(0, len(iban), 4)).lower()
    found = parse_bank_details(" Ana  Rosario ", country=country, number=typed)
    assert (found.kind, found.number, found.holder) == (DestinationKind.IBAN, iban, "Ana Rosario")
    assert read_canonical(found.canonical) == found


@pytest.mark.parametrize(
    "number",
    [
        "DO29BAGR00000001212453611324",  # wrong check digits
        "DO28BAGR00000001212453611342",  # two digits swapped
        "DO28BAGR0000000121245361132",  # one short
        "DO12BAGRA0000001212453611324",  # a letter among the digits
        "ES9121000418450200051332",  # of another country
        "1212453611324",  # no IBAN
        "",
    ],
)
def test_a_wrong_iban_is_refused(number: str) -> None:
    with pytest.raises(BadBankDetails) as caught:
        parse_bank_details("Ana", country="DO", bank="Banreservas", number=number)
    assert caught.value.part == "number"


def test_digits_that_a_country_adds_are_checked_too() -> None:
    number = "ES6421000418450200051333"  # valid as an IBAN, but not the digits of the account
    assert mod_97_10.is_valid(number[4:] + number[:4])
    with pytest.raises(BadBankDetails, match="number"):
        parse_bank_details("Ana", country="ES", number=number)


def test_the_registry_says_how_long_an_iban_is() -> None:
    assert {country: iban_length(country) for country in IBANS} == {
        country: len(iban) for country, iban in IBANS.items()
    }


@pytest.mark.parametrize("country", ["CO", "VE", "US"])
def test_a_country_without_ibans_takes_bank_and_number(country: str) -> None:
    assert iban_length(country) == 0
    found = parse_bank_details("Ana", country=country, bank="Banco Uno", number="0102-0011.22 33")
    assert (found.kind, found.bank, found.number) == (
        DestinationKind.ACCOUNT,
        "Banco Uno",
        "010200112233",
    )
    for wrong, part in (({"bank": ""}, "bank"), ({"number": "12"}, "number")):
        typed = {"bank": "Banco Uno", "number": "12345", **wrong}
        with pytest.raises(BadBankDetails) as caught:
            parse_bank_details("Ana", country=country, bank=typed["bank"], number=typed["number"])
        assert caught.value.part == part


def test_the_desk_needs_a_name_only() -> None:
    found = parse_bank_details("Ana", at_desk=True, country="DO", number="x")
    assert (found.kind, found.number, found.country) == (DestinationKind.DESK, "", "")


@pytest.fixture
def page(client: Client) -> Client:
    checked()
    funded(text="200.00")
    client.force_login(person())
    proves(client)
    read_in(client, "en")
    return client


def sent(**changes: Any) -> dict[str, Any]:
    given = {"amount": "20.00", "currency": "USD", "provider": "manual", "key": str(uuid4())}
    return {**given, **bank_form(), **changes}


@pytest.mark.database
def test_the_form_explains_a_wrong_iban_at_its_field(page: Client) -> None:
    wrong = sent(bank_country="DO", number="DO29BAGR00000001212453611324")
    answer = page.post(reverse("wallet:withdraw"), wrong)
    assert answer.status_code == 422
    assert "check digits" in answer.context["form"].errors["number"][0]
    assert not Withdrawal.objects.exists()


@pytest.mark.database
@pytest.mark.parametrize(("holder", "differs"), [("ROSARIO Ana", False), ("Luis Peña", True)])
def test_another_holder_is_shown_to_the_player_and_at_the_desk(
    page: Client, holder: str, *, differs: bool
) -> None:
    answer = page.post(reverse("wallet:withdraw"), sent(holder=holder), follow=True)
    one = Withdrawal.objects.get()
    receipt = page.get(reverse("wallet:receipt", args=["withdrawal", one.reference]))
    for shown in (answer, receipt):
        assert ("not your verified name" in shown.content.decode()) == differs
    client = inside(staff(Role.CASHIER))
    read_in(client, "en")
    desk = client.get(reverse("cash:withdrawal", args=[one.pk])).content.decode()
    assert ("not the player&#x27;s verified name" in desk.replace("'", "&#x27;")) == differs
    assert holder in desk


@pytest.mark.database
def test_without_the_key_every_page_explains_it(
    page: Client, settings: Settings, tmp_path: Path
) -> None:
    one = withdrawals.request_withdrawal(
        person(),
        usd("20.00"),
        destination=account(),
        key=uuid4(),
        proof=just_now(),
        provider="demo",
    )
    withdrawals.approve_withdrawal(one.pk, seen=1, acting_user=staff(Role.CASHIER))
    other = tmp_path / "other.key"
    other.write_text(Fernet.generate_key().decode() + "\n")
    other.chmod(0o600)
    settings.IDENTITY_KEY_FILE = str(other)
    client = inside(staff(Role.CASHIER))
    read_in(client, "en")
    assert (
        "cannot be read"
        in page.get(reverse("wallet:receipt", args=["withdrawal", one.reference])).text
    )
    assert "cannot be read" in client.get(reverse("cash:withdrawal", args=[one.pk])).text
    assert one.number in client.get(reverse("cash:desk")).text
    with refused(DestinationUnreadable):
        withdrawals.send_to_provider(one.pk, seen=2, acting_user=staff(Role.CASHIER))
