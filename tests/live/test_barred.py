"""Players excluded, suspended or closed in the middle of a deal: the house plays for them at once, and for nobody else."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from accounts.models.restrictions import Restriction
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from accounts.roles.values import Role
from blackjack.choices import Choices
from blackjack.deal import Deal
from casino.incidents.services.freezing import freeze_round
from casino.live.selectors.time import database_now
from casino.live.services.answers import AnswerRequest, give_answers
from casino.live.services.early import EarlyRequest, choose_early
from casino.live.services.moving import due_tables, move_table_if_free
from casino.live.services.turns import decide_turn
from casino.models import Clock, Decision, EarlyDecision, FollowerStake, Round, Wager
from casino.play.services.decisions import DecisionRequest
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import Conflict
from compliance.recount.services import find_recount_differences
from tests.accounts.staff import staff
from tests.casino.gone import charted
from tests.live.scenes import (
    Guest,
    a_live_table,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    rings,
    running,
)
from tests.live.test_answers import all_insure
from tests.live.test_turns import both_decide
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def suspended(guest: Guest) -> None:
    measure = RestrictionRequest(Restriction.Kind.SUSPENDED, "under review")
    manager = staff(Role.COMPLIANCE_MANAGER)
    impose_restriction(guest.player.pk, measure, key=uuid4(), acting_user=manager)


def excluded(guest: Guest) -> None:
    start_self_exclusion(guest.player, None, key=uuid4())


def on_a_break(guest: Guest) -> None:
    start_time_out(guest.player, 7, key=uuid4())


def dealers_look() -> int:
    """Move the tables that are due, as a dealer does within a second; return how many moved."""
    return sum(move_table_if_free(place) for place in due_tables(database_now()))


def first_hits_then_both(deal: Deal) -> bool:
    """Return whether `both_decide` holds and one hit does not end the first box."""
    if not both_decide(deal) or deal.boxes[0].hands[0].total.value > 10:
        return False
    once = deal.play("hit")
    return once.turn is not None and once.turn.box == 1


def two(wanted: Callable[[Deal], bool] = both_decide) -> tuple[Guest, Guest]:
    _, (ana, luis) = a_table_that_deals(wanted, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana, luis


def decisions_for(guest: Guest) -> list[tuple[bool, int]]:
    return list(guest.round.decisions.order_by("step").values_list("by_house", "amount"))


def sound(*guests: Guest) -> None:
    """Assert that the ledger agrees and that every round was played and paid by its rules."""
    assert find_broken_play_lines() == []
    rounds = Round.objects.filter(player__in=[guest.player for guest in guests])
    assert all(one.status == Round.Status.COMPLETED for one in rounds)
    assert find_recount_differences(rounds) == []


@pytest.mark.parametrize("bar", [suspended, excluded, on_a_break])
def test_the_house_plays_at_once_without_new_money(bar: Callable[[Guest], None]) -> None:
    ana, luis = two()
    left = balance(ana.player.pk, "USD")
    assert dealers_look() == 0

    bar(ana)
    assert dealers_look() == 1

    made = decisions_for(ana)
    assert made
    assert set(made) == {(True, 0)}
    assert ana.round.interrupted
    assert balance(ana.player.pk, "USD") == left
    assert running(ana.place).turn_share.round == luis.round
    assert decisions_for(luis) == []
    assert dealers_look() == 0

    luis.decides("stand")
    assert not luis.round.interrupted
    sound(ana, luis)


def test_a_hand_that_needs_several_cards_is_played_to_its_end_in_one_look() -> None:
    ana, luis = two(first_hits_then_both)
    charted(ana.round.version.rules, "D")  # the chart says double, else hit

    excluded(ana)
    assert dealers_look() == 1

    assert len(decisions_for(ana)) > 1
    assert set(ana.round.decisions.values_list("action", "amount")) == {("hit", 0)}
    assert running(ana.place).turn_share.round == luis.round


def test_a_player_barred_before_the_own_turn_is_played_for_when_it_comes() -> None:
    ana, luis = two()
    choose_early(luis.player, EarlyRequest(luis.round.public_id, 2, "double"))

    excluded(luis)
    assert dealers_look() == 0
    assert decisions_for(luis) == []
    ana.decides("stand")

    made = decisions_for(luis)
    assert made
    assert set(made) == {(True, 0)}
    assert not EarlyDecision.objects.exists()
    assert clock_of(ana.place).phase == Clock.Phase.INTERMISSION
    sound(ana, luis)


def test_the_own_decision_after_that_is_refused() -> None:
    ana, _ = two()
    request = DecisionRequest(ana.round.public_id, 0, "hit")
    excluded(ana)
    dealers_look()
    before = (Transfer.objects.count(), Decision.objects.count())

    with pytest.raises(Conflict) as refusal:
        decide_turn(ana.player, request)

    assert refusal.value.code == Conflict.code
    assert (Transfer.objects.count(), Decision.objects.count()) == before


def test_nothing_is_played_while_staff_have_stopped_the_deal() -> None:
    ana, luis = two()
    excluded(ana)
    freeze_round(luis.round.pk, staff(Role.OPERATOR), "a check")

    assert dealers_look() == 0

    assert not Decision.objects.exists()


def behind(choices: Choices) -> tuple[Guest, Guest, Guest]:
    """Deal to Ana and Luis on boxes 1 and 2, with Eva behind Ana."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2}, "casino_floor")
    eva = Guest(place, "eva")
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    eva.bets({1: "20"}, {1: choices})
    rings(place)
    ana.opens()
    luis.opens()
    return ana, luis, eva


