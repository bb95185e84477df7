"""Payments of withheld taxes: one person proposes, another decides, and `tax` goes to the bank, once."""

from collections.abc import Iterator
from datetime import date, timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded, ReasonMissing, Refusal
from journal.selectors.gaming_days import day_of
from tests.accounts.staff import inside, staff
from tests.wallet.ledger import usd
from tests.wallet.taxed import withheld
from wallet.ledger.models import HouseAccount, Transfer, TransferKind
from wallet.ledger.selectors.funds import balance, house_balance
from wallet.ledger.selectors.reconciliation import check_record_lines, find_broken_lines
from wallet.ledger.services.posting import post_transfer
from wallet.ledger.services.taxes import request_tax_payment, withhold_tax
from wallet.money.values import Money
from wallet.taxes import services
from wallet.taxes.models import TaxPayment, TaxPaymentDecision
from wallet.taxes.refusals import NoTaxOwed, TaxDayOpen, TaxOwedChanged, TaxPaymentWaits
from wallet.taxes.selectors import list_owed_now, sum_owed, sum_owed_by_player
from wallet.taxes.services import TaxReturn, decide_tax_payment, propose_tax_payment

pytestmark = pytest.mark.database
PATH = "/staff/cash/taxes/"


@pytest.fixture(autouse=True)
def tomorrow() -> Iterator[None]:
    """Today is over for payments of taxes."""
    with patch.object(services, "day_of", return_value=today() + timedelta(days=1)):
        yield


def today() -> date:
    return day_of(timezone.now())


def cashier() -> User:
    return staff(Role.CASHIER)


def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


def proposed(reference: str = "350-2026-11") -> TaxPayment:
    told = TaxReturn("USD", today(), reference)
    return propose_tax_payment(told, acting_user=cashier(), reason="return of November")


def everything() -> tuple[object, ...]:
    return (
        list(TaxPayment.objects.order_by("pk").values()),
        list(TaxPaymentDecision.objects.values()),
        Transfer.objects.count(),
        house_balance(HouseAccount.TAX, "USD"),
        house_balance(HouseAccount.BANK, "USD"),
    )


def test_what_is_owed_is_paid_by_two_people() -> None:
    (ana, _), (ben, _) = withheld("ana", "3.00"), withheld("ben", "4.00")
    bank, had = house_balance(HouseAccount.BANK, "USD"), balance(ana)
    made = proposed()
    assert made.money == usd("7.00")
    assert house_balance(HouseAccount.TAX, "USD") == usd("7.00")
    for _ in range(2):  # the second is the same
        decide_tax_payment(made.pk, approved=True, acting_user=manager())
    assert house_balance(HouseAccount.TAX, "USD") == usd("0.00")
    assert house_balance(HouseAccount.BANK, "USD") == bank + usd("7.00")
    assert balance(ana) == had
    paid = Transfer.objects.filter(kind=TransferKind.REMIT).order_by("amount")
    assert [(one.player_id, one.amount) for one in paid] == [(ana, 30_000), (ben, 40_000)]
    assert {one.details["tax_payment"] for one in paid} == {made.pk}
    event = Event.objects.get(kind=EventKind.TAX_PAYMENT_DECIDED)
    assert (event.data["amount"], event.data["reference"]) == ("7.00 USD", "350-2026-11")
    assert not list_owed_now()
    assert find_broken_lines() == []
    assert not [line for line in check_record_lines() if line.rows]


def test_a_tax_that_is_given_back_after_its_payment_lowers_the_next_one() -> None:
    ana, round_id = withheld("ana", "3.00")
    decide_tax_payment(proposed().pk, approved=True, acting_user=manager())
    withhold_tax(ana, usd("-3.00"), key=uuid4(), round_id=round_id)
    assert list_owed_now() == [usd("-3.00")]
    refuses(NoTaxOwed, TaxReturn("USD", today(), "x"))
    ben, _ = withheld("ben", "5.00")
    assert sum_owed_by_player("USD", today()) == {ana: usd("-3.00"), ben: usd("5.00")}
    decide_tax_payment(proposed().pk, approved=True, acting_user=manager())
    assert house_balance(HouseAccount.TAX, "USD") == usd("0.00")
    assert not [line for line in check_record_lines() if line.rows]


