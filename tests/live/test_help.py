"""The help of live tables; private tables do not mention them."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.history.words.round_rules import describe_rules
from casino.lobby.words.help import build_help
from casino.lobby.words.live_help import live_sections
from casino.values.clocks import LAST_SECONDS
from tables.models import RuleSetVersion, Table
from tables.selectors.house_tables import HOUSE_TABLES
from tests.live.scenes import Guest, a_live_table, dealt_to
from tests.tables.house import an_open_table

LANGUAGES = ("en", "es")
CLOCKS = ("turn_seconds", "betting_seconds", "intermission_seconds")
PRIVATE = {
    "en": ("There is no time limit for a decision.", "You may change the shoe after"),
    "es": ("No hay límite de tiempo para decidir.", "Puedes cambiar de zapato después de"),
}
LIVE_SLUGS = {"seats", "behind", "others"}


def with_values(rules: Rules, **values: object) -> Rules:
    return Rules.from_dict(values, rules)


def words_of(rules: Rules, language: str) -> str:
    with translation.override(language):
        found = live_sections(rules)
        return "\n".join(line.text for section in found for line in section.lines)


def page(path: str, language: str) -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return " ".join(unescape(answer.text).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", CLOCKS)
def test_each_clock_on_the_page_is_the_one_of_the_rules(field: str, language: str) -> None:
    rules = with_values(PRESETS["casino_floor"], **{field: 37})

    assert "37" in words_of(rules, language)
    assert "37" not in words_of(with_values(rules, **{field: 41}), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bets_close_with_the_pause_clock_where_the_rules_have_no_other(language: str) -> None:
    rules = with_values(PRESETS["live"], betting_seconds=None, intermission_seconds=37)

    assert words_of(rules, language).count("37") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_boxes_and_bettors_are_those_of_the_rules(language: str) -> None:
    rules = with_values(PRESETS["casino_floor"], seats=6, seats_per_player=4, bettors_per_seat=2)
    before = words_of(rules, language)

    for changes in ({"seats": 5}, {"seats_per_player": 3}, {"bettors_per_seat": 3}):
        assert words_of(with_values(rules, **changes), language) != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_bets_behind_are_explained_only_where_they_are_taken(language: str) -> None:
    alone = with_values(PRESETS["casino_floor"], bettors_per_seat=1)
    with translation.override(language):
        slugs = {section.slug for section in live_sections(alone)}
        shared = {section.slug for section in live_sections(PRESETS["casino_floor"])}

    assert PRESETS["casino_floor"].bettors_per_seat > 1
    assert shared - slugs == {"behind"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_plays_a_timeout_as_the_rules_say(language: str) -> None:
    told = {
        how: words_of(with_values(PRESETS["live"], on_turn_timeout=how), language)
        for how in ("stand", "hit_or_stand", "basic_strategy")
    }

    assert told["hit_or_stand"] == told["basic_strategy"]  # both without new money
    assert told["stand"] != told["hit_or_stand"]


def test_the_page_marks_as_many_seconds_as_the_help_says() -> None:
    script = Path("static/js/live/countdown.js").read_text()

    assert f"const LAST = {LAST_SECONDS};" in script


def test_seats_absence_and_seeds_are_explained() -> None:
    told = words_of(PRESETS["live"], "en")

    for words in (
        "within 3 seconds",
        "up to 1 second after its time",
        "marks the last 5 seconds",
        "after 3 deals in a row without a bet of its player, also if it sits out; after one deal while somebody waits",
        "have not seen you at the table for 2 minutes",
        "is held for 20 seconds",
        "sits out 3 deals",
        "After 3 failures within a day its player only watches for 1 day",
        "did not answer for more than 2 seconds",
        "could not go on for 10 minutes",
        "they do not protect you",
    ):
        assert words in told


@pytest.mark.database
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ["live", "casino_floor"])
def test_a_live_table_explains_its_own_clocks_and_seats(preset: str, language: str) -> None:
    table = a_live_table(preset).table
    told = page(reverse("casino:table_help", args=[table.slug]), language)
    with translation.override(language):
        own = live_sections(table.version.rules)

    for line in (line for section in own for line in section.lines):
        assert " ".join(line.text.split()) in told
    assert all(words not in told for words in PRIVATE[language])
    targets = re.findall(r'<li><a href="#([\w-]+)">', told)
    assert len(targets) == len(set(targets))
    assert all(told.count(f'id="{target}"') == 1 for target in targets)


@pytest.mark.database
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", HOUSE_TABLES)
def test_a_private_table_says_nothing_of_live_clocks_seats_and_bettors(
    slug: str, language: str
) -> None:
    table = an_open_table(HOUSE_TABLES[slug])
    if table.is_live:
        Table.objects.filter(pk=table.pk).update(kind=Table.Kind.PRIVATE)
    told = page(reverse("casino:table_help", args=[slug]), language)

    assert all(words in told for words in PRIVATE[language])
    assert not LIVE_SLUGS & set(re.findall(r' id="([\w-]+)"', told))
    rules = table.version.rules
    if rules.turn_seconds is not None:
        with translation.override(language):
            shared = {line.text for section in live_sections(rules) for line in section.lines}
        assert not [text for text in shared if " ".join(text.split()) in told]


@pytest.mark.database
def test_another_clock_of_the_rules_changes_the_help_of_a_live_table_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_live_table("live").table
    private = an_open_table(HOUSE_TABLES["casino-floor"])
    before = [build_help(one).sections for one in (table, private)]
    rules = {
        one.version_id: with_values(one.version.rules, turn_seconds=37) for one in (table, private)
    }
    changed = property(lambda version: rules[version.pk])
    monkeypatch.setattr(RuleSetVersion, "rules", changed)

    assert build_help(table).sections != before[0]
    assert build_help(private).sections == before[1]


@pytest.mark.database
def test_a_live_round_shows_the_rules_of_its_table() -> None:
    ana = Guest(a_live_table("casino_floor"), "ana").sits(1)
    dealt_to(ana)

    slugs = {section.slug for section in describe_rules(ana.round).sections}
    assert slugs > LIVE_SLUGS
