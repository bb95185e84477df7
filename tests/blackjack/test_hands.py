import itertools

import pytest
from hypothesis import given, settings, strategies as st

from blackjack.cards import CARDS, Card
from blackjack.hands import Hand, total_of
from blackjack.presets import PRESETS
from blackjack.rules import Rules


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in text.split())


@pytest.mark.parametrize(
    ("text", "value", "soft"),
    [
        ("AS", 11, True),
        ("AS AC", 12, True),
        ("AS KD", 21, True),
        ("AS KD KH", 21, False),
        ("AS AD AH KC", 13, False),
        ("AS 6D", 17, True),
        ("TS 9D 3C", 22, False),
    ],
)
def test_totals(text: str, value: int, soft: bool) -> None:  # noqa: FBT001 - a column of the table
    assert total_of(cards(text)) == (value, soft)


@settings(deadline=None)
@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=12))
def test_a_total_is_the_best_way_to_count_the_aces(hand: list[Card]) -> None:
    ways = itertools.product(*[(1, 11) if card.rank == "A" else (card.value,) for card in hand])
    sums = {sum(way) for way in ways}
    alive = [total for total in sums if total <= 21]
    total = total_of(hand)
    assert total.value == (max(alive) if alive else min(sums))
    assert total.soft == (total.value - 10 in sums and total.value <= 21)


def test_a_natural_is_two_cards_not_from_a_split() -> None:
    ligalo = PRESETS["ligalo"]
    assert Hand(cards("AS KD"), 1).is_natural(ligalo)
    assert not Hand(cards("AS 5D 5C"), 1).is_natural(ligalo)
    assert not Hand(cards("KD AS"), 1, from_split=True).is_natural(ligalo)
    assert not Hand(cards("AS KD"), 1).is_natural(Rules(naturals=False))


def test_only_a_split_ten_becomes_a_natural_where_that_counts() -> None:
    friendly = PRESETS["friendly"]
    assert Hand(cards("KD AS"), 1, from_split=True).is_natural(friendly)
    assert not Hand(cards("AS KD"), 1, from_split=True).is_natural(friendly)
