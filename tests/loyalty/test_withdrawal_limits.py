"""Withdrawal limits by tier: the tier's factor raises the house's own limits, as of the request, and nothing else."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.roles.values import Role
from limits.models import CashLimit
from limits.values import CashLimitKind
from loyalty import refusals
from loyalty.models.points import PointsEntry
from loyalty.models.tiers import Tier
from loyalty.services import points, tier_refresh
from loyalty.values.new_tier import NewTier
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.loyalty.test_points import earned
from tests.loyalty.test_points_page import words
from tests.loyalty.test_tiers import in_force, proposed
from tests.wallet.cash import account, bank_form, checked, just_now, person, proves
from tests.wallet.ledger import funded, refused, rows, usd
from tests.wallet.rates import approved
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import AboveDailyLimit, AboveMaximum
from wallet.cash.selectors.cash_limits import limits_in_force, load_player_limits, raise_limit
from wallet.cash.services import limits as changing, withdrawals
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database
LADDER = [NewTier("One", 0, 100, 100), NewTier("Two", 50_000, 100, 100, 150)]


def climbed() -> UUID:
    """Put Ana, with money, on the second tier; return the round that led there."""
    checked()
    in_force(LADDER)
    funded(text="60000.00")
    round_id = earned(person().pk, "500")
    tier_refresh.refresh_tier(person().pk)
    return round_id


def fallen(round_id: UUID) -> None:
    """Reverse the round's points, and with them the tier."""
    ana = PointsEntry.objects.get(round_id=round_id, kind="earned").player_id
    points.reverse_points(ana, round_id, uuid4())
    tier_refresh.refresh_tier(ana)


def asked(text: str, currency: str = "USD") -> Withdrawal:
    money = Money.parse(text, currency)
    return withdrawals.request_withdrawal(
        person(), money, destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )


def test_a_tier_raises_the_largest_withdrawal_to_the_cent_and_the_refusal_names_it() -> None:
    climbed()
    with refused(AboveMaximum):
        asked("15000.01")
    with pytest.raises(AboveMaximum) as caught:
        asked("15000.01")
    assert str(caught.value.message) == "El monto máximo es US$\N{NO-BREAK SPACE}15.000,00."
    assert asked("15000.00").units == usd("15000.00").units


def test_a_tier_raises_what_is_withdrawn_in_a_day_to_the_cent() -> None:
    climbed()
    for text in ("15000.00", "14990.00"):
        asked(text)
    with refused(AboveDailyLimit):
        asked("10.01")
    asked("10.00")
    with pytest.raises(AboveDailyLimit) as caught:
        asked("5.00")
    assert "puedes mover hasta US$\N{NO-BREAK SPACE}0,00 más." in str(caught.value.message)


def test_another_currency_is_raised_likewise() -> None:
    climbed()
    approved("EUR", "1.10")
    credit_deposit(person().pk, Money.parse("40000.00", "EUR"), key=uuid4(), provider="demo")
    with refused(AboveMaximum):
        asked("15000.01", "EUR")
    asked("15000.00", "EUR")  # 16,500 of 30,000 USD
    with refused(AboveDailyLimit):
        asked("12272.73", "EUR")  # 13,500.0030 USD
    asked("12272.72", "EUR")


def test_the_second_person_and_every_other_limit_stay_as_they_are() -> None:
    climbed()
    assert asked("1000.01").needs_second
    house, hers = limits_in_force(), load_player_limits(person().pk)
    names = {name for (name, _code), money in house.items() if hers[name, _code] != money}
    assert names == {CashLimitKind.WITHDRAWAL_MOST, CashLimitKind.WITHDRAWAL_DAY}


def test_a_lower_tier_limits_the_next_withdrawal() -> None:
    round_id = climbed()
    asked("15000.00")
    fallen(round_id)
    with refused(AboveMaximum):
        asked("10000.01")
    with refused(AboveDailyLimit):
        asked("5000.01")
    asked("5000.00")


def test_withdrawals_above_the_lower_tier_leave_nothing() -> None:
    round_id = climbed()
    asked("15000.00")
    asked("15000.00")
    fallen(round_id)
    with pytest.raises(AboveDailyLimit) as caught:
        asked("5.00")
    assert "puedes mover hasta US$\N{NO-BREAK SPACE}0,00 más." in str(caught.value.message)


