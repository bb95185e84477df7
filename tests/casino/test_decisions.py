from dataclasses import replace
from uuid import uuid4

import pytest

from accounts.restrictions.services.states import change_state
from blackjack.deal import Deal
from casino.models import Decision, Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.refusals import ActionRefused, Conflict, PlaceStopped
from journal.models import Event
from journal.refusals import NotAllowed, NotFound, Refusal
from limits.refusals import LimitReached
from tables.models import Table
from tests.casino import scenes
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.ledger.services.movements import hold_stake, reverse_transfer
from wallet.money.values import Money

pytestmark = pytest.mark.database


def request(round_: Round, action: str) -> DecisionRequest:
    return DecisionRequest(round_.public_id, round_.decisions.count(), action)


def refused(error: type[Refusal], round_: Round, asked: DecisionRequest) -> Refusal:
    before = scenes.everything(round_.player)
    with pytest.raises(error) as caught:
        make_decision(round_.player, asked)
    assert scenes.everything(round_.player) == before
    return caught.value


def usd(round_: Round) -> Money:
    return balance(round_.player_id)


def test_standing_settles_the_round_to_the_last_unit() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")

    assert round_.status == Round.Status.COMPLETED
    assert round_.returned is not None
    assert usd(round_) == Money.parse("990", "USD") + Money(round_.returned, "USD")
    assert round_.balance_after == usd(round_).units
    assert load_money_in_play(round_.player_id) == []


def test_surrender_gives_half_the_stake_back() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary, stake="0.10"), "surrender")

    assert usd(round_) == Money.parse("999.95", "USD")
    assert (round_.staked, round_.returned) == (1_000, 500)


def test_a_double_takes_as_much_again_and_is_recorded_in_dollars() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "double")

    assert (round_.staked, round_.doubled_amount_usd) == (200_000, 100_000)
    assert round_.decisions.get().amount == 100_000
    assert round_.status == Round.Status.COMPLETED


def test_a_split_holds_a_second_stake() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")

    assert round_.staked == 200_000
    assert usd(round_) <= Money.parse("980", "USD") + Money(round_.returned or 0, "USD")
    assert round_.doubled_amount_usd == 0


def test_insurance_takes_half_the_stake() -> None:
    round_ = scenes.deal(scenes.ace_up)
    round_ = scenes.play(round_, "insure")

    assert round_.staked == 150_000


def test_a_natural_is_paid_three_to_two_at_once() -> None:
    round_ = scenes.deal(scenes.natural)

    assert round_.status == Round.Status.COMPLETED
    assert usd(round_) == Money.parse("1015", "USD")
    assert round_.decisions.count() == 0


@pytest.mark.parametrize(
    "action", ["split", "insure", "decline", "even_money", "double:5", "fly", "", "hit:1"]
)
def test_an_action_not_in_the_rules_is_refused(action: str) -> None:
    round_ = scenes.deal(scenes.ordinary)

    refused(ActionRefused, round_, request(round_, action))


def test_a_double_over_the_balance_is_refused() -> None:
    round_ = scenes.deal(scenes.ordinary, funds="15")

    refused(InsufficientFunds, round_, request(round_, "double"))


@pytest.mark.parametrize("state", ["suspended", "self_excluded", "operator_excluded"])
def test_an_excluded_player_finishes_the_hand_without_new_money(state: str) -> None:
    round_ = scenes.deal(scenes.ordinary)
    change_state(round_.player, state, "asked for it", acting_user=None)

    assert refused(NotAllowed, round_, request(round_, "double")).code == state
    assert scenes.play(round_, "stand").status == Round.Status.COMPLETED


