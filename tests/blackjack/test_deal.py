"""A round as a value: public state, refusals, costs."""

from typing import Any

import pytest

from blackjack.actions import Action, IllegalAction, Turn
from blackjack.bets import Bet, BetError
from blackjack.cards import Card
from blackjack.deal import Deal, DealNotOverError
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tests.blackjack.dealing import drawing, outcomes, play, start_deal

LIGALO = PRESETS["ligalo"]
FLOOR = PRESETS["casino_floor"]


def test_two_actions_from_one_round_are_independent() -> None:
    deal = start_deal("8S 6D 8H TC 3C 2C TH 9S KD")
    before = deal.public()
    hit, split, stood = deal.play("hit"), deal.play("split"), deal.play("stand")
    assert deal.public() == before
    assert [len(each.boxes[0].hands) for each in (hit, split, stood)] == [1, 2, 1]
    assert [each.complete for each in (hit, split, stood)] == [False, False, True]
    assert deal.play("hit") == hit
    assert hit.state_hash != split.state_hash


def test_the_hole_card_is_in_no_text_of_a_running_round() -> None:
    deal = start_deal("TS 6D 6H 9C 2S 3S")
    assert "9C" not in repr(deal)
    assert "'9'" not in repr(deal)
    assert "9C" not in str(deal.public())
    assert deal.dealer == (Card.parse("6D"),)
    assert (deal.cards_drawn, deal.face_down) == (4, 3)


def test_the_cards_are_given_only_when_the_round_is_over() -> None:
    deal = start_deal("TS 6D 9H TC 8D")
    with pytest.raises(DealNotOverError) as refusal:
        _ = deal.cards
    assert refusal.value.code == "round_not_over"
    assert " ".join(map(str, deal.play("stand").cards)) == "TS 6D 9H TC 8D"


def test_a_card_that_stayed_face_down_is_not_among_the_cards() -> None:
    deal = start_deal("AS 6D KH 9C", PRESETS["live"])
    assert " ".join(map(str, deal.cards)) == "AS 6D KH"
    assert (deal.cards_drawn, deal.face_down) == (4, 3)
    assert "9C" not in repr(deal)


def test_the_turn_names_seat_hand_and_phase() -> None:
    deal = start_deal("8S AD 8H 9C 3C 2C")
    assert deal.turn == Turn(1, 1, "before_peek")
    assert deal.play("decline").turn == Turn(1, 1, "play")
    assert deal.play("decline").play("split").play("stand").turn == Turn(1, 2, "play")
    assert start_deal("AS 6D KH 9C").turn is None


def test_what_actions_cost() -> None:
    asked = start_deal("8S AD 8H 9C")
    assert (asked.cost("insure"), asked.cost("decline")) == (50, 0)
    deal = asked.play("decline")
    costs = {verb: deal.cost(verb) for verb in deal.legal_actions}
    assert costs == {"hit": 0, "stand": 0, "double": 100, "split": 100, "surrender": 0}
    with pytest.raises(IllegalAction):
        deal.cost("insure")


def test_amounts_are_offered_only_where_they_may_be_named() -> None:
    assert start_deal("6S 5D 5H", FLOOR).action_amounts("double") == (1, 100)
    assert start_deal("6S 5D 5H", FLOOR).action_amounts("hit") is None
    assert start_deal("6S AD 5H", FLOOR).action_amounts("insure") == (1, 50)
    assert start_deal("6S 5D 5H 9C").action_amounts("double") is None
    assert start_deal("6S 5D 5H", FLOOR).action_amounts("split") is None
    assert start_deal("6S 5D 5H", FLOOR).cost("double:40") == 40


@pytest.mark.parametrize("action", ["double:0", "double:101", "double:-1", "double:1.5", "double:"])
def test_a_double_outside_its_amounts_is_refused(action: str) -> None:
    deal = start_deal("6S 5D 5H", FLOOR)
    with pytest.raises(IllegalAction) as refusal:
        deal.play(action)
    assert refusal.value.legal == ("hit", "stand", "double", "surrender")


@pytest.mark.parametrize(
    "action", ["split", "insure", "decline", "double:100", "hit:1", "HIT", "fold", "", "hit "]
)
def test_an_action_not_offered_is_refused(action: str) -> None:
    deal = start_deal("6S 5D 5H 9C 2S")
    before = deal.state_hash
    with pytest.raises(IllegalAction) as refusal:
        deal.play(action)
    assert refusal.value.code == "illegal_action"
    assert refusal.value.legal == ("hit", "stand", "double", "surrender")
    assert deal.state_hash == before


