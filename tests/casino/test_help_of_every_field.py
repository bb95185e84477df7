"""Help changes with every field of a table, and prints every sentence and example."""

from html import unescape

import pytest
from django.utils import translation

from casino.lobby.words.help import build_help
from tables.models import Table
from tables.selectors.house_tables import HOUSE_TABLES
from tests.casino.test_help_pages import SLUGS, computed, page
from tests.exhaustive import slow_but_every
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database


CHANGES: dict[str, object] = {
    "min_bet_usd": 20_000,
    "max_bet_usd": 190_000,
    "min_player": 30_000,
    "max_player": 770_000,
    "max_round_usd": 3_990_000,
    "max_insurance": 90_000,
    "min_side": 20_000,
    "max_side": None,
    "step": 10_000,
    "chips": [10_000, 20_000, 30_000, 40_000, 50_000],
    "currencies": ["USD", "DOP"],
    "hands_per_minute": 17,
    "hands_per_day": 18,
    "min_seconds_between_rounds": 19,
    "rounds_before_shoe_change": 21,
    "max_bet_ratio": 22,
    "opens": "18:00",
    "closes": "02:00",
    "hints": True,
    "bet_formula": "friendly",
}


HOURS = {"opens": "06:00", "closes": "07:00"}  # the database requires both or none


def test_every_field_of_a_table_is_changed_here() -> None:
    names = {field.name for field in Table._meta.get_fields() if field.concrete}
    assert names == {
        *CHANGES,
        "id",
        "slug",
        "name",
        "name_es",
        "kind",
        "is_laboratory",
        "version",
        "status",
        "stopped_boxes",
    }


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("field", slow_but_every(3, CHANGES))
def test_changing_any_field_of_a_table_changes_its_help(field: str, language: str) -> None:
    table = Table.objects.filter(pk=an_open_table(HOUSE_TABLES["live"]).pk)
    table.update(**HOURS)
    before = contents("/help/live/", language)
    table.update(**{field: CHANGES[field]})
    assert contents("/help/live/", language) != before


def contents(path: str, language: str) -> str:
    """Return the page's main part, which is the same in every request."""
    return page(path, language).partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("slug", slow_but_every(3, SLUGS))
def test_the_page_prints_every_sentence_and_every_example(slug: str, language: str) -> None:
    table = an_open_table(HOUSE_TABLES[slug])
    computed(
        table.version.rules,
        side_bets={name: {"rtp": 0.9} for name in table.version.rules.side_bets},
    )
    told = unescape(contents(f"/help/{slug}/", language))
    with translation.override(language):
        found = build_help(table)
    lines = [line for section in (*found.sections, found.worth) for line in section.lines]
    assert len(lines) > 30
    for line in lines:
        assert " ".join(line.text.split()) in told
        assert " ".join(line.example.split()) in told