def test_a_round_whose_stake_was_taken_back_is_frozen_until_it_is_there_again() -> None:
    round_ = scenes.deal(scenes.ordinary)
    reverse_transfer(Transfer.objects.get(kind="bet").pk, key=uuid4(), reason="by mistake")

    refused(PlaceStopped, round_, request(round_, "stand"))

    assert Event.objects.get(kind="round_frozen").subject == str(round_.public_id)
    hold_stake(round_.player_id, Money(100_000, "USD"), key=uuid4(), round_id=round_.public_id)
    assert scenes.play(round_, "stand").status == Round.Status.COMPLETED


def test_a_split_over_the_most_of_a_round_is_refused() -> None:
    scenes.ligalo()
    Table.objects.update(max_round_usd=900_000)
    round_ = scenes.deal(scenes.pair, stake="50")

    assert refused(LimitReached, round_, request(round_, "split")).code == "round_limit"


def test_insurance_is_outside_the_most_of_a_round() -> None:
    scenes.ligalo()
    Table.objects.update(max_round_usd=500_000)
    round_ = scenes.deal(scenes.ace_up, stake="50")

    assert scenes.play(round_, "insure").staked == 750_000


def test_rounds_of_others_are_not_found() -> None:
    round_ = scenes.deal(scenes.ordinary)
    luis = scenes.new_player("luis@example.test")
    before = scenes.everything(round_.player)

    with pytest.raises(NotFound):
        make_decision(luis, request(round_, "stand"))
    assert scenes.everything(round_.player) == before


def test_an_unknown_round_is_not_found() -> None:
    with pytest.raises(NotFound):
        make_decision(scenes.new_player(), DecisionRequest(uuid4(), 0, "stand"))


def hits_safely(deal: Deal) -> bool:
    return scenes.ordinary(deal) and not deal.play("hit").complete


def test_the_same_decision_again_changes_nothing() -> None:
    round_ = scenes.deal(hits_safely)
    asked = request(round_, "hit")
    make_decision(round_.player, asked)
    before = scenes.everything(round_.player)

    assert make_decision(round_.player, asked) == round_
    assert scenes.everything(round_.player) == before
    assert Decision.objects.count() == 1


def test_another_decision_for_the_same_step_conflicts() -> None:
    round_ = scenes.deal(hits_safely)
    asked = request(round_, "hit")
    make_decision(round_.player, asked)

    refused(Conflict, round_, replace(asked, action="stand"))


@pytest.mark.parametrize("step", [1, 7])
def test_a_decision_for_a_step_not_asked_yet_conflicts(step: int) -> None:
    round_ = scenes.deal(scenes.ordinary)

    refused(Conflict, round_, replace(request(round_, "stand"), step=step))


def test_a_decision_after_the_end_conflicts() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")

    refused(Conflict, round_, request(round_, "hit"))


def test_a_closed_table_lets_the_running_round_finish() -> None:
    round_ = scenes.deal(scenes.ordinary)
    Table.objects.update(status=Table.Status.CLOSED)

    assert scenes.play(round_, "stand").status == Round.Status.COMPLETED


def test_a_running_round_is_rebuilt_as_its_player_saw_it() -> None:
    round_ = scenes.play(scenes.deal(hits_safely), "hit")

    again = scenes.live_deal(Round.objects.get(pk=round_.pk))

    assert again.state_hash == round_.deal.state_hash
    assert len(again.public()["seats"][0]["hands"][0]["cards"]) == 3


def test_the_facts_of_a_finished_round_are_what_was_played() -> None:
    round_ = scenes.play(scenes.deal(hits_safely), "hit", "stand")

    assert round_.result is not None
    assert round_.deal.cards is not None
    assert round_.deal.cards_drawn == len(round_.deal.cards) == round_.result["cards_drawn"]
    assert round_.result["seats"][0]["returned"] == round_.returned
    assert round_.deal.rules_hash == round_.version.rules.digest


def test_the_next_round_goes_on_in_the_same_shoe() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    following = place_bet(round_.player, round_.place.table, scenes.bet_request(round_.participant))

    assert following.deal.shoe == round_.deal.shoe
    assert following.deal.nonce == 2
