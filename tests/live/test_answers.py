"""Answers before the peek: all bettors at the same time."""

from itertools import permutations

import pytest

from blackjack.deal import Deal
from casino.live.refusals import NotYourTurn
from casino.live.services.answers import AnswerRequest, give_answers
from casino.models import Answer, Clock, Decision
from casino.reconciliation.selectors.lines import broken_lines_of_play
from casino.refusals import ActionRefused, Conflict
from tests.live.scenes import (
    Guest,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    time_passes,
)
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
NAMES = {"ana": 1, "luis": 2, "eva": 3}


def all_insure(deal: Deal) -> bool:
    """An ace up, no natural at any box, and no blackjack of the dealer's."""
    after = deal
    while after.phase == "before_peek":
        if "insure" not in after.legal_actions or "even_money" in after.legal_actions:
            return False
        after = after.play("decline")
    return len(deal.boxes) == len(NAMES) and deal.phase == "before_peek" and not after.complete


def three() -> list[Guest]:
    _, guests = a_table_that_deals(all_insure, NAMES)
    dealt_to(*guests)
    return guests


def answers(guest: Guest, action: str) -> None:
    box = NAMES[guest.name]
    give_answers(guest.player, AnswerRequest(guest.round.public_id, {box: action}))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_arrival_changes_nothing(order: tuple[int, ...]) -> None:
    guests = three()
    said = ["insure", "decline", "insure"]

    for place in order:
        answers(guests[place], said[place])

    made = Decision.objects.order_by("step").values_list("round__player", "action", "amount")
    assert list(made) == [
        (guests[0].player.pk, "insure", 50_000),
        (guests[1].player.pk, "decline", 0),
        (guests[2].player.pk, "insure", 50_000),
    ]
    assert clock_of(guests[0].place).phase == Clock.Phase.TURNS
    played_out(guests[0].place)
    assert broken_lines_of_play() == []


def test_the_money_of_an_answer_is_held_when_it_is_given() -> None:
    ana, *_ = three()
    before = balance(ana.player.pk, "USD")

    answers(ana, "insure")

    assert balance(ana.player.pk, "USD") == before - Money.parse("5", "USD")
    assert not Decision.objects.exists()
    assert broken_lines_of_play() == []


def test_who_does_not_answer_declines() -> None:
    ana, luis, _ = three()
    answers(ana, "insure")

    assert time_passes(ana.place)

    made = {one.round.player_id: one for one in Decision.objects.select_related("round")}
    assert not made[ana.player.pk].by_house
    assert (made[luis.player.pk].action, made[luis.player.pk].by_house) == ("decline", True)
    assert Answer.objects.get().state == Answer.State.PLAYED


def test_an_answer_sent_twice_counts_once() -> None:
    ana, *_ = three()
    answers(ana, "insure")
    before = balance(ana.player.pk, "USD")

    answers(ana, "insure")
    with pytest.raises(Conflict):
        answers(ana, "decline")

    assert balance(ana.player.pk, "USD") == before
    assert Answer.objects.count() == 1


def test_an_answer_for_anothers_box_is_refused() -> None:
    ana, *_ = three()
    before = balance(ana.player.pk, "USD")

    with pytest.raises((NotYourTurn, ActionRefused)):
        give_answers(ana.player, AnswerRequest(ana.round.public_id, {2: "insure"}))

    assert balance(ana.player.pk, "USD") == before
    assert not Answer.objects.exists()
