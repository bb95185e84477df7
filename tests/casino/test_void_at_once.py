"""Voids concurrent with other voids and with withdrawals: each is complete, and happens once."""

from uuid import uuid4

import pytest

from accounts.models.users import User
from casino.models import Notice, Treatment, Void
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import VoidRefused
from tests.casino.test_at_once import together
from tests.casino.test_voiding import usd, voided, won
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance, load_money_in_withdrawals
from wallet.ledger.selectors.round_debts import round_debt
from wallet.ledger.services import movements

pytestmark = pytest.mark.committed


def test_a_round_voided_by_several_at_once_is_void_once(manager: User) -> None:
    round_ = won()
    ends = together([lambda: voided(round_, Treatment.STAKES_BACK, manager)] * 4)
    assert ends == {"ok": 1, "voided_already": 3}
    assert balance(round_.player_id) == usd("1000")
    assert (Void.objects.count(), Notice.objects.count()) == (1, 1)


def test_one_case_sent_several_times_at_once_does_its_part_once(manager: User) -> None:
    round_, case = won(), uuid4()
    ends = together([lambda: voided(round_, Treatment.SUSPENSE, manager, case)] * 4)
    assert ends == {"ok": 4}
    assert (Void.objects.count(), balance(round_.player_id)) == (1, usd("990"))


def test_a_void_beside_withdrawals_takes_what_they_leave_and_the_rest_is_owed(
    manager: User,
) -> None:
    round_ = won()
    person = round_.player_id

    def withdraw() -> None:
        try:
            movements.hold_withdrawal(person, usd("405"), key=uuid4())
        except InsufficientFunds as error:
            raise VoidRefused("no_funds") from error

    void = [lambda: voided(round_, Treatment.SUSPENSE, manager)]
    ends = together([withdraw, withdraw, *void, withdraw])
    assert ends["ok"] == 3
    assert ends["no_funds"] == 1
    gone = sum(money.units for money in load_money_in_withdrawals(person))
    made = Void.objects.get()
    assert made.paid + made.owed == 250_000
    assert balance(person).units == 10_150_000 - gone - made.paid
    assert round_debt(person, round_.public_id, "USD").units == made.owed
    assert balance(person).units == 0 or made.owed == 0
    assert find_broken_play_lines() == []