def test_a_repeated_form_is_the_same_withdrawal_whatever_the_tier_is_now() -> None:
    round_id, key = climbed(), uuid4()
    ana, money = person(), usd("15000.00")
    first = withdrawals.request_withdrawal(
        ana, money, destination=account("Banco Uno"), key=key, proof=just_now()
    )
    fallen(round_id)
    assert (
        withdrawals.request_withdrawal(
            ana, money, destination=account("Banco Uno"), key=key, proof=just_now()
        ).pk
        == first.pk
    )


def test_players_without_a_tier_have_the_first_one() -> None:
    checked()
    in_force([NewTier("One", 0, 100, 100, 120)])
    funded(text="60000.00")
    with refused(AboveMaximum):
        asked("12000.01")
    asked("12000.00")


def test_a_limit_that_does_not_divide_is_cut_down() -> None:
    assert raise_limit(Money(1, "USD"), 150) == Money(1, "USD")
    assert raise_limit(usd("0"), 1000) == usd("0")
    climbed()
    row = changing.propose_cash_limit(
        CashLimitKind.WITHDRAWAL_MOST, usd("10000.01"), acting_user=staff(Role.OPERATOR), reason="x"
    )
    changing.decide_cash_limit(row.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER))
    with pytest.raises(AboveMaximum) as caught:
        asked("15000.02")
    assert "15.000,01" in str(caught.value.message)
    asked("15000.01")
    assert CashLimit.objects.filter(kind=CashLimitKind.WITHDRAWAL_MOST, decision=None).count() == 0


@pytest.mark.parametrize("factor", [99, 1001, 0])
def test_no_tier_lowers_them_or_raises_them_more_than_tenfold(factor: int) -> None:
    before = Tier.objects.count()
    with pytest.raises(refusals.TiersRefused):
        proposed([NewTier("One", 0, 100, 100, factor)])
    assert Tier.objects.count() == before
    made = proposed([NewTier("One", 0, 100, 100, 1000)])
    with pytest.raises(IntegrityError, match="loyalty_tier_withdrawal"), transaction.atomic():
        Tier.objects.create(
            tier_set=made, name="x", threshold=7, multiplier=100, redemption=1, withdrawal=factor
        )


def test_a_higher_tier_gives_no_less() -> None:
    before = Tier.objects.count()
    with pytest.raises(refusals.WorseTier):
        proposed([NewTier("One", 0, 100, 100, 200), NewTier("Two", 1, 100, 100, 199)])
    assert Tier.objects.count() == before


def of_ana(language: str = "en") -> Client:
    ana = person()
    ana.display_currency = "USD"
    ana.save(update_fields=["display_currency"])
    client = scenes.signed_in(ana)
    client.cookies["django_language"] = language
    return client


def test_the_page_of_withdrawals_shows_the_limits_that_hold_for_this_player() -> None:
    round_id = climbed()
    client = of_ana()
    asked("12000.00")
    page = words(client.get("/bank/withdraw/").text)
    assert "Within 24 hours you may withdraw $30,000.00; $18,000.00 of it is left." in page
    assert "$5.00 $15,000.00" in page
    fallen(round_id)
    page = words(client.get("/bank/withdraw/").text)
    assert "Within 24 hours you may withdraw $20,000.00; $8,000.00 of it is left." in page
    assert "$5.00 $10,000.00" in page


def test_a_refusal_on_the_page_names_the_limit_of_the_player() -> None:
    climbed()
    client, before = of_ana(), rows()
    proves(client)
    sent: dict[str, Any] = {
        "amount": "15000.01",
        "currency": "USD",
        **bank_form(),
        "provider": "manual",
        "key": str(uuid4()),
    }
    answer = client.post("/bank/withdraw/", sent)
    assert answer.status_code == 422
    assert "The largest amount is $15,000.00." in words(answer.text)
    assert rows() == before


def test_the_page_of_points_says_what_each_tier_lets_withdraw() -> None:
    climbed()
    page = words(of_ana().get("/points/").text)
    assert "One 0.00 1.00 $0.01 up to $20,000.00" in page
    assert "Two (yours) 500.00 1.00 $0.01 up to $30,000.00" in page
    assert "hasta US$ 30.000,00" in words(of_ana("es").get("/points/").text)


def test_the_page_of_points_says_it_in_the_currency_of_the_player() -> None:
    climbed()
    approved("EUR", "1.25")
    client, ana = of_ana(), person()
    ana.display_currency = "EUR"
    ana.save(update_fields=["display_currency"])
    assert "up to ≈ €24,000.00" in words(client.get("/points/").text)
    assert "you may withdraw ≈ €24,000.00;" in words(client.get("/bank/withdraw/").text)
