from typing import Any

import pytest
from hypothesis import given, strategies as st

from blackjack.presets import PRESETS
from blackjack.rules import FIELDS, Rules
from blackjack.summary import _PHRASES, LANGUAGES, SEPARATOR, Language, describe_decks, summary
from tests.blackjack.strategies import all_rules

LINES: dict[str, dict[Language, str]] = {
    "ligalo": {
        "en": "6 decks · H17 · DAS · late surrender · 3:2",
        "es": "6 barajas · H17 · DAS · rendición tardía · 3:2",
    },
    "atlantic_city": {
        "en": "6 decks · S17 · DAS · split aces once · one card on split aces · late surrender · 3:2 · "
        "max 11 cards per hand",
        "es": "6 barajas · S17 · DAS · dividir ases una vez · una carta por as dividido · rendición tardía · 3:2 · "
        "máximo 11 cartas por mano",
    },
    "casino_floor": {
        "en": "8 decks · S17 · no hole card · double for less · DAS · split aces twice · split by rank · "
        "one card on split aces · early surrender, not against an ace · 3:2 · even money",
        "es": "8 barajas · S17 · sin carta tapada · doblar por menos · DAS · dividir ases dos veces · "
        "dividir por figura · una carta por as dividido · rendición temprana, no contra un as · 3:2 · "
        "pago 1:1 inmediato",
    },
    "live": {
        "en": "8 decks · S17 · peek on aces only · doubles come back from a dealer blackjack · DAS · split once · "
        "one card on split aces · 3:2 · 10-card Charlie · side bets: player pair, dealer pair, 21+3, top 3",
        "es": "8 barajas · S17 · la carta tapada se mira solo con as · el blackjack del crupier devuelve lo doblado · "
        "DAS · dividir una vez · una carta por as dividido · 3:2 · Charlie de 10 cartas · "
        "apuestas laterales: pareja del jugador, pareja del crupier, 21+3, top 3",
    },
    "friendly": {
        "en": "1 deck · H17 · DAS · split aces once · blackjack on split tens · late surrender · "
        "surrender after a split · 3:2",
        "es": "1 baraja · H17 · DAS · dividir ases una vez · blackjack con dieces divididos · rendición tardía · "
        "rendición tras dividir · 3:2",
    },
}

SAID: list[dict[str, Any]] = [
    {"decks": 8},
    {"decks": 1},
    {"decks": "infinite"},
    {"soft_17": "stand"},
    {"peek": "ace"},
    {"peek": "never"},
    {"peek": "never", "hole_card": "not_dealt"},
    {"peek": "ace", "dealer_blackjack_takes": "original_bet"},
    {"peek": "ace", "dealer_blackjack_takes": "all_but_doubles"},
    {"naturals": False},
    {"blackjack_pays": "6:5"},
    {"double_on": "9-11"},
    {"double_on": "10-11"},
    {"double_on": "never"},
    {"double_after_split": False},
    {"double_for_less": True},
    {"split_by": "rank"},
    *[{"max_splits": n, "max_ace_splits": k} for n in range(4) for k in range(4) if (n, k) != (3, 3)],
    {"hit_split_aces": False},
    {"double_split_aces": False},
    {"split_tens_natural": True},
    {"surrender_after_split": True},
    *[{"surrender": kind} for kind in ("none", "early", "early_vs_non_ace")],
    {"insurance": "none"},
    {"even_money": True},
    {"charlie": 5},
    {"max_cards": 7},
    {"charlie": 7},
    {"inverted": True},
    {"side_bets": PRESETS["live"].side_bets},
    {"side_bets": {"top_3": PRESETS["live"].side_bets["top_3"]}},
]  # fmt: skip

NOT_SAID: dict[str, Any] = {
    "penetration": 0.5,
    "reshuffle": "every_round",
    "burn_cards": 1,
    "player_cut": True,
    "show_hole_card": "when_needed",
    "dealer_blackjack_takes": "original_bet",
    "insurance": "up_to_half",
    "auto_stand_21": False,
    "seats": 7,
    "seats_per_player": 7,
    "bettors_per_seat": 3,
    "turn_seconds": 30,
    "betting_seconds": 30,
    "intermission_seconds": 30,
    "on_turn_timeout": "basic_strategy",
    "on_absence": "stand",
    "resume_seconds": None,
}


