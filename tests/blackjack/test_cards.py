import pickle

import pytest

from blackjack.cards import CARDS, Card, CardError


def test_52_cards_stand_in_canonical_order() -> None:
    names = [str(card) for card in CARDS]
    assert names[:3] == ["AC", "2C", "3C"]
    assert names[9:14] == ["TC", "JC", "QC", "KC", "AD"]
    assert names[-1] == "KS"
    assert [card.index for card in CARDS] == list(range(52))


def test_every_name_gives_its_one_instance() -> None:
    for card in CARDS:
        assert Card.parse(str(card)) is card


def test_values_are_the_games() -> None:
    assert [Card.parse(name).value for name in ("AS", "2D", "9H", "TC", "JC", "KS")] == [
        1,
        2,
        9,
        10,
        10,
        10,
    ]


@pytest.mark.parametrize("text", ["", "A", "1S", "10S", "as", "AX", "ASS", " AS", "\u0661S"])
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        Card.parse(text)
    assert (refusal.value.code, refusal.value.text) == ("unknown_card", text)


def test_no_card_beside_the_52_can_be_made() -> None:
    with pytest.raises(CardError):
        Card("1", "S")
    with pytest.raises(CardError):
        Card("", "S")


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        CARDS[0].rank = "K"  # type: ignore[misc]  # must fail


def test_a_copied_card_is_the_same_card() -> None:
    assert pickle.loads(pickle.dumps(CARDS[7])) == CARDS[7]  # noqa: S301 - pickled here
