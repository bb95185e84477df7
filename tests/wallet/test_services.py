from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import transaction
from pytest_django import Settings

from journal.models import Event
from journal.refusals import SentBefore
from tests.wallet.ledger import funded, player, refused, staked, usd
from tests.wallet.rates import approved, enter
from wallet.cash.selectors.statement import load_latest_lines
from wallet.ledger.refusals import (
    AlreadyReversed,
    InsufficientFunds,
    NotReversible,
    RefusedTransfer,
    StakesDiffer,
    UnknownPlayer,
)
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.refusals import AmountOutOfRange, InvalidAmount
from wallet.money.values import Money
from wallet.providers.refusals import ProviderUnavailable
from wallet.rates.refusals import NoRate
from wallet.rates.selectors import rates

pytestmark = pytest.mark.database


def test_a_deposit_opens_the_account_and_pays_in() -> None:
    ana = player()
    posting = movements.credit_deposit(ana, usd("100.00"), key=uuid4(), provider="demo")
    assert (posting.replayed, posting.balance) == (False, usd("100.00"))
    assert funds.balances(ana) == [usd("100.00")]


def test_a_stake_is_held_by_its_round() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    assert funds.balance(ana) == usd("90.00")
    assert funds.load_money_in_play(ana) == [usd("10.00")]
    assert funds.load_open_stakes() == {(round_id, ana): usd("10.00")}


@pytest.mark.parametrize(
    ("returned", "balance"), [("25.0000", "115.00"), ("10.00", "100.00"), ("0.00", "90.00")]
)
def test_a_settlement_leaves_nothing_in_play(returned: str, balance: str) -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10.00"), returned=usd(returned)
    )
    assert funds.balance(ana) == usd(balance)
    assert funds.load_money_in_play(ana) == []


def test_a_lost_round_shows_no_balance() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    posting = movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10.00"), returned=usd("0")
    )
    assert posting.balance is None


def test_doubles_and_splits_add_to_the_stakes_of_the_round() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=round_id)
    assert funds.load_open_stakes()[round_id, ana] == usd("20.00")


def test_each_player_of_a_round_is_settled_alone() -> None:
    ana, ben = funded("ana"), funded("ben")
    round_id = staked(ana, "10.00")
    movements.hold_stake(ben, usd("5.00"), key=uuid4(), round_id=round_id)
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10"), returned=usd("20")
    )
    assert funds.load_open_stakes() == {(round_id, ben): usd("5.00")}


def test_a_refund_gives_a_part_or_all_of_the_stakes_back() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    movements.refund_stake(ana, usd("4.00"), key=uuid4(), round_id=round_id)
    assert funds.load_money_in_play(ana) == [usd("6.00")]
    movements.refund_stake(ana, usd("6.00"), key=uuid4(), round_id=round_id)
    assert (funds.load_money_in_play(ana), funds.balance(ana)) == ([], usd("100.00"))


def test_a_stake_beyond_the_balance_is_refused() -> None:
    ana = funded(text="9.9999")
    with refused(InsufficientFunds):
        movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=uuid4())


def test_a_stake_of_a_player_without_any_money_is_refused() -> None:
    ana = player()
    with refused(InsufficientFunds):
        movements.hold_stake(ana, usd("0.01"), key=uuid4(), round_id=uuid4())


def test_play_money_may_be_staked_on_credit() -> None:
    ana = player()
    movements.hold_stake(ana, Money(1, "PLY"), key=uuid4(), round_id=uuid4())
    assert funds.balance(ana, "PLY") == Money(-1, "PLY")


def test_a_round_is_settled_once() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10"), returned=usd("20")
    )
    with refused(StakesDiffer):
        movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd("10"), returned=usd("20")
        )


@pytest.mark.parametrize("amount", ["9.99", "10.01"])
def test_a_settlement_takes_exactly_what_the_round_holds(amount: str) -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    with refused(StakesDiffer):
        movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd(amount), returned=usd("0")
        )


def test_more_than_the_stakes_is_not_refunded() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    with refused(StakesDiffer):
        movements.refund_stake(ana, usd("10.0001"), key=uuid4(), round_id=round_id)


def test_stakes_of_another_currency_do_not_pay_a_round() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    with refused(StakesDiffer):
        movements.refund_stake(ana, Money(1, "EUR"), key=uuid4(), round_id=round_id)


