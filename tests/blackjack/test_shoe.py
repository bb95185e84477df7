import hashlib

import pytest

from blackjack.cards import CARDS, Card
from blackjack.fairness import entropy
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
SEED_2 = "50bf5c6d48a2dada4cc7231520396aa3b62ea77e213e2c9a30898b714c8f1ea6"
CUT_C = "ligalo-00112233445566778899aabbccddeeff.100"


def names(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_vector_1_infinite_decks() -> None:
    dealt = Shoe(SEED, None).begin("ligalo", 1).first(8)
    assert names(dealt) == "AS 8S 8D 9C 7D 7C 6H JD"


def test_vector_1_one_deck_to_its_end() -> None:
    shoe = Shoe(SEED, 1)
    rounds = [
        ("ligalo", 1, "AS 4S 3C 2D 5S KC 4D TS QD 3S"),
        ("ligalo", 2, "8D 2H 3D TD 7D QC JD"),
        ("changed-seed_2", 3, "JC KS AH 8S JH 7H KD 8H KH"),
    ]
    for mixed, nonce, expected in rounds:
        dealing = shoe.begin(mixed, nonce)
        count = len(expected.split())
        assert names(dealing.first(count)) == expected
        shoe = dealing.end(count)
    assert names(shoe.rest("changed-seed_2", 4)) == (
        "6C 9C QS 3H AC 6H 9D 8C TC 7C 4C 5C 6S QH 5D 9H 6D TH AD 2S 5H 2C 9S JS 4H 7S"
    )


def test_vector_2_eight_decks_burned_and_shared() -> None:
    mixed = entropy({1: "alice", 3: "bob-7", 7: "carol_x"})
    shoe = Shoe(SEED_2, 8)
    burn = shoe.begin("alice", 0)
    first = burn.end(1).begin(mixed, 1)
    second = first.end(20).begin(mixed, 2)
    assert names(burn.first(1)) == "2D"
    assert names(first.first(20)) == ("QD JH 8S 7S 9S 3D 3C 8D 3S TC 2S 6C 8H 8D 9S 4S 6S 7H QD 3H")
    assert names(second.first(15)) == "6C 7C 6S 6H 9C AH 5H 7S 4S 3H 8C TH 9C 5C 6S"
    rest = second.end(15).rest(mixed, 3)
    order = (*burn.first(1), *first.first(20), *second.first(15), *rest)
    assert len(order) == 416
    joined = ",".join(map(str, order))
    assert hashlib.sha256(joined.encode()).hexdigest() == (
        "d4c71f17e20046674ddec4964d546594bdeb37becb6145973519ff85c2ff9342"
    )


def test_vector_3_empty_in_mid_round() -> None:
    first = Shoe(SEED, 1).begin("ligalo", 1)
    assert names(first.first(40)[-3:]) == "JH 2S 5C"
    second = first.end(40).begin("ligalo", 2)
    assert names(second.first(20)) == (
        "8S 5D 9C KD 2C QS QC 7S 6H TC 7C 3H 5H KC JD AD 4H AS 9S TH"
    )
    shoe = second.end(20)
    assert (len(shoe.left), shoe.dealt) == (32, 60)
    assert len(shoe.rest("ligalo", 3)) == 32


def test_vector_4_salted_and_cut() -> None:
    shoe = Shoe(SEED, 6)
    burn = shoe.begin(CUT_C, 0)
    assert names(burn.first(1)) == "8C"
    assert names(burn.end(1).begin(CUT_C, 1).first(6)) == "8C 8C 6S 5C QC JC"


def test_a_draw_is_pure_and_a_longer_look_changes_nothing() -> None:
    dealing = Shoe(SEED, 1).begin("ligalo", 1)
    looked = [dealing.draw(k) for k in (9, 0, 9, 4)]
    assert names(tuple(looked)) == "3S AS 3S 5S"
    assert dealing.end(4) == Shoe.replay(SEED, 1, [("ligalo", 1, 4)])


def test_a_round_longer_than_the_shoe_gets_all_cards_again() -> None:
    dealt = Shoe(SEED, 1).begin("ligalo", 1).first(104)
    assert sorted(card.index for card in dealt[:52]) == list(range(52))
    assert sorted(card.index for card in dealt[52:]) == list(range(52))


def test_a_shoe_emptied_by_a_round_is_full_for_the_next() -> None:
    empty = Shoe.replay(SEED, 1, [("ligalo", 1, 52)])
    assert empty.left == ()
    assert empty.rest("ligalo", 2) == ()
    assert set(empty.begin("ligalo", 2).first(52)) == set(CARDS)


def test_infinite_decks_have_no_rest() -> None:
    shoe = Shoe.replay(SEED, None, [("ligalo", 1, 100)])
    assert (shoe.rest("ligalo", 2), shoe.dealt) == ((), 100)


def test_a_shoe_hides_its_seed_and_its_cards() -> None:
    shoe = Shoe.replay(SEED, 1, [("ligalo", 1, 51)])
    assert repr(shoe) == "Shoe(decks=1, dealt=51)"
    assert "draw" not in repr(shoe.begin("ligalo", 2)).lower()


@pytest.mark.parametrize(
    ("rules", "rounds", "dealt", "closes"),
    [
        (Rules(), 40, 233, False),
        (Rules(), 40, 234, True),
        (Rules(decks=1, penetration=0.1, burn_cards=10), 0, 10, False),
        (Rules(decks="infinite"), 999, 9999, False),
        (Rules(reshuffle="every_round"), 0, 0, False),
        (Rules(reshuffle="every_round"), 1, 4, True),
        (Rules(reshuffle="when_empty", decks=1), 30, 300, False),
    ],
)
def test_when_a_shoe_closes(rules: Rules, rounds: int, dealt: int, closes: bool) -> None:  # noqa: FBT001 - a column of the table
    assert must_close(rules, rounds, dealt) is closes