@pytest.mark.parametrize("name", LINES)
def test_a_preset_in_a_line(name: str) -> None:
    assert {language: summary(PRESETS[name], language) for language in LANGUAGES} == LINES[name]


def test_a_line_is_english_unless_another_language_is_asked_for() -> None:
    assert summary(Rules()) == LINES["ligalo"]["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_that_differ_in_what_players_care_about_differ_in_their_lines(
    language: Language,
) -> None:
    lines = [summary(Rules(**change), language) for change in [{}, *SAID]]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("field", NOT_SAID)
def test_rules_without_effect_on_players_are_left_out(field: str) -> None:
    assert summary(Rules(**{field: NOT_SAID[field]})) == summary(Rules())


def test_every_field_is_said_or_left_out_on_purpose() -> None:
    said = {field for change in SAID for field in change}
    assert said | set(NOT_SAID) == set(FIELDS)


@pytest.mark.parametrize(
    ("pairs", "aces", "said"),
    [
        (3, 3, []),
        (3, 1, ["split aces once"]),
        (3, 0, ["no split of aces"]),
        (2, 2, ["split twice"]),
        (1, 3, ["split once", "split aces three times"]),
        (0, 3, ["split aces only"]),
        (0, 2, ["split aces only", "split aces twice"]),
        (0, 0, ["no split"]),
    ],
)
def test_splits_are_said_where_they_are_not_three(pairs: int, aces: int, said: list[str]) -> None:
    line = summary(Rules(max_splits=pairs, max_ace_splits=aces))
    assert [part for part in line.split(SEPARATOR) if "split" in part] == said


WITHOUT_EFFECT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"naturals": False}, {"blackjack_pays": "6:5"}),
    ({"naturals": False}, {"peek": "never"}),
    ({"naturals": False}, {"insurance": "none"}),
    ({"naturals": False}, {"even_money": True}),
    ({"naturals": False}, {"split_tens_natural": True}),
    ({"double_on": "never"}, {"double_for_less": True}),
    ({"double_on": "never"}, {"double_after_split": False}),
    ({"double_on": "9-11"}, {"double_split_aces": False}),
    ({"hit_split_aces": False}, {"double_split_aces": False}),
    ({"double_after_split": False}, {"double_split_aces": False}),
    ({"max_splits": 0, "max_ace_splits": 0}, {"double_after_split": False}),
    ({"max_splits": 0, "double_on": "9-11"}, {"double_after_split": False}),
    ({"max_splits": 0, "max_ace_splits": 0}, {"split_by": "rank"}),
    ({"max_splits": 0, "max_ace_splits": 0}, {"surrender_after_split": True}),
    ({"max_ace_splits": 0}, {"hit_split_aces": False}),
    ({"surrender": "none"}, {"surrender_after_split": True}),
]


@pytest.mark.parametrize(("beside", "change"), WITHOUT_EFFECT)
def test_ineffective_rules_are_left_out(beside: dict[str, Any], change: dict[str, Any]) -> None:
    assert summary(Rules(**beside, **change)) == summary(Rules(**beside))


@given(all_rules(), st.sampled_from(LANGUAGES))
def test_a_line_is_one_line_of_parts_said_once(rules: Rules, language: Language) -> None:
    line = summary(rules, language)
    parts = line.split(SEPARATOR)
    assert parts[0] == describe_decks(rules, language)
    assert len(set(parts)) == len(parts) == len(summary(rules).split(SEPARATOR))
    assert line.isprintable()


def test_no_phrase_is_missing_in_a_language() -> None:
    for phrases in _PHRASES.values():
        assert len(phrases) == len(LANGUAGES)
        assert len({phrase.count("{}") for phrase in phrases}) == 1
        assert all(SEPARATOR not in phrase for phrase in phrases)
