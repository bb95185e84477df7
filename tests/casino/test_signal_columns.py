"""What a player could know before bets and decisions is stored with them."""

import pytest

from blackjack.actions import VERBS
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.simulation.counting import hi_lo_count
from blackjack.strategy import ROWS, UPCARDS, find_row
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.models import Decision, Round, Shoe
from casino.play.services.betting import place_bet
from casino.values.situations import NO_SPOT, find_spot
from signals import columns
from tests.casino import scenes

pytestmark = pytest.mark.database


def seen(state: Deal) -> int:
    hands = [hand.cards for box in state.boxes for hand in box.hands]
    return sum(hi_lo_count(cards) for cards in (*hands, state.dealer))


def verbs(mask: int) -> tuple[str, ...]:
    return tuple(verb for place, verb in enumerate(VERBS) if mask >> place & 1)


def first_state(round_: Round) -> Deal:
    return replay_deal(round_, load_record(round_))[0]


def test_a_decision_keeps_its_cell_its_legal_actions_and_the_count() -> None:
    round_ = scenes.deal(scenes.ordinary)
    state = first_state(round_)
    scenes.play(round_, "stand")

    made = Decision.objects.get(round=round_)
    assert made.spot == columns.find_spot(
        find_row(state.boxes[0].hands[0]), "T" if state.dealer[0].value == 10 else upcard(state)
    )
    assert made.legal is not None
    assert verbs(made.legal) == state.legal_actions
    assert made.running_count == seen(state)
    assert made.cards_left == 52 * 6 - state.cards_drawn
    assert made.asked_at == round_.started_at
    assert made.made_at > made.asked_at


def upcard(state: Deal) -> str:
    return "A" if state.dealer[0].value == 1 else str(state.dealer[0].value)


def test_a_second_decision_was_asked_at_the_first() -> None:
    round_ = scenes.deal(
        lambda deal: scenes.ordinary(deal) and deal.boxes[0].hands[0].total.value < 8
    )
    round_ = scenes.play(round_, "hit")
    first_at = Round.objects.get(pk=round_.pk).asked_at
    scenes.play(round_, "stand")
    assert Decision.objects.get(round=round_, step=1).asked_at == first_at


def test_the_next_deal_knows_the_count_of_the_first() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    cards = [Card.parse(code) for code in round_.deal.cards or []]
    assert (round_.deal.running_count, round_.deal.cards_left) == (0, 52 * 6)
    assert shoe.running_count == hi_lo_count(cards)

    later = place_bet(round_.player, round_.place.table, scenes.bet_request(round_.participant))
    assert later.deal.running_count == shoe.running_count
    assert later.deal.cards_left == 52 * 6 - shoe.cards_out


def test_insurance_has_no_cell() -> None:
    round_ = scenes.play(scenes.deal(scenes.ace_up), "decline")
    made = Decision.objects.filter(round=round_).earliest("step")
    assert made.spot == NO_SPOT
    assert made.legal is not None
    assert "insure" in verbs(made.legal)


def test_cells_are_numbered_as_in_the_signals() -> None:
    for row in ROWS:
        for place, name in enumerate(UPCARDS):
            card = Card.parse(f"{name}S")
            assert (
                find_spot(row, card) == columns.find_spot(row, name) == ROWS.index(row) * 10 + place
            )
