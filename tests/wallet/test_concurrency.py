"""Concurrent clients, each on its own connection."""

from uuid import uuid4

import pytest
from django.db import connection, transaction

from journal.refusals import SentBefore
from tests.wallet.ledger import ask, at_once, call, funded, player, rows, staked, usd
from wallet.ledger.refusals import (
    AlreadyReversed,
    InsufficientFunds,
    ReceivableDiffers,
    StakesDiffer,
    WithdrawalDiffers,
)
from wallet.ledger.selectors import funds, round_debts
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services import movements, round_voids
from wallet.ledger.services.posting import Posting
from wallet.money.values import Money

pytestmark = pytest.mark.committed


def test_fifty_equal_requests_at_once_are_one_transfer() -> None:
    ana, key = player(), uuid4()
    answers = at_once(
        50, lambda _: movements.credit_deposit(ana, usd("5.00"), key=key, provider="demo")
    )
    assert {(answer.transfer_id, answer.balance) for answer in answers} == {
        (answers[0].transfer_id, usd("5.00"))
    }
    assert [answer.replayed for answer in answers].count(False) == 1
    assert funds.balance(ana) == usd("5.00")
    assert ask("SELECT count(*) FROM wallet_transfer") == 1


def test_one_key_with_different_content_at_once_is_one_transfer() -> None:
    ana, key = player(), uuid4()
    answers = at_once(
        10, lambda n: movements.credit_deposit(ana, usd(f"{n + 1}.00"), key=key, provider="demo")
    )
    paid = [answer for answer in answers if isinstance(answer, Posting)]
    assert len(paid) == 1
    assert sum(isinstance(answer, SentBefore) for answer in answers) == 9
    assert funds.balance(ana) == paid[0].balance


def test_thirty_clients_spend_one_balance_and_no_more() -> None:
    ana = funded(text="100.00")
    answers = at_once(
        30, lambda _: movements.hold_stake(ana, usd("7.00"), key=uuid4(), round_id=uuid4())
    )
    assert sum(isinstance(answer, Posting) for answer in answers) == 14
    assert sum(isinstance(answer, InsufficientFunds) for answer in answers) == 16
    assert funds.balance(ana) == usd("2.00")
    assert funds.load_money_in_play(ana) == [usd("98.00")]
    left = {answer.balance for answer in answers if isinstance(answer, Posting)}
    assert left == {Money(20_000 + 70_000 * n, "USD") for n in range(14)}


def test_a_round_settled_by_many_at_once_is_settled_once() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")

    def settle(number: int) -> Posting:
        returned = usd("20.00") if number % 2 else usd("0.00")
        return movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd("10.00"), returned=returned
        )

    answers = at_once(10, settle)
    assert sum(isinstance(answer, StakesDiffer) for answer in answers) == 9
    assert funds.load_money_in_play(ana) == []
    assert funds.balance(ana) in (usd("90.00"), usd("110.00"))


def test_a_transfer_reversed_by_many_at_once_is_reversed_once() -> None:
    ana = player()
    paid = movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo")
    answers = at_once(
        10, lambda _: movements.reverse_transfer(paid.transfer_id, key=uuid4(), reason="wrong")
    )
    assert sum(isinstance(answer, AlreadyReversed) for answer in answers) == 9
    assert funds.balance(ana) == usd("0.00")


def test_equal_reversals_at_once_are_one_transfer() -> None:
    ana, key = player(), uuid4()
    paid = movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo")
    answers = at_once(
        10, lambda _: movements.reverse_transfer(paid.transfer_id, key=key, reason="wrong")
    )
    assert {(answer.transfer_id, answer.balance) for answer in answers} == {
        (answers[0].transfer_id, usd("0.00"))
    }
    assert [answer.replayed for answer in answers].count(False) == 1
    assert ask("SELECT count(*) FROM wallet_transfer") == 2


def test_one_key_for_two_reversals_at_once_is_one_transfer() -> None:
    """The losing request must not leave its original marked as reversed."""
    ana, key = player(), uuid4()
    paid = [
        movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo") for _ in range(2)
    ]
    answers = at_once(
        8, lambda n: movements.reverse_transfer(paid[n % 2].transfer_id, key=key, reason="wrong")
    )
    assert sum(isinstance(answer, SentBefore) for answer in answers) == 4
    assert len({answer.transfer_id for answer in answers if isinstance(answer, Posting)}) == 1
    assert funds.balance(ana) == usd("5.00")
    assert ask("SELECT count(*) FROM wallet_reversal") == 1
    assert find_broken_lines() == []


def test_exchanges_in_both_directions_do_not_wait_for_each_other() -> None:
    ana = funded(text="1.00")
    call("deposit", ana, 10_000, "EUR")

    def change(number: int) -> None:
        given, received = ("USD", "EUR") if number % 2 else ("EUR", "USD")
        for _ in range(20):
            call("exchange", ana, 3, given, received=2, received_currency=received)

    at_once(8, change)
    assert funds.balance(ana).units == 10_000 - 80
    assert funds.balance(ana, "EUR").units == 10_000 - 80