@pytest.mark.parametrize("amount", [True, 2.5, "40", float("nan")])
def test_an_amount_that_is_no_whole_number_of_units_is_refused(amount: Any) -> None:
    with pytest.raises(IllegalAction, match="legal are hit"):
        start_deal("6S 5D 5H", FLOOR).play(Action("double", amount))


def test_an_amount_out_of_range_says_the_range() -> None:
    with pytest.raises(IllegalAction) as refusal:
        start_deal("6S 5D 5H", FLOOR).play(Action("double", 500))
    assert refusal.value.amounts == (1, 100)


def test_nothing_is_legal_when_the_round_is_over() -> None:
    deal = start_deal("AS 6D KH 9C")
    assert deal.legal_actions == ()
    with pytest.raises(IllegalAction) as refusal:
        deal.play("hit")
    assert refusal.value.legal == ()


def test_actions_are_read_and_written() -> None:
    assert Action.parse("double:2.5", 4) == Action("double", 25000)
    assert Action("double", 25000).text(4) == "double:2.5"
    assert Action.parse("hit").text() == "hit"
    for text in ("insure:x", "stand:1", "", "double:1e2", "double:1.23456"):
        with pytest.raises(IllegalAction):
            Action.parse(text, 4)


def test_what_a_seat_staked_and_got_back() -> None:
    deal = start_deal("5S 6D 6H TC 2D TH")
    assert (deal.staked(1), deal.returned(1)) == (100, None)
    over = deal.play("double")
    assert (over.staked(1), over.returned(1)) == (200, 400)


@pytest.mark.parametrize(
    "bets",
    [
        [],
        [Bet(0, 100)],
        [Bet(2, 100)],
        [Bet(box=True, stake=100)],
        [Bet(1, 100), Bet(1, 100)],
        [Bet(1, 0)],
        [Bet(1, -100)],
        [Bet(1, stake=True)],
        [Bet(1, 1.0)],  # type: ignore[arg-type]  # deliberately wrong
        [Bet(1, 101)],
        [Bet(1, 100, {"player_pair": 5})],
    ],
)
def test_a_bet_the_rules_do_not_take_is_refused(bets: list[Bet]) -> None:
    with pytest.raises(BetError) as refusal:
        Deal.start(LIGALO, bets, drawing("AS 6D KH 9C"))
    assert refusal.value.code == "invalid_bet"


@pytest.mark.parametrize(("seat", "bettor"), [(2, 1), (0, 1), (1, 0), (1, -1), (1, 2)])
def test_a_player_without_a_bet_has_no_amounts(seat: int, bettor: int) -> None:
    deal = start_deal("TS 9D 6H 7C")
    with pytest.raises(LookupError):
        deal.staked(seat, bettor)
    with pytest.raises(LookupError):
        deal.returned(seat, bettor)


def test_a_side_bet_of_nothing_is_refused() -> None:
    with pytest.raises(BetError):
        Deal.start(PRESETS["live"], [Bet(1, 100, {"player_pair": 0})], drawing("AS 6D KH 9C"))


def test_an_odd_stake_is_fine_where_nothing_is_halved() -> None:
    whole = Rules(blackjack_pays="1:1", surrender="none", insurance="none")
    assert start_deal("AS 6D KH 9C", whole, stake=7).returned(1) == 14


def test_a_bet_does_not_follow_the_dict_it_was_made_from() -> None:
    side_bets = {"player_pair": 5}
    bet = Bet(1, 100, side_bets)
    side_bets["player_pair"] = 500
    assert bet.side_bets == {"player_pair": 5}


def test_ligalo_to_four_hands_with_four_ends() -> None:
    cards = "8S 6D 8H TC 8D 8C 3C TS 2C 5C TD TH 2D"
    deal = play(cards, "split", "split", "double", "stand", "split", "hit", "stand")
    hands = [" ".join(map(str, hand.cards)) for hand in deal.boxes[0].hands]
    assert hands == ["8S 3C 2C", "8D TS", "8H 5C TH", "8C TD"]
    assert outcomes(deal) == [("lose", 0), ("push", 100), ("bust", 0), ("push", 100)]
    assert (deal.dealer_total.value, deal.staked(1), deal.returned(1)) == (18, 500, 200)


def test_the_same_inputs_give_the_same_value() -> None:
    cards = "8S AD 8H 9C 3C 2C TH 9S KD 5D"
    one, other = (play(cards, "decline", "split", "stand", "stand") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one.state_hash == other.state_hash