def test_bets_behind_a_barred_player_go_on() -> None:
    ana, luis, eva = behind(Choices())

    excluded(ana)
    assert dealers_look() == 1
    luis.decides("stand")
    played_out(ana.place)

    assert set(decisions_for(ana)) == {(True, 0)}
    assert (eva.round.staked, eva.round.interrupted) == (200_000, False)
    sound(ana, luis, eva)


def test_a_barred_follower_puts_in_nothing_more() -> None:
    ana, luis, eva = behind(Choices())
    left = balance(eva.player.pk, "USD")

    excluded(eva)
    assert dealers_look() == 0
    ana.decides("double")

    assert Decision.objects.get(step=0).action == "double-2"
    assert not FollowerStake.objects.exists()
    assert balance(eva.player.pk, "USD") == left
    played_out(ana.place)
    sound(ana, luis, eva)


def insuring() -> list[Guest]:
    _, guests = a_table_that_deals(all_insure, {"ana": 1, "luis": 2, "eva": 3})
    dealt_to(*guests)
    return guests


def answers(guest: Guest, action: str) -> None:
    (box,) = guest.round.boxes
    give_answers(guest.player, AnswerRequest(guest.round.public_id, {box: action}))


def test_no_answer_of_a_barred_player_is_awaited() -> None:
    ana, luis, eva = insuring()
    excluded(luis)
    assert dealers_look() == 0

    answers(ana, "insure")
    answers(eva, "decline")

    said = Decision.objects.filter(step__lt=3).order_by("step").values_list("action", "by_house")
    assert list(said) == [("insure", False), ("decline", True), ("decline", False)]
    played_out(ana.place)
    sound(ana, luis, eva)


def test_answers_that_wait_for_barred_players_alone_are_played_at_once() -> None:
    ana, luis, eva = insuring()
    answers(ana, "insure")
    answers(eva, "insure")
    assert clock_of(ana.place).phase == Clock.Phase.ANSWERS

    excluded(luis)
    excluded(eva)
    assert dealers_look() == 1

    said = Decision.objects.filter(step__lt=3).order_by("step").values_list("action", "amount")
    assert list(said) == [("insure", 50_000), ("decline", 0), ("insure", 50_000)]
    played_out(ana.place)
    sound(ana, luis, eva)


@pytest.mark.parametrize("bar", [suspended, excluded])
def test_a_bet_of_a_player_barred_before_the_bell_returns_at_the_bell(
    bar: Callable[[Guest], None],
) -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis").sits(5)
    ana.bets({3: "10"})
    luis.bets({5: "10"})

    bar(ana)
    assert dealers_look() == 0
    assert balance(ana.player.pk, "USD") == Money.parse("990", "USD")
    rings(place)
    rings(place)

    assert balance(ana.player.pk, "USD") == Money.parse("1000", "USD")
    ends = {wager.participant.player_id: wager.end for wager in Wager.objects.all()}
    assert ends == {ana.player.pk: Wager.End.RETURNED, luis.player.pk: Wager.End.OPEN}
    luis.opens()
    assert [one.player_id for one in Round.objects.all()] == [luis.player.pk]
    played_out(place)
    sound(luis)