def test_an_exchange_beside_stakes_and_deposits_of_the_same_player() -> None:
    ana = funded(text="1.00")

    def move(number: int) -> None:
        for _ in range(10):
            if number % 3 == 0:
                call("exchange", ana, 3, received=2, received_currency="EUR")
            elif number % 3 == 1:
                call("bet", ana, 5, round=uuid4())
            else:
                call("deposit", ana, 7, "EUR")

    at_once(9, move)
    assert funds.balance(ana).units == 10_000 - 30 * 3 - 30 * 5
    assert funds.balance(ana, "EUR").units == 30 * 2 + 30 * 7


def test_accounts_opened_at_once_are_opened_once() -> None:
    ana = player()
    codes = ["USD", "EUR", "VES", "COP", "DOP", "PLY"]

    def pay(number: int) -> None:
        for code in codes[number % 6 :] + codes[: number % 6]:
            call("bonus", ana, 1, code)

    at_once(12, pay)
    assert {money.units for money in funds.balances(ana)} == {12}
    assert len(funds.balances(ana)) == 6


def test_a_withdrawal_ended_by_many_at_once_is_ended_once() -> None:
    ana, number = funded(), uuid4()
    movements.hold_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)

    def end(turn: int) -> Posting:
        finish = movements.pay_withdrawal if turn % 2 else movements.cancel_withdrawal
        return finish(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)

    answers = at_once(10, end)
    assert sum(isinstance(answer, WithdrawalDiffers) for answer in answers) == 9
    paid = ask("SELECT count(*) FROM wallet_transfer WHERE kind = 'pay_out'")
    assert funds.balance(ana) == usd("90.00" if paid else "100.00")


def test_concurrent_collections_stop_at_the_debt() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10.00"), returned=usd("0")
    )
    round_voids.record_round_debt(ana, usd("3.00"), key=uuid4(), round_id=round_id)

    def one(_number: int) -> Posting:
        return round_voids.collect_round_debt(ana, usd("1.00"), key=uuid4(), round_id=round_id)

    answers = at_once(8, one)
    assert sum(isinstance(answer, ReceivableDiffers) for answer in answers) == 5
    assert funds.balance(ana) == usd("87.00")
    assert round_debts.round_debt(ana, round_id, "USD") == usd("0")


def test_a_number_requested_by_many_at_once_is_held_once() -> None:
    ana, number = funded(), uuid4()
    answers = at_once(
        10,
        lambda _: movements.hold_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number),
    )
    assert sum(isinstance(answer, WithdrawalDiffers) for answer in answers) == 9
    assert funds.balance(ana) == usd("90.00")


def test_thirty_withdrawals_of_one_balance_hold_no_more() -> None:
    ana = funded(text="100.00")
    answers = at_once(30, lambda _: movements.hold_withdrawal(ana, usd("7.00"), key=uuid4()))
    assert sum(isinstance(answer, InsufficientFunds) for answer in answers) == 16
    assert funds.balance(ana) == usd("2.00")


def test_an_equal_request_waits_for_the_first_and_takes_its_place_if_that_fails() -> None:
    ana, key = player(), uuid4()

    def pay(number: int) -> Posting | None:
        if number == 0:
            with transaction.atomic():
                movements.credit_deposit(ana, usd("5.00"), key=key, provider="demo")
                transaction.set_rollback(True)
            return None
        return movements.credit_deposit(ana, usd("5.00"), key=key, provider="demo")

    _, *answers = at_once(5, pay)
    assert [answer.replayed for answer in answers].count(False) == 1
    assert funds.balance(ana) == usd("5.00")


def test_posting_needs_read_committed() -> None:
    ana = player()
    before = rows()
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        with pytest.raises(Exception, match="READ COMMITTED"):
            call("deposit", ana, 5)
        cursor.execute("ROLLBACK")
    assert rows() == before


def test_bets_and_the_settlement_of_a_round_at_once_leave_no_stake_behind() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")

    def move(number: int) -> Posting:
        if number % 2:
            return movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=round_id)
        return movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd("10.00"), returned=usd("0.00")
        )

    answers = at_once(12, move)

    settled = ask("SELECT count(*) FROM wallet_transfer WHERE kind = 'settle'")
    bets = sum(isinstance(answer, Posting) for answer in answers) - settled
    assert (settled, bets) in [(1, 0), (0, 6)]
    assert funds.load_money_in_play(ana) == ([] if settled else [usd("16.00")])


def test_two_currencies_at_once_do_not_both_get_into_a_round() -> None:
    ana, round_id = funded(), uuid4()
    movements.credit_deposit(ana, Money(5, "EUR"), key=uuid4(), provider="demo")
    stakes = (Money(5, "USD"), Money(5, "EUR"))

    answers = at_once(
        2, lambda n: movements.hold_stake(ana, stakes[n], key=uuid4(), round_id=round_id)
    )

    assert sorted(type(answer).__name__ for answer in answers) == ["Posting", "StakesDiffer"]
    assert find_broken_lines() == []
