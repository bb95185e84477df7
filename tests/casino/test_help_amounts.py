"""Insurance, other bets and minimums in the lobby, on the felt, in help and strategy."""

from dataclasses import replace

import pytest
from django.utils import translation

from blackjack.presets import PRESETS
from casino.rounds.words.labels import KEYS
from tables.selectors.house_tables import HOUSE_TABLES
from tables.words.help import Purse
from tables.words.rules import felt_line
from tests.casino import scenes
from tests.casino.test_help_pages import computed, page
from tests.tables.house import an_open_table
from tests.tables.test_bounds import limits

pytestmark = pytest.mark.database


def test_the_strategy_says_what_other_bets_are_worth() -> None:
    table = scenes.table_of("casino_floor")
    computed(table.version.rules, rtp=0.9962, rtp_total_dependent=0.996, insurance={"rtp": 0.9253})
    told = page("/help/casino-floor/strategy/")
    assert "strategy__table" in told
    assert "Do not take insurance: over time it loses 7.47% of its stake." in told
    assert "Do not take even money" in told
    assert "of its total gains only 0.0200%" in told
    assert page("/help/casino-floor/").count('href="/help/casino-floor/strategy/"') == 1


def test_the_felt_offers_no_insurance_without_a_hole_card_rule() -> None:
    with translation.override("en"):
        assert "Insurance" in felt_line(PRESETS["live"])
        assert "Insurance" not in felt_line(replace(PRESETS["live"], naturals=False))


def test_the_help_names_the_key_of_every_action() -> None:
    told = page("/help/")
    for key in KEYS.values():
        assert f"<kbd>{key}</kbd>" in told


def test_examples_name_amounts_that_the_table_takes() -> None:
    an_open_table(HOUSE_TABLES["casino-floor"])
    told = page("/help/casino-floor/").replace("\u00a0", " ")
    assert "You stake $5.00" in told
    assert "You take insurance for $1.00." in told
    assert "You double with another $2.00" in told
    assert "Minimum insurance: $1.00, in steps of $0.50." in told


@pytest.mark.parametrize(
    ("stake", "step", "least", "double", "insurance"),
    [(50, 10, 10, 20, 10), (70, 10, 10, 30, 15), (10, 10, 10, 10, 5), (2, 1, 0, 1, 1)],
)
def test_an_example_keeps_to_steps_and_least_as_far_as_the_stake_reaches(
    stake: int, step: int, least: int, double: int, insurance: int
) -> None:
    purse = Purse(stake, str, step, least)
    assert (purse.double_for_less, purse.part_of_insurance) == (double, insurance)


def test_the_lobby_says_the_least_of_all_boxes_together_where_it_is_more_than_of_one() -> None:
    an_open_table(HOUSE_TABLES["live"])
    assert "All boxes together" not in page("/")
    an_open_table(HOUSE_TABLES["casino-floor"])
    assert "All boxes together: minimum $5.00" in page("/")


def test_the_lobby_says_the_most_of_all_boxes_together_in_the_words_of_the_head() -> None:
    an_open_table(HOUSE_TABLES["atlantic-city"])
    assert "All boxes together" not in page("/")
    limits(max_player=300_000, min_player=20_000)
    assert "All boxes together: $2.00 \u2013 $30.00" in page("/")
