"""Perft counts of tiny shoes: the library, the naive program and the stored file agree."""

import pytest

from tests.blackjack.tiny import case_of, cases, counted
from tests.exhaustive import slow_but

CASES = cases()
SMALL = 2_500  # rounds


def is_small(name: str) -> bool:
    return int(CASES[name]["counts"]["rounds"]) < SMALL


@pytest.mark.parametrize(
    "name", slow_but((name for name, case in CASES.items() if "by_hand" not in case), is_small)
)
def test_every_round_of_a_tiny_shoe(name: str) -> None:
    naive, library = counted(case_of(CASES[name]))
    assert library == CASES[name]["counts"]
    assert naive == library


def test_the_shoes_run_empty_in_mid_round() -> None:
    refilled = {name: case["counts"]["refilled"] for name, case in CASES.items()}
    assert sum(count > 0 for count in refilled.values()) > 10
    assert (
        refilled["every card on the table"] == CASES["every card on the table"]["counts"]["rounds"]
    )
