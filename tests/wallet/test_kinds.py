"""Exchanges, withdrawals, adjustments, bonuses: each with its own accounts, and once."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from journal.models import Event
from journal.refusals import SentBefore
from tests.wallet.ledger import funded, player, refused, staked, usd
from wallet.ledger.refusals import (
    InsufficientFunds,
    NotReversible,
    PlayMoney,
    RefusedTransfer,
    WithdrawalDiffers,
)
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.ledger.services.posting import Posting
from wallet.money.refusals import InvalidAmount
from wallet.money.values import Money

pytestmark = pytest.mark.database


def eur(text: str) -> Money:
    return Money.parse(text, "EUR")


def pending(text: str = "10.00") -> tuple[int, UUID]:
    """Return a player with a held withdrawal, and the withdrawal's number."""
    ana, number = funded(), uuid4()
    movements.hold_withdrawal(ana, usd(text), key=uuid4(), withdrawal_id=number)
    return ana, number


def test_an_exchange_gives_and_receives() -> None:
    ana = funded()
    posting = movements.exchange_money(ana, usd("50.00"), eur("45.1234"), key=uuid4())
    assert posting.balances == {"USD": usd("50.00"), "EUR": eur("45.1234")}
    assert posting.balance == usd("50.00")
    assert funds.balances(ana) == [eur("45.1234"), usd("50.00")]


def test_an_exchange_repeated_is_the_first_one() -> None:
    ana, key = funded(), uuid4()
    first = movements.exchange_money(
        ana, usd("50.00"), eur("45.00"), key=key, details={"rate": "0.9"}
    )
    staked(ana, "1.00")
    again = movements.exchange_money(
        ana, usd("50.00"), eur("45.00"), key=key, details={"rate": "0.9"}
    )
    assert (again.transfer_id, again.balances, again.replayed) == (
        first.transfer_id,
        first.balances,
        True,
    )
    with refused(SentBefore):
        movements.exchange_money(ana, usd("50.00"), eur("45.00"), key=key, details={"rate": "0.91"})
    with refused(SentBefore):
        movements.exchange_money(ana, usd("50.00"), eur("45.01"), key=key, details={"rate": "0.9"})


def test_an_exchange_takes_what_is_there_and_is_between_real_currencies() -> None:
    ana = funded()
    with refused(InsufficientFunds):
        movements.exchange_money(ana, usd("100.01"), eur("1.00"), key=uuid4())
    with refused(RefusedTransfer):
        movements.exchange_money(ana, usd("1.00"), usd("1.00"), key=uuid4())
    with refused(RefusedTransfer):
        movements.exchange_money(ana, usd("1.00"), Money(1, "PLY"), key=uuid4())
    with refused(InvalidAmount):
        movements.exchange_money(ana, usd("0"), eur("1.00"), key=uuid4())
    with refused(InvalidAmount):
        movements.exchange_money(ana, usd("1.00"), eur("0"), key=uuid4())


def test_an_exchange_is_undone_while_what_it_gave_is_there() -> None:
    ana = funded()
    first = movements.exchange_money(ana, usd("50.00"), eur("45.00"), key=uuid4())
    undone = movements.reverse_transfer(first.transfer_id, key=uuid4(), reason="wrong rate")
    assert undone.balances == {"USD": usd("100.00"), "EUR": eur("0.00")}
    spent = movements.exchange_money(ana, usd("50.00"), eur("45.00"), key=uuid4())
    movements.hold_stake(ana, eur("45.00"), key=uuid4(), round_id=uuid4())
    with refused(InsufficientFunds):
        movements.reverse_transfer(spent.transfer_id, key=uuid4(), reason="too late")


def test_a_withdrawal_is_held_then_paid() -> None:
    ana, number = pending()
    assert funds.balance(ana) == usd("90.00")
    assert funds.load_money_in_withdrawals(ana) == [usd("10.00")]
    posting = movements.pay_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    assert (posting.balance, posting.balances) == (None, {})
    assert funds.balance(ana) == usd("90.00")
    assert funds.load_money_in_withdrawals(ana) == []


def test_a_withdrawal_is_held_then_given_back() -> None:
    ana, number = pending()
    posting = movements.cancel_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    assert posting.balance == usd("100.00")
    assert funds.load_money_in_withdrawals(ana) == []


Ending = Callable[..., Posting]


@pytest.mark.parametrize("end", [movements.pay_withdrawal, movements.cancel_withdrawal])
@pytest.mark.parametrize("first", [movements.pay_withdrawal, movements.cancel_withdrawal])
def test_a_withdrawal_ends_once(first: Ending, end: Ending) -> None:
    ana, number = pending()
    key = uuid4()
    done = first(ana, usd("10.00"), key=key, withdrawal_id=number)
    with refused(WithdrawalDiffers):
        end(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    again = first(ana, usd("10.00"), key=key, withdrawal_id=number)
    assert (again.transfer_id, again.replayed) == (done.transfer_id, True)


@pytest.mark.parametrize("end", [movements.pay_withdrawal, movements.cancel_withdrawal])
def test_a_withdrawal_ends_exactly_what_it_holds(end: Ending) -> None:
    ana, number = pending()
    ben = funded("ben")
    other = uuid4()
    movements.hold_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=other)
    for person, money, name in [
        (ana, usd("9.99"), number),
        (ana, usd("10.01"), number),
        (ana, eur("10.00"), number),
        (ben, usd("10.00"), number),
        (ana, usd("10.00"), uuid4()),
    ]:
        with refused(WithdrawalDiffers):
            end(person, money, key=uuid4(), withdrawal_id=name)
    end(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    assert funds.load_money_in_withdrawals(ana) == [usd("10.00")]


def test_a_number_of_a_withdrawal_is_used_once() -> None:
    ana, number = pending()
    with refused(WithdrawalDiffers):
        movements.hold_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    movements.pay_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    with refused(WithdrawalDiffers):
        movements.hold_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)


