"""Answers before the peek: all bettors answer at the same time."""

import re
from itertools import permutations

import pytest

from blackjack.deal import Deal
from casino.live.refusals import NotYourTurn
from casino.live.services.answers import AnswerRequest, give_answers
from casino.models import Answer, Clock, Decision
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import ActionRefused, Conflict
from journal.refusals import Refusal
from tests.live.scenes import (
    Guest,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    time_passes,
)
from tests.live.test_page import page_of, send, signed_in
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
NAMES = {"ana": 1, "luis": 2, "eva": 3}


def all_insure(deal: Deal) -> bool:
    """Return whether all boxes are offered insurance, none even money, and the dealer has no blackjack."""
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
def test_answers_do_not_depend_on_their_order(order: tuple[int, ...]) -> None:
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
    assert find_broken_play_lines() == []


def test_the_money_of_an_answer_is_held_when_it_is_given() -> None:
    ana, *_ = three()
    before = balance(ana.player.pk, "USD")

    answers(ana, "insure")

    assert balance(ana.player.pk, "USD") == before - Money.parse("5", "USD")
    assert not Decision.objects.exists()
    assert find_broken_play_lines() == []


def test_a_missing_answer_declines() -> None:
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


def test_less_than_the_half_is_insured_where_the_rules_allow_it() -> None:
    """As at private tables: a form must send an amount, up to half the bet."""
    _, guests = a_table_that_deals(all_insure, NAMES, insurance="up_to_half")
    dealt_to(*guests)
    ana, luis, eva = guests
    before = balance(ana.player.pk, "USD")
    for action, code in (
        ("insure", "amount_missing"),
        ("insure:6", "amount_outside_rules"),
        ("insure:0.001", "insurance_below_minimum"),
    ):
        with pytest.raises(Refusal) as refusal:
            give_answers(
                ana.player, AnswerRequest(ana.round.public_id, {1: action}, from_form=True)
            )
        assert refusal.value.code == code, action
        assert refusal.value.field == "amount-insure-1"
    assert balance(ana.player.pk, "USD") == before
    assert not Answer.objects.exists()

    answers(ana, "insure:2")
    answers(luis, "insure:5")
    answers(eva, "decline")

    assert balance(ana.player.pk, "USD") == before - Money.parse("2", "USD")
    made = Decision.objects.order_by("step").values_list("action", "amount")
    assert list(made) == [("insure:2", 20_000), ("insure:5", 50_000), ("decline", 0)]
    played_out(ana.place)
    assert find_broken_play_lines() == []


def test_the_form_of_the_answers_has_a_field_for_the_amount() -> None:
    place, guests = a_table_that_deals(all_insure, NAMES, insurance="up_to_half")
    dealt_to(*guests)
    ana = guests[0]
    client = signed_in(ana)
    page = page_of(client, place)
    assert 'form="amounts-insure"' in page
    assert re.search(r'name="amount-insure-1"[^>]*value="5.00"', page)

    typed = {"round": ana.round.public_id, "answer-1": "insure", "amount-insure-1": "9"}
    status, text = send(client, place, "answer", **typed)
    assert (status, 'value="9"' in text, Answer.objects.count()) == (422, True, 0)
    assert send(client, place, "answer", **{**typed, "amount-insure-1": "2.50"})[0] == 200
    assert Answer.objects.get().action == "insure:2.5"


def test_another_answer_than_the_one_that_is_kept_is_refused_and_the_same_again_is_not() -> None:
    ana, *_others = three()
    answers(ana, "insure")
    left = balance(ana.player.pk, "USD")

    answers(ana, "insure")
    with pytest.raises(Conflict) as refusal:
        answers(ana, "decline")

    assert refusal.value.code == "conflict"
    assert Answer.objects.get().action.startswith("insure")
    assert balance(ana.player.pk, "USD") == left
