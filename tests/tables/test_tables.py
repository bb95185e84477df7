from collections.abc import Iterator

import pytest
from django.db import DatabaseError, transaction
from django.utils import translation

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.summary import LANGUAGES, Language, summary
from tables.models import Table
from tables.selectors.tables import open_tables
from tables.words.rules import felt_line, rules_line
from tests.tables.house import an_open_table

LIGALO = PRESETS["ligalo"]


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def test_the_table_has_the_limits_of_the_source(db: None) -> None:
    table = an_open_table()

    assert (table.min_bet_usd, table.max_bet_usd, table.max_round_usd) == (
        1_000,
        500_000,
        2_000_000,
    )
    assert (table.hands_per_minute, table.hands_per_day) == (60, 5_000)
    assert table.rounds_before_shoe_change == 20
    assert all(chip % table.step == 0 for chip in table.chips)


def test_limits_out_of_order_are_refused_by_the_database(db: None) -> None:
    table = an_open_table()

    with pytest.raises(DatabaseError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(max_bet_usd=1)
    table.refresh_from_db()
    assert table.max_bet_usd == 500_000


def test_a_closed_table_is_not_in_the_lobby(db: None) -> None:
    table = an_open_table()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)

    assert not open_tables().exists()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_is_the_library_s_in_the_reader_s_language(
    preset: str, language: Language
) -> None:
    with translation.override(language):
        assert rules_line(PRESETS[preset]) == summary(PRESETS[preset], language)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "6 decks · H17 · DAS · late surrender · 3:2"),
        ("es", "6 barajas · H17 · DAS · rendición tardía · 3:2"),
        ("es-mx", "6 barajas · H17 · DAS · rendición tardía · 3:2"),
    ],
)
def test_rules_in_a_line(language: str, line: str) -> None:
    with translation.override(language):
        assert rules_line(LIGALO) == line


def test_the_felt_says_what_the_rules_pay(english: None) -> None:
    assert (
        felt_line(LIGALO) == "Blackjack pays 3 to 2 · Dealer hits soft 17 · Insurance pays 2 to 1"
    )
    six_to_five = Rules.from_dict({"blackjack_pays": "6:5", "insurance": "none"}, LIGALO)
    assert felt_line(six_to_five) == "Blackjack pays 6 to 5 · Dealer hits soft 17"
