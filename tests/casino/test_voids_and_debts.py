"""Voids of money that the player no longer has: debts, collected and given back."""

from uuid import uuid4

import pytest

from accounts.models.users import User
from casino.models import Treatment
from casino.voids.selectors.voiding import (
    preview_collecting,
    preview_undoing,
    preview_voids,
)
from tests.casino import decided
from tests.casino.test_voiding import house, lost, of_house, refused, spend, usd, voided, won
from wallet.ledger.selectors.funds import balance
from wallet.ledger.selectors.round_debts import round_debt
from wallet.ledger.services import movements

pytestmark = pytest.mark.database


def test_a_void_above_the_balance_leaves_a_debt(manager: User) -> None:
    round_ = won()
    spend(round_.player, "1010")
    told = preview_voids([round_], Treatment.STAKES_BACK)[0]
    made = voided(round_, Treatment.STAKES_BACK, manager)
    assert (made.due, made.paid, made.owed) == (-150_000, 50_000, 100_000)
    assert balance(round_.player_id) == usd("0")
    assert round_debt(round_.player_id, round_.public_id, "USD") == usd("10") == told.owed_after
    assert house() == of_house("0", receivable="-10")


def test_a_debt_is_collected_up_to_the_balance_and_returned_when_undone(
    manager: User,
) -> None:
    round_ = won()
    spend(round_.player, "1015")
    made = voided(round_, Treatment.STAKES_BACK, manager)
    with refused(round_.player, "no_funds"):
        decided.collect(made.pk, case=uuid4(), acting_user=manager)
    case = uuid4()
    movements.credit_deposit(round_.player_id, usd("4"), key=uuid4(), provider="demo")
    told = preview_collecting([made])[0]
    for _ in range(2):
        assert decided.collect(made.pk, case=case, acting_user=manager) == usd("4")
    assert (told.balance_after, told.owed_after) == (usd("0"), usd("11"))
    assert round_debt(round_.player_id, round_.public_id, "USD") == usd("11")
    assert house() == of_house("0", receivable="-11")
    undone = preview_undoing([made])[0]
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert balance(round_.player_id) == usd("4") == undone.balance_after
    assert house() == of_house("-15")
    with refused(round_.player, "nothing_owed"):
        decided.collect(made.pk, case=uuid4(), acting_user=manager)


def test_undoing_what_the_player_has_spent_leaves_a_debt_that_the_next_void_pays(
    manager: User,
) -> None:
    round_ = lost()
    made = voided(round_, Treatment.BETTER, manager)
    spend(round_.player, "997")
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    step = made.steps.get()
    assert (step.due, step.paid, step.owed) == (-100_000, 30_000, 70_000)
    assert house() == of_house("10", receivable="-7")
    again = voided(round_, Treatment.BETTER, manager)
    assert (again.due, again.collected) == (100_000, 70_000)
    assert balance(round_.player_id) == usd("3")
    assert house() == of_house("0")


def test_stakes_that_are_given_back_pay_first_what_the_round_owes(manager: User) -> None:
    round_ = won()
    spend(round_.player, "1012")
    made = voided(round_, Treatment.SUSPENSE, manager)
    assert (made.paid, made.owed) == (30_000, 220_000)
    decided.release(made.pk, "player", case=uuid4(), acting_user=manager)
    assert balance(round_.player_id) == usd("0")
    assert round_debt(round_.player_id, round_.public_id, "USD") == usd("12")
