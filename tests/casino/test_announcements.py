from collections.abc import Iterator

import pytest
from django.utils import translation

from blackjack.bets import Bet
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.rounds.words.announcements import announce_round


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def told(cards: str, *actions: str) -> list[str]:
    """Return the announcement after the last of these actions."""
    deck = [Card.parse(code) for code in cards.split()]
    states = [Deal.start(PRESETS["ligalo"], [Bet(1, 1000)], deck.__getitem__)]
    for action in actions:
        states.append(states[-1].play(action))
    over = states[-1].complete
    return announce_round(states[-1].public(), [] if over else states, "You win." if over else "")


def test_the_deal_is_said_with_the_upcard() -> None:
    assert told("AH 6D 6C TC") == [
        "You: ace of hearts, six of clubs, soft 17.",
        "Dealer: six of diamonds, 6.",
    ]


def test_a_card_is_said_with_the_new_total() -> None:
    assert told("AH 6D 2C TC TH", "hit") == ["You: ten of hearts, 13."]


def test_split_hands_are_announced_separately() -> None:
    assert told("8H 6D 8C TC 3H 2D", "split") == [
        "Hand 1: three of hearts, 11.",
        "Hand 2: two of diamonds, 10.",
        "Hand 1: 11. Your turn.",
    ]


def test_insurance_is_said_when_it_is_decided() -> None:
    assert told("TH AD 6C 7C", "insure") == ["Insurance lost."]


def test_a_hand_that_goes_on_without_insurance_is_said() -> None:
    assert told("TH AD 6C 7C", "decline") == ["Your turn: 16."]


def test_a_bust_is_said_once() -> None:
    assert told("TH 6D 6C TC KH", "hit") == [
        "You: ten of hearts, six of clubs, king of hearts, 26, bust.",
        "Dealer: six of diamonds, ten of clubs, 16.",
        "You win.",
    ]


def test_a_bust_in_spanish_names_the_hand() -> None:
    with translation.override("es"):
        assert told("TH 6D 6C TC KH", "hit")[0].endswith(", 26, te pasaste.")
        split = told("8H 6D 8C TC 5H 2D TC", "split", "hit")
        assert split[0] == "Mano 1: diez de tréboles, 23, se pasó."
        assert told("TH 6D TC TC KH", "stand")[1].endswith(", 26, se pasó.")


def test_a_finished_hand_is_said_with_its_outcome() -> None:
    assert told("TH 6D TC TC KH", "stand")[0] == "You: ten of hearts, ten of clubs, 20. Won."