@pytest.mark.parametrize("text", ["0", "-1.00"])
def test_nothing_and_less_than_nothing_do_not_move(text: str) -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    with refused(InvalidAmount):
        movements.credit_deposit(ana, usd(text), key=uuid4(), provider="demo")
    with refused(InvalidAmount):
        movements.hold_stake(ana, usd(text), key=uuid4(), round_id=round_id)
    with refused(InvalidAmount):
        movements.refund_stake(ana, usd(text), key=uuid4(), round_id=round_id)
    with refused(InvalidAmount):
        movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd(text), returned=usd("0")
        )


def test_a_settlement_returns_no_negative_amount() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    with refused(InvalidAmount):
        movements.settle_stakes(
            ana, key=uuid4(), round_id=round_id, staked=usd("10"), returned=usd("-1")
        )


def test_money_beyond_what_an_account_counts_is_refused() -> None:
    ana = player()
    largest = Money(2**63 - 1, "USD")
    movements.credit_deposit(ana, largest, key=uuid4(), provider="demo")
    with refused(AmountOutOfRange):
        movements.credit_deposit(ana, Money(1, "USD"), key=uuid4(), provider="demo")
    with refused(AmountOutOfRange):
        movements.credit_deposit(ana, Money(2**63, "USD"), key=uuid4(), provider="demo")


def test_deposits_need_an_existing_player() -> None:
    with refused(UnknownPlayer):
        movements.credit_deposit(987_654_321, usd("1.00"), key=uuid4(), provider="demo")


def test_a_provider_that_is_switched_off_pays_nothing_in(settings: Settings) -> None:
    ana = player()
    with refused(ProviderUnavailable):
        movements.credit_deposit(ana, usd("1.00"), key=uuid4(), provider="other")
    settings.DEMO_PROVIDER_ENABLED = False
    with refused(ProviderUnavailable):
        movements.credit_deposit(ana, usd("1.00"), key=uuid4(), provider="demo")


def test_a_repeat_gets_the_first_answer_as_it_was_then() -> None:
    ana, key, round_id = funded(), uuid4(), uuid4()
    first = movements.hold_stake(ana, usd("10.00"), key=key, round_id=round_id)
    movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=round_id)
    again = movements.hold_stake(ana, usd("10.00"), key=key, round_id=round_id)
    assert again.replayed
    assert (again.transfer_id, again.balance) == (first.transfer_id, usd("90.00"))
    assert funds.balance(ana) == usd("80.00")


def test_a_key_belongs_to_one_request() -> None:
    ana, ben, key, round_id = funded("ana"), funded("ben"), uuid4(), uuid4()
    movements.hold_stake(ana, usd("10.00"), key=key, round_id=round_id)
    with refused(SentBefore):
        movements.hold_stake(ana, usd("10.01"), key=key, round_id=round_id)
    with refused(SentBefore):
        movements.hold_stake(ana, usd("10.00"), key=key, round_id=uuid4())
    with refused(SentBefore):
        movements.hold_stake(ben, usd("10.00"), key=key, round_id=round_id)
    with refused(SentBefore):
        movements.hold_stake(ana, usd("10.00"), key=key, round_id=round_id, details={"rate": "1"})


def test_a_key_of_a_refused_request_is_free_again() -> None:
    ana, key = player(), uuid4()
    with refused(InsufficientFunds):
        movements.hold_stake(ana, usd("1.00"), key=key, round_id=uuid4())
    assert not movements.credit_deposit(ana, usd("1.00"), key=key, provider="demo").replayed


def test_a_correction_is_the_exact_opposite() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    paid = movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10"), returned=usd("25")
    )
    undone = movements.reverse_transfer(
        paid.transfer_id, key=uuid4(), reason="misdealt", acting_user=7
    )
    assert undone.balance == usd("90.00")
    assert funds.load_open_stakes() == {(round_id, ana): usd("10.00")}
    event = Event.objects.get(kind="transfer_reversed")
    assert (event.actor_id, event.subject) == (7, f"transfer {paid.transfer_id}")