def refuses(refusal: type[Refusal], told: TaxReturn, reason: str = "x") -> None:
    before = everything()
    with pytest.raises(refusal) as caught, transaction.atomic():
        propose_tax_payment(told, acting_user=cashier(), reason=reason)
    assert caught.value.code == refusal.code
    assert everything() == before


def test_a_proposal_is_refused_and_moves_nothing() -> None:
    told = TaxReturn("USD", today(), "350")
    refuses(NoTaxOwed, told)
    withheld("ana", "3.00")
    refuses(NoTaxOwed, TaxReturn("USD", today() - timedelta(days=1), "350"))
    refuses(NoTaxOwed, TaxReturn("EUR", today(), "350"))
    refuses(TaxDayOpen, TaxReturn("USD", today() + timedelta(days=1), "350"))
    refuses(ReasonMissing, told, reason=" ")
    refuses(ReasonMissing, TaxReturn("USD", today(), " "))
    before = everything()
    with pytest.raises(NotPermitted), transaction.atomic():
        propose_tax_payment(told, acting_user=manager(), reason="x")
    assert everything() == before
    proposed()
    refuses(TaxPaymentWaits, told)


def test_a_payment_is_not_decided_by_its_proposer_or_after_a_change() -> None:
    ana, round_id = withheld("ana", "3.00")
    made = proposed()
    before = everything()
    with pytest.raises(NotPermitted), transaction.atomic():
        decide_tax_payment(made.pk, approved=True, acting_user=made.proposed_by)
    made.proposed_by.groups.set(manager().groups.all())
    with pytest.raises(AnotherPersonNeeded), transaction.atomic():
        decide_tax_payment(made.pk, approved=True, acting_user=made.proposed_by)
    assert everything() == before
    withhold_tax(ana, usd("-1.00"), key=uuid4(), round_id=round_id)
    before = everything()
    with pytest.raises(TaxOwedChanged) as caught, transaction.atomic():
        decide_tax_payment(made.pk, approved=True, acting_user=manager())
    assert caught.value.code == "tax_owed_changed"
    assert everything() == before
    decide_tax_payment(made.pk, approved=False, acting_user=manager(), reason="changed")
    assert sum_owed("USD", today()) == usd("2.00")


@pytest.mark.breaks_the_ledger("that is what is tested")
def test_money_that_nobody_decided_to_pay_is_found(settings: object) -> None:
    ana, _ = withheld("ana", "3.00")
    settings.DEMO_PROVIDER_ENABLED = False  # type: ignore[attr-defined]  # the fixture's type is not public
    post_transfer(uuid4(), request_tax_payment(ana, usd("1.00"), {"tax_payment": 7}))
    broken = {line.line: line.first for line in check_record_lines() if line.rows}
    assert broken["taxes are paid as two people decided"] == (
        "payment of taxes 7: 10000 USD moved, 0 decided",
    )


def test_the_page_shows_proposes_and_decides() -> None:
    withheld("ana", "3.00")
    desk, other = inside(cashier()), inside(manager())
    assert "3.00" in desk.get(PATH).content.decode()
    sent = {"currency": "USD", "until": str(today()), "reference": "350", "reason": "monthly"}
    assert desk.post(PATH, sent)["Location"] == PATH
    made = TaxPayment.objects.get()
    assert f"{PATH}{made.pk}/" in other.get(PATH).content.decode()
    assert f"{PATH}{made.pk}/" not in desk.get(PATH).content.decode()
    verdict = {"verdict": "approve", "reason": ""}
    assert other.post(f"{PATH}{made.pk}/", verdict)["Location"] == PATH
    assert "Nothing is owed." in desk.get(PATH).content.decode()
    assert house_balance(HouseAccount.TAX, "USD") == Money.zero("USD")
