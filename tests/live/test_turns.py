"""Turns at a live table: who decides, when, and what the house does when the clock has run out."""

import pytest

from blackjack.choices import Choices
from blackjack.deal import Deal
from casino.live.refusals import NotYourTurn, TooLate
from casino.live.services.turns import decide_turn
from casino.models import Clock, Decision, FollowerStake
from casino.play.services.decisions import DecisionRequest
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import Conflict
from journal.refusals import NotFound
from tests.live.scenes import (
    AGO,
    Guest,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    rings,
    running,
    time_passes,
)
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def both_decide(deal: Deal) -> bool:
    """Return whether both boxes decide, the first may double, and nobody is asked before the peek."""
    turn = deal.turn
    if turn is None or turn.phase != "play" or turn.box != 1 or "double" not in deal.legal_actions:
        return False
    after = deal.play("stand")
    return after.turn is not None and after.turn.box == 2


def pair_first(deal: Deal) -> bool:
    """Return whether the first box may split its pair and nobody is asked before the peek."""
    return (
        deal.turn is not None and deal.turn[:3] == (1, 1, "play") and "split" in deal.legal_actions
    )


def two() -> tuple[Guest, Guest]:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana, luis


def asks(guest: Guest, step: int, action: str = "stand") -> DecisionRequest:
    return DecisionRequest(guest.round.public_id, step, action)


def test_the_seats_decide_in_order() -> None:
    ana, luis = two()
    before = Transfer.objects.count()

    with pytest.raises(NotYourTurn):
        decide_turn(luis.player, asks(luis, 0))
    assert not Decision.objects.exists()
    ana.decides("stand")
    luis.decides("stand")

    assert clock_of(ana.place).phase == Clock.Phase.INTERMISSION
    made = Decision.objects.order_by("step").values_list("round__player", "by_house")
    assert list(made) == [(ana.player.pk, False), (luis.player.pk, False)]
    assert Transfer.objects.count() == before + 2


def test_a_decision_sent_twice_counts_once() -> None:
    ana, _ = two()
    request = asks(ana, 0, "double")

    decide_turn(ana.player, request)
    left = balance(ana.player.pk, "USD")
    decide_turn(ana.player, request)
    with pytest.raises(Conflict):
        decide_turn(ana.player, asks(ana, 0, "hit"))

    assert balance(ana.player.pk, "USD") == left
    assert Decision.objects.filter(round__player=ana.player).count() == 1


def test_a_decision_for_another_step_is_refused() -> None:
    ana, _ = two()
    with pytest.raises(Conflict):
        decide_turn(ana.player, asks(ana, 3))
    assert not Decision.objects.exists()


def test_decisions_are_for_own_boxes_only() -> None:
    ana, luis = two()
    with pytest.raises(NotFound):
        decide_turn(luis.player, asks(ana, 0))
    assert not Decision.objects.exists()


def test_the_house_decides_without_new_money_when_the_clock_has_run_out() -> None:
    ana, luis = two()
    left = balance(ana.player.pk, "USD")

    assert time_passes(ana.place)

    first = Decision.objects.get(step=0)
    assert (first.round.player_id, first.by_house, first.amount) == (ana.player.pk, True, 0)
    assert first.round.interrupted
    assert balance(ana.player.pk, "USD") == left
    assert running(ana.place).turn_share.round.player_id in {ana.player.pk, luis.player.pk}


def test_a_decision_that_arrives_after_the_grace_is_too_late() -> None:
    ana, _ = two()
    clock = clock_of(ana.place)
    Clock.objects.filter(place=ana.place).update(deadline=(clock.deadline or clock.since) - AGO * 4)

    with pytest.raises(TooLate):
        decide_turn(ana.player, asks(ana, 0))

    assert not Decision.objects.exists()


def test_every_deal_reconciles_with_doubles_and_splits() -> None:
    _, (ana, luis) = a_table_that_deals(pair_first, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    ana.decides("split")
    played_out(ana.place)

    staked = {guest.name: guest.round.staked for guest in (ana, luis)}
    assert staked == {"ana": 200_000, "luis": 100_000}
    assert find_broken_play_lines() == []


def followed(choices: Choices, funds: str = "1000") -> tuple[Guest, Guest]:
    """Deal so that Ana doubles on box 1 while Eva, with these funds, has bet behind her."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2}, "casino_floor")
    eva = Guest(place, "eva", funds)
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    eva.bets({1: "20"}, {1: choices})
    rings(place)
    ana.opens()
    luis.opens()
    ana.decides("double")
    return ana, eva


def test_a_follower_follows_a_double() -> None:
    ana, eva = followed(Choices())

    stake = FollowerStake.objects.get()
    assert (stake.round, stake.amount) == (eva.round, 200_000)
    assert (ana.round.staked, eva.round.staked) == (200_000, 400_000)
    assert balance(eva.player.pk, "USD") == Money.parse("960", "USD")
    played_out(ana.place)
    assert find_broken_play_lines() == []


@pytest.mark.parametrize(
    ("choices", "funds"),
    [(Choices("follow", "stay"), "1000"), (Choices(), "25")],
    ids=["by choice", "for lack of money"],
)
def test_a_follower_stays(choices: Choices, funds: str) -> None:
    ana, eva = followed(choices, funds)

    assert not FollowerStake.objects.exists()
    assert eva.round.staked == 200_000
    assert Decision.objects.get(step=0).action in {"double", "double-2"}
    played_out(ana.place)
    assert find_broken_play_lines() == []