def test_a_repeated_correction_is_written_into_the_journal_once() -> None:
    ana, key = player(), uuid4()
    paid = movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo")
    first = movements.reverse_transfer(paid.transfer_id, key=key, reason="twice")
    again = movements.reverse_transfer(paid.transfer_id, key=key, reason="twice")
    assert (again.transfer_id, again.replayed) == (first.transfer_id, True)
    assert Event.objects.filter(kind="transfer_reversed").count() == 1


def test_a_transfer_is_corrected_once() -> None:
    ana = player()
    paid = movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo")
    undone = movements.reverse_transfer(paid.transfer_id, key=uuid4(), reason="wrong")
    with refused(AlreadyReversed):
        movements.reverse_transfer(paid.transfer_id, key=uuid4(), reason="wrong again")
    with refused(NotReversible):
        movements.reverse_transfer(undone.transfer_id, key=uuid4(), reason="wrong after all")


def test_a_correction_of_nothing_is_refused() -> None:
    with refused(NotReversible):
        movements.reverse_transfer(987_654_321, key=uuid4(), reason="nothing")


def test_a_correction_needs_a_reason() -> None:
    ana = player()
    paid = movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo")
    with refused(RefusedTransfer):
        movements.reverse_transfer(paid.transfer_id, key=uuid4(), reason=" ")


def test_a_correction_never_takes_what_the_player_does_not_have() -> None:
    ana = player()
    paid = movements.credit_deposit(ana, usd("5.00"), key=uuid4(), provider="demo")
    staked(ana, "0.01")
    with refused(InsufficientFunds):
        movements.reverse_transfer(paid.transfer_id, key=uuid4(), reason="bounced")


def test_a_bet_of_a_settled_round_is_not_corrected_alone() -> None:
    ana, round_id = funded(), uuid4()
    stake = movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=round_id)
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("10"), returned=usd("0")
    )
    with refused(StakesDiffer):
        movements.reverse_transfer(stake.transfer_id, key=uuid4(), reason="too late")


def test_a_refusal_undoes_what_was_done_with_it() -> None:
    ana = funded(text="10.00")
    with refused(InsufficientFunds):
        staked(ana, "6.00")
        staked(ana, "6.00")


def test_a_caller_goes_on_after_a_refusal_in_a_block_of_its_own() -> None:
    ana = funded(text="10.00")
    with transaction.atomic():
        with pytest.raises(InsufficientFunds), transaction.atomic():
            staked(ana, "11.00")
        staked(ana, "6.00")
    assert funds.balance(ana) == usd("4.00")


def test_movements_are_listed_newest_first_with_balances() -> None:
    ana = funded(text="10.00")
    staked(ana, "4.00")
    told = [(line.kind, line.amount, line.balance) for line in load_latest_lines(ana, 20)]
    assert told == [
        ("bet", usd("-4.00"), usd("6.00")),
        ("deposit", usd("10.00"), usd("10.00")),
    ]
    assert len(load_latest_lines(ana, 1)) == 1


def test_movements_of_several_currencies_are_listed_together() -> None:
    ana = funded(text="10.00")
    movements.credit_deposit(ana, Money.parse("7", "EUR"), key=uuid4(), provider="demo")
    movements.credit_deposit(ana, usd("1.00"), key=uuid4(), provider="demo")

    assert [str(line.amount) for line in load_latest_lines(ana, 20)] == [
        "1.00 USD",
        "7.00 EUR",
        "10.00 USD",
    ]
    assert [str(line.amount) for line in load_latest_lines(ana, 2)] == [
        "1.00 USD",
        "7.00 EUR",
    ]
    assert load_latest_lines(player("luis"), 20) == []


def test_usd_is_worth_one_by_definition() -> None:
    assert rates.latest_rate("USD").rate == Decimal(1)


@pytest.mark.parametrize("currency", ["VES", "COP", "DOP", "EUR", "PLY", "XYZ"])
def test_a_currency_without_a_rate_is_refused(currency: str) -> None:
    with pytest.raises(NoRate) as refusal:
        rates.latest_rate(currency)
    assert refusal.value.code == "no_rate"


def test_the_latest_approved_rate_counts() -> None:
    approved("EUR", "1.10", hours=3)
    approved("EUR", "1.12", hours=2)
    enter("EUR", "1.50", hours=1)
    assert rates.latest_rate("EUR").rate == Decimal("1.12")
