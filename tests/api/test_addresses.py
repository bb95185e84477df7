"""The residential address by the API, and what is refused without it or by another method of payment."""

from uuid import uuid4

import pytest

from accounts.models.addresses import ResidentialAddress
from tests.api.calls import Caller, assert_problem, read
from tests.api.test_money import ana, deposit, in_usd, withdrawal
from tests.fixtures.profiles import ProfileChange
from tests.wallet.cash import checked, person, request_deposit
from tests.wallet.ledger import usd
from wallet.cash.models import Deposit, Withdrawal
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database
ADDRESS = {
    "street": "Calle 10 # 5-23",
    "city": "Bogotá",
    "region": "Cundinamarca",
    "postal_code": "110111",
    "country": "CO",
}


def test_it_is_required_read_and_entered(profile: ProfileChange) -> None:
    profile(address_required=True)
    caller = Caller(person())
    assert read(caller.get("/me/address")) == {"is_required": True, "address": None}
    steps = [one["step"] for one in read(caller.get("/me"))["verification"]]
    assert "address" in steps
    assert_problem(caller.post("/deposits", deposit(in_usd("20.00"))), 403, "address_missing")
    assert not Deposit.objects.exists()
    found = read(caller.send("put", "/me/address", ADDRESS))
    assert found["address"] == {**ADDRESS, "verified": False}
    read(caller.post("/deposits", deposit(in_usd("20.00"))), 201)


def test_another_country_or_a_missing_part_is_refused() -> None:
    caller = Caller(person())
    abroad = caller.send("put", "/me/address", {**ADDRESS, "country": "MX"})
    assert_problem(abroad, 422, "address_country", "country")
    assert caller.send("put", "/me/address", {**ADDRESS, "city": ""}).status_code in {400, 422}
    assert not ResidentialAddress.objects.exists()


def test_a_withdrawal_by_another_method_is_refused(profile: ProfileChange) -> None:
    profile(closed_loop_withdrawals=True)
    checked()
    player, caller = ana()
    request_deposit(player, usd("60.00"), key=uuid4(), provider="demo")
    before = balance(player.pk, "USD")
    assert_problem(caller.post("/withdrawals", withdrawal()), 422, "closed_loop", "provider")
    assert not Withdrawal.objects.exists()
    assert balance(player.pk, "USD") == before
