from collections.abc import Iterator

import pytest
from django.db import DatabaseError, transaction
from django.utils import translation

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.summary import LANGUAGES, Language, summary
from tables.help import sections
from tables.models import RuleSetVersion, Table
from tables.selectors import open_tables
from tables.services import add_version, open_ligalo_table
from tables.wording import felt_line, rules_line

LIGALO = PRESETS["ligalo"]


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def test_a_version_holds_the_very_rules(db: None) -> None:
    version = add_version("Lígalo", LIGALO)

    version.refresh_from_db()
    assert version.rules == LIGALO
    assert version.rules_hash == LIGALO.digest


def test_the_same_rules_again_are_the_same_version(db: None) -> None:
    first = add_version("Lígalo", LIGALO)
    second = add_version("Lígalo", Rules.from_dict({"soft_17": "stand"}, LIGALO))

    assert add_version("Lígalo", second.rules) == second
    assert (first.number, second.number) == (1, 2)


def test_a_version_cannot_be_changed(db: None) -> None:
    version = add_version("Lígalo", LIGALO)

    with pytest.raises(DatabaseError), transaction.atomic():
        RuleSetVersion.objects.filter(pk=version.pk).update(number=7)
    version.refresh_from_db()
    assert version.number == 1


def test_the_table_has_the_limits_of_the_source(db: None) -> None:
    table = open_ligalo_table("ligalo", "Lígalo", LIGALO)

    assert (table.min_bet_usd, table.max_bet_usd, table.max_round_usd) == (
        1_000,
        500_000,
        2_000_000,
    )
    assert (table.hands_per_minute, table.hands_per_day) == (60, 5_000)
    assert table.rounds_before_shoe_change == 20
    assert all(chip % table.step == 0 for chip in table.chips)


def test_limits_out_of_order_are_refused_by_the_database(db: None) -> None:
    table = open_ligalo_table("ligalo", "Lígalo", LIGALO)

    with pytest.raises(DatabaseError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(max_bet_usd=1)
    table.refresh_from_db()
    assert table.max_bet_usd == 500_000


def test_a_closed_table_is_not_in_the_lobby(db: None) -> None:
    table = open_ligalo_table("ligalo", "Lígalo", LIGALO)
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


def test_the_help_counts_decks_in_the_reader_s_language() -> None:
    with translation.override("es"):
        assert sections(LIGALO)[0].lines[0] == "Se juega con 6 barajas de 52 cartas."


def test_the_felt_says_what_the_rules_pay(english: None) -> None:
    assert (
        felt_line(LIGALO) == "Blackjack pays 3 to 2 · Dealer hits soft 17 · Insurance pays 2 to 1"
    )
    six_to_five = Rules.from_dict({"blackjack_pays": "6:5", "insurance": "none"}, LIGALO)
    assert felt_line(six_to_five) == "Blackjack pays 6 to 5 · Dealer hits soft 17"


@pytest.mark.parametrize(
    "change",
    [
        {"decks": 8},
        {"soft_17": "stand"},
        {"blackjack_pays": "6:5"},
        {"naturals": False},
        {"double_on": "9-11"},
        {"double_after_split": False},
        {"max_splits": 1},
        {"max_ace_splits": 0},
        {"split_by": "rank"},
        {"hit_split_aces": False},
        {"split_tens_natural": True},
        {"insurance": "none"},
        {"surrender": "none"},
        {"peek": "ace"},
        {"penetration": 0.5},
        {"reshuffle": "every_round"},
    ],
)
def test_help_follows_the_rules(change: dict[str, object]) -> None:
    assert sections(Rules.from_dict(change, LIGALO)) != sections(LIGALO)
