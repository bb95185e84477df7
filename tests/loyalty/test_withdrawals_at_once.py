"""Concurrent withdrawals, also while a tier falls: never more than the tier of the moment allows, and no blocking."""

from uuid import uuid4

import pytest
from django.db import transaction

from casino.reconciliation.selectors.lines import find_broken_house_lines
from tests.loyalty.test_withdrawal_limits import asked, climbed, fallen
from tests.wallet.cash import account, just_now, person
from tests.wallet.ledger import at_once, refused, usd
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import AboveDailyLimit
from wallet.cash.services import withdrawals
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.committed


def test_concurrent_withdrawals_respect_the_tier() -> None:
    round_id = climbed()
    ana = person()

    def act(number: int) -> Withdrawal | None:
        if number == 2:
            fallen(round_id)
            return None
        money = usd("9000.00")
        return withdrawals.request_withdrawal(
            ana, money, destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
        )

    answers = at_once(8, act)
    taken = sum(isinstance(one, Withdrawal) for one in answers)
    assert taken in {2, 3}  # three only if the third came before the tier fell
    assert sum(isinstance(one, AboveDailyLimit) for one in answers) == 7 - taken
    assert balance(ana.pk) == usd("60000.00") - usd("9000.00") * taken
    with refused(AboveDailyLimit):
        asked("2000.01")
    assert find_broken_house_lines() == []


def test_a_tier_that_falls_while_a_withdrawal_is_taken_counts_for_the_next_one() -> None:
    round_id = climbed()
    ana = person()
    with transaction.atomic():
        first = asked("15000.00")
        at_once(1, lambda _number: fallen(round_id))  # neither blocks the other
    assert first.units == usd("15000.00").units
    with refused(AboveDailyLimit):
        asked("5000.01")
    assert balance(ana.pk) == usd("45000.00")
