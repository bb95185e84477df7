"""The house's limits on deposits and withdrawals: rows of `limits`, in the currencies of the wallet."""

from typing import Any

import pytest

from accounts.roles.values import Role
from limits.models import CashLimit, CashLimitDecision
from limits.refusals import LimitReached
from limits.selectors.cash import load_cash_limits
from limits.values import CurrencyLimit, LimitScope
from tests.accounts.staff import staff
from tests.wallet.cash import person
from tests.wallet.ledger import refused, refused_by_sql, usd
from wallet.cash.services.limits import measure_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database


def proposed(
    kind: str = "deposit_most", currency: str = "USD", amount: int = 5, reason: str = "less"
) -> CashLimit:
    return CashLimit.objects.create(kind=kind, currency=currency, amount=amount, reason=reason)


def decided(limit: CashLimit, *, approved: bool = True) -> None:
    boss = staff(Role.COMPLIANCE_MANAGER)
    CashLimitDecision.objects.create(proposal=limit, approved=approved, decided_by=boss)


def test_the_newest_approved_row_of_a_kind_and_currency_is_in_force() -> None:
    before = load_cash_limits()
    decided(proposed(amount=5))
    decided(proposed(amount=6), approved=False)
    proposed(amount=7)
    limit = CurrencyLimit(LimitScope.HOUSE, "deposit_most", 5, "USD")
    assert load_cash_limits() == {**before, ("deposit_most", "USD"): limit}


@pytest.mark.parametrize(
    ("amount", "kind", "code"),
    [
        (Money.parse("5.00", "COP"), "deposit_least", "below_least"),
        (usd("10000.01"), "deposit_most", "above_most"),
        (usd("50.01"), "deposit_day", "above_day"),
    ],
)
def test_a_refused_deposit_says_which_limit_of_the_house_it_was(
    amount: Money, kind: str, code: str
) -> None:
    decided(proposed("deposit_day", amount=usd("50.00").units))
    ana = person()
    with refused(LimitReached) as caught:
        measure_deposit(ana, amount, provider="demo")
    refusal = caught.value
    assert isinstance(refusal, LimitReached)
    assert (refusal.code, refusal.field) == (code, "amount")
    assert refusal.limit == load_cash_limits()[kind, amount.currency]


@pytest.mark.parametrize(
    ("wrong", "state"),
    [
        ({"currency": "XXX"}, "23503"),
        ({"currency": "PLY"}, "23514"),
        ({"kind": "deposit_day", "currency": "EUR"}, "23514"),
        ({"kind": "theft"}, "23514"),
        ({"amount": -1}, "23514"),
        ({"reason": ""}, "23514"),
    ],
    ids=str,
)
def test_postgresql_refuses_a_limit_that_makes_no_sense(wrong: dict[str, Any], state: str) -> None:
    with refused_by_sql(state):
        proposed(**wrong)