def test_a_withdrawal_without_a_number_is_named_by_its_key() -> None:
    ana, key = funded(), uuid4()
    movements.hold_withdrawal(ana, usd("10.00"), key=key)
    assert movements.hold_withdrawal(ana, usd("10.00"), key=key).replayed
    movements.pay_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=key)
    assert funds.load_money_in_withdrawals(ana) == []


@pytest.mark.parametrize("end", ["open", "paid", "given back"])
def test_no_step_of_a_withdrawal_is_reversed(end: str) -> None:
    """Otherwise its record would still say paid while the player has the money."""
    ana, number = funded(), uuid4()
    last = movements.hold_withdrawal(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    asked = last
    if end != "open":
        ended = movements.pay_withdrawal if end == "paid" else movements.cancel_withdrawal
        last = ended(ana, usd("10.00"), key=uuid4(), withdrawal_id=number)
    for posting in (asked, last):
        with refused(NotReversible):
            movements.reverse_transfer(
                posting.transfer_id, key=uuid4(), reason="the bank sent it back"
            )


def test_more_than_the_balance_is_not_withdrawn() -> None:
    ana = funded()
    with refused(InsufficientFunds):
        movements.hold_withdrawal(ana, usd("100.01"), key=uuid4())
    with refused(InvalidAmount):
        movements.hold_withdrawal(ana, usd("0"), key=uuid4())
    with refused(RefusedTransfer):
        movements.hold_withdrawal(ana, Money(1, "PLY"), key=uuid4())


def test_play_money_is_granted_and_comes_in_no_other_way() -> None:
    ana, play, key = funded(), Money(50_000, "PLY"), uuid4()
    with refused(PlayMoney):
        movements.credit_deposit(ana, play, key=uuid4(), provider="demo")
    with refused(PlayMoney):
        movements.grant_bonus(ana, play, key=uuid4(), reason="to learn")
    with refused(InvalidAmount):
        movements.grant_play_money(ana, usd("5.00"), key=uuid4(), reason="to learn")
    with refused(InvalidAmount):
        movements.grant_play_money(ana, Money(0, "PLY"), key=uuid4(), reason="to learn")
    for _ in range(2):
        movements.grant_play_money(ana, play, key=key, reason="to learn", acting_user=7)
    assert funds.balance(ana, "PLY") == play
    assert Event.objects.get(kind="bonus_granted").data["amount"] == str(play)


@pytest.mark.parametrize(("text", "balance"), [("5.00", "105.00"), ("-5.00", "95.00")])
def test_an_adjustment_goes_both_ways_and_notifies_the_player(text: str, balance: str) -> None:
    ana, key = funded(), uuid4()
    for _ in range(2):
        posting = movements.adjust_balance(
            ana, usd(text), key=key, reason="count of 3 May", acting_user=7
        )
    assert (posting.balance, posting.replayed) == (usd(balance), True)
    event = Event.objects.get(kind="balance_adjusted")
    assert (event.actor_id, event.subject) == (7, f"player {ana}")
    assert event.data == {
        "transfer": posting.transfer_id,
        "reason": "count of 3 May",
        "amount": f"{text} USD",
    }


def test_an_adjustment_takes_no_more_than_is_there_and_needs_a_reason() -> None:
    ana = funded()
    with refused(InsufficientFunds):
        movements.adjust_balance(ana, usd("-100.01"), key=uuid4(), reason="count", acting_user=7)
    with refused(RefusedTransfer):
        movements.adjust_balance(ana, usd("1.00"), key=uuid4(), reason=" ", acting_user=7)
    with refused(InvalidAmount):
        movements.adjust_balance(ana, usd("0"), key=uuid4(), reason="count", acting_user=7)


def test_a_bonus_is_granted_once_and_notifies_the_player() -> None:
    ana, key = player(), uuid4()
    for _ in range(2):
        posting = movements.grant_bonus(ana, usd("5.00"), key=key, reason="birthday", acting_user=7)
    assert funds.balance(ana) == usd("5.00")
    event = Event.objects.get(kind="bonus_granted")
    assert event.data["transfer"] == posting.transfer_id
    with refused(InvalidAmount):
        movements.grant_bonus(ana, usd("-5.00"), key=uuid4(), reason="birthday")
    with refused(RefusedTransfer):
        movements.grant_bonus(ana, usd("5.00"), key=uuid4(), reason="")


def test_an_event_and_its_money_come_together_or_not_at_all() -> None:
    ana = funded()
    with refused(InsufficientFunds):
        movements.grant_bonus(ana, usd("5.00"), key=uuid4(), reason="birthday")
        staked(ana, "200.00")


def test_an_inverted_round_of_play_money_takes_its_loss_at_settlement() -> None:
    ana, round_id = player(), uuid4()
    movements.hold_stake(ana, Money(100, "PLY"), key=uuid4(), round_id=round_id)
    posting = movements.settle_stakes(
        ana,
        key=uuid4(),
        round_id=round_id,
        staked=Money(100, "PLY"),
        returned=Money(-150, "PLY"),
    )
    assert posting.balance == Money(-250, "PLY")
    assert funds.load_money_in_play(ana) == []
    undone = movements.reverse_transfer(posting.transfer_id, key=uuid4(), reason="misdealt")
    assert undone.balance == Money(-100, "PLY")
    with transaction.atomic(), pytest.raises(TypeError):
        movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd("1.00"), returned=eur("1.00")
        )
