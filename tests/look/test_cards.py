"""Cards, chips and print of the felt."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from blackjack.cards import CARDS
from casino.templatetags.cards import card, chip_face, figure, split_into_arcs
from wallet.money.values import Money

SPRITE = Path("static/cards.svg").read_text()


@pytest.mark.parametrize("code", [*map(str, CARDS), "back"])
def test_every_card_is_in_the_sprite_once(code: str) -> None:
    assert SPRITE.count(f'<symbol id="{code}"') == 1


@pytest.mark.parametrize("dealt", CARDS, ids=str)
def test_a_number_card_shows_as_many_pips_as_it_counts(dealt: object) -> None:
    code = str(dealt)
    symbol = re.search(rf'<symbol id="{code}".*?</symbol>', SPRITE, re.DOTALL)
    assert symbol is not None
    pips = (
        {"A": 1, "T": 10, "J": 0, "Q": 0, "K": 0}.get(code[0])
        if code[0] in "ATJQK"
        else int(code[0])
    )
    assert symbol[0].count(f'href="#pip{code[1]}"') == pips


def test_every_reference_inside_the_sprite_is_drawn_in_it() -> None:
    used = set(re.findall(r'href="#(\w+)"', SPRITE))
    assert used <= set(re.findall(r'id="(\w+)"', SPRITE))


def test_a_card_says_its_name_and_shows_its_symbol() -> None:
    with override("en"):
        drawn = card("AS")
    assert 'aria-label="Ace of spades"' in drawn
    assert "#AS" in drawn


def test_a_face_down_card_shows_the_back_and_no_rank() -> None:
    with override("en"):
        drawn = card("??")
    assert 'aria-label="Face-down card"' in drawn
    assert "#back" in drawn


@pytest.mark.parametrize(
    ("amount", "language", "face"),
    [("0.10", "en", "0.10"), ("0.10", "es", "0,10"), ("5.00", "en", "5"), ("25.00", "es", "25")],
)
def test_a_chip_shows_the_shortest_figure_of_the_locale(
    amount: str, language: str, face: str
) -> None:
    with override(language):
        assert chip_face(Money.parse(amount, "USD")) == face


def test_the_print_lies_on_one_arc_for_each_part_and_long_words_shrink() -> None:
    arcs = split_into_arcs(
        "Blackjack pays 3 to 2 · Dealer hits soft 17 · Insurance pays 2 to 1 and something very long indeed"
    )
    assert [arc.text[:6] for arc in arcs] == ["Blackj", "Dealer", "Insura"]
    assert arcs[2].size < arcs[1].size


def test_a_figure_is_a_count_or_an_amount() -> None:
    with override("en"):
        assert figure(1234) == "1,234"
        assert figure(Money.parse("6.50", "USD")) == "$6.50"
