"""The battery passes the product's shoes and rejects faulty ones; each of its tests finds a fault of its kind."""

import random
from collections.abc import Callable
from dataclasses import replace
from math import isclose

import numpy as np
import pytest

from blackjack.fairness import draw_index
from blackjack.shoe import Shoe
from tools.randomness import checks
from tools.randomness.__main__ import main
from tools.randomness.checks import Cells
from tools.randomness.drawing import (
    COPIES,
    DECKS,
    SHOE,
    Draw,
    Shoes,
    draw_shoe,
    draw_shoes,
    join_shoes,
)
from tools.randomness.statistics import Check
from tools.randomness.verdict import Verdict

SHOES = 500
WINDOW = 4


def drawn(draw: Draw = draw_index, shoes: int = SHOES) -> Shoes:
    return join_shoes(list(draw_shoes(shoes, draw, seed="battery")))


@pytest.fixture(scope="module")
def fair() -> Shoes:
    return drawn()


def test_a_shoe_is_drawn_as_the_product_draws_it() -> None:
    seeds: list[tuple[str, str]] = []

    def remember(seed: str, mixed: str, nonce: int, cursor: int, left: int) -> int:
        seeds.append((seed, mixed))
        return draw_index(seed, mixed, nonce, cursor, left)

    cards, _indexes, deals, _cursors = draw_shoe(remember, random.Random(1))  # noqa: S311 - a repeatable test
    ((server_seed, mixed),) = set(seeds)
    dealt, shoe = list[int](), Shoe(server_seed, DECKS)
    for nonce in range(max(deals) + 1):
        deal = shoe.begin(mixed, nonce)
        dealt += [card.index for card in deal.first(deals.count(nonce))]
        shoe = deal.end(deals.count(nonce))
    assert dealt == cards
    assert len(cards) == SHOE


def test_the_product_passes(fair: Shoes) -> None:
    verdict = Verdict(list(checks.run_checks(fair)))
    assert verdict.is_passed
    assert len(verdict.failed) <= verdict.most


def test_server_seeds_are_new_for_each_run_unless_it_repeats_one(fair: Shoes) -> None:
    assert np.array_equal(drawn(shoes=3).cards, fair.cards[:3])
    one, other = (join_shoes(list(draw_shoes(3))) for _ in range(2))
    assert not np.array_equal(one.cards, other.cards)


@pytest.mark.parametrize("name", COPIES)
def test_a_faulty_copy_is_rejected(name: str) -> None:
    assert not Verdict(list(checks.run_checks(drawn(COPIES[name])))).is_passed


def sort_ranks(cards: Cells) -> Cells:
    order = np.argsort(cards % checks.RANKS, axis=-1, kind="stable")
    return np.take_along_axis(cards, order, axis=-1)


def sort_windows(shoes: Shoes) -> Shoes:
    windows = shoes.cards.reshape(len(shoes.cards), -1, WINDOW)
    return replace(shoes, cards=sort_ranks(windows).reshape(shoes.cards.shape))


def sort_beginnings(shoes: Shoes) -> Shoes:
    beginnings = sort_ranks(shoes.cards[:, :100])
    return replace(shoes, cards=np.hstack([beginnings, shoes.cards[:, 100:]]))


def repeat_a_shoe(shoes: Shoes) -> Shoes:
    return replace(shoes, cards=np.vstack([shoes.cards[:8], shoes.cards[:-8]]))


def avoid_the_last_card(shoes: Shoes) -> Shoes:
    return replace(
        shoes, indexes=np.minimum(shoes.indexes, np.maximum(SHOE - 2 - np.arange(SHOE), 0))
    )


def reuse_nonces(_shoes: Shoes) -> Shoes:
    return drawn(COPIES["each second deal reuses a nonce"])


@pytest.mark.parametrize(
    ("check", "spoil"),
    [
        (checks.check_positions, sort_windows),
        (checks.check_neighbours, sort_windows),
        (checks.check_gaps, sort_windows),
        (checks.check_collections, sort_beginnings),
        (checks.check_runs, sort_windows),
        (checks.check_rounds, sort_windows),
        (checks.check_duplicates, repeat_a_shoe),
        (checks.check_indexes, avoid_the_last_card),
        (checks.check_nonces, reuse_nonces),
    ],
    ids=lambda given: given.__name__,
)
def test_each_test_finds_a_fault_of_its_kind(
    fair: Shoes, check: Callable[[Shoes], list[Check]], spoil: Callable[[Shoes], Shoes]
) -> None:
    assert min(one.p for one in check(spoil(fair))) < 1e-6 <= min(one.p for one in check(fair))


def test_chances_of_a_law_add_up() -> None:
    assert isclose(sum(checks._run_chances(SHOE // 2, SHOE // 2)), 1)
    assert isclose(sum(checks._run_chances(120, SHOE - 120)), 1)
    assert isclose(checks._pair_chances().sum(), 1)
    gaps = [checks._gap_chance(gap) for gap in range(1, SHOE)]
    assert isclose(sum(gaps), SHOE // checks.RANKS - 1)
    assert checks._unseen_chance(checks.RANKS, checks.RANKS - 1) == 1
    assert checks._unseen_chance(checks.RANKS, SHOE) == 0
    assert isclose(sum(ways for _sizes, ways in checks._patterns(4)), 15)  # the fourth Bell number


def test_too_few_cards_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--cards", "99999"])
    assert refused.value.code == 2
    assert "--cards: at least 100000" in capsys.readouterr().err


def test_the_command_fails_if_a_copy_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--cards", "100000", "--seed", "battery", "--processes", "1"]
    monkeypatch.setattr("tools.randomness.__main__.COPIES", {"the same again": draw_index})
    assert main(words) == 1
    assert "faulty copy (the same again): passed" in capsys.readouterr().out
    monkeypatch.setattr("tools.randomness.__main__.COPIES", {})
    assert main(words) == 0
