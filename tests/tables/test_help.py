"""Help pages state every rule with the value that the engine uses."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from types import MappingProxyType

import pytest
from django.utils import translation
from hypothesis import given, settings, strategies as st

from blackjack.bets import smallest_unit
from blackjack.fields import FIELDS
from blackjack.presets import PRESETS
from blackjack.rules import Rules, RulesError
from blackjack.side_bets import OUTCOMES
from blackjack.strategy import ROWS, UPCARDS, Chart
from tables.values.rule_changes import OF_SHARED_TABLES
from tables.words.help import HelpSection, Purse, build_sections
from tests.blackjack.strategies import all_rules
from tests.exhaustive import examples, slow_but

LANGUAGES = ("en", "es")
_FLAGS = (False, True)
_CLOCK = (None, 1, 60, 61, 86_400)
_PLAYS = ("stand", "basic_strategy", "hit_or_stand")
_PAIRS = {"perfect": 25, "coloured": 12, "mixed": 6}

VALUES: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "decks": (1, 2, 3, 6, 8, "infinite"),
        "penetration": (0.10, 0.5, 0.667, 0.75, 0.95),
        "reshuffle": ("at_penetration", "every_round", "when_empty"),
        "burn_cards": (0, 1, 2, 10),
        "hole_card": ("dealt", "not_dealt"),
        "peek": ("ace_and_ten", "ace", "never"),
        "dealer_blackjack_takes": ("all_bets", "all_but_doubles", "original_bet"),
        "soft_17": ("hit", "stand"),
        "naturals": _FLAGS,
        "blackjack_pays": ("3:2", "6:5", "6:4", "1:1", "7:5"),
        "double_on": ("any", "9-11", "10-11", "never"),
        "double_after_split": _FLAGS,
        "double_for_less": _FLAGS,
        "split_by": ("value", "rank"),
        "max_splits": (0, 1, 2, 3),
        "max_ace_splits": (0, 1, 2, 3),
        "hit_split_aces": _FLAGS,
        "double_split_aces": _FLAGS,
        "split_tens_natural": _FLAGS,
        "surrender_after_split": _FLAGS,
        "surrender": ("none", "late", "early_vs_non_ace", "early"),
        "insurance": ("none", "half", "up_to_half"),
        "even_money": _FLAGS,
        "auto_stand_21": _FLAGS,
        "charlie": (None, 5, 6, 7, 8, 9, 10, 11),
        "max_cards": (None, 5, 6, 7, 8, 9, 10, 11),
        "inverted": _FLAGS,
        "seats": (1, 2, 5, 7),
        "seats_per_player": (1, 2, 5, 7),
        "bettors_per_seat": (1, 2, 3),
        "side_bets": (
            {},
            {"player_pair": _PAIRS},
            {"player_pair": {**_PAIRS, "mixed": 5}},
            {"dealer_pair": _PAIRS},
            PRESETS["live"].to_dict()["side_bets"],
        ),
        "player_cut": _FLAGS,
        "show_hole_card": ("always", "when_needed"),
        "turn_seconds": _CLOCK,
        "betting_seconds": _CLOCK,
        "intermission_seconds": _CLOCK,
        "on_turn_timeout": _PLAYS,
        "on_absence": _PLAYS,
        "resume_seconds": _CLOCK,
    }
)

_STANDS = {f"hard {total}" for total in range(17, 22)}
DOUBLES_ELEVEN = Chart(
    tuple(
        ("D" if row == "hard 11" else "S" if row in _STANDS else "H",) * len(UPCARDS)
        for row in ROWS
    )
)
Effect = Callable[[Rules], bool]


def _splits(rules: Rules) -> bool:
    return rules.max_splits > 0 or rules.max_ace_splits > 0


def _always(_rules: Rules) -> bool:
    return True


def _plays_split_hands(rules: Rules) -> bool:
    return rules.max_splits > 0 or (rules.max_ace_splits > 0 and rules.hit_split_aces)


# Conditions under which a field has an effect; otherwise the page omits it and need not differ.
MATTERS: Mapping[str, Effect] = MappingProxyType(
    {
        # an infinite shoe has no cut card and is always full
        "penetration": lambda rules: (
            rules.cut_card is not None and rules.reshuffle == "at_penetration"
        ),
        "reshuffle": lambda rules: rules.decks != "infinite",
        # a player has no more boxes than the table, and other players' boxes do not concern them
        "seats_per_player": lambda rules: rules.seats_per_player < rules.seats,
        "seats": lambda rules: rules.seats < rules.seats_per_player,
        # a smaller shoe has no place for the cut
        "player_cut": lambda rules: bool(replace(rules, player_cut=True).cuts),
        # without naturals there is no blackjack to pay, peek for or insure against
        "blackjack_pays": lambda rules: rules.naturals,
        "insurance": lambda rules: rules.naturals,
        "even_money": lambda rules: rules.naturals,
        "peek": lambda rules: rules.naturals,
        "split_tens_natural": lambda rules: rules.naturals and rules.max_splits > 0,
        # with a peek at ace and ten, no later bet can be lost to a dealer blackjack
        "dealer_blackjack_takes": lambda rules: rules.naturals and rules.peek != "ace_and_ten",
        # a hole card that was not dealt cannot be shown
        "show_hole_card": lambda rules: rules.hole_card == "dealt",
        # no doubling or no splitting
        "double_for_less": lambda rules: rules.double_on != "never",
        "double_after_split": lambda rules: rules.double_on != "never" and _splits(rules),
        "split_by": lambda rules: rules.max_splits > 0,
        "hit_split_aces": lambda rules: rules.max_ace_splits > 0,
        # an ace and another card total more than 11
        "double_split_aces": lambda rules: (
            rules.max_ace_splits > 0
            and (rules.hit_split_aces and rules.double_after_split and rules.double_on == "any")
        ),
        "surrender_after_split": lambda rules: (
            rules.surrender != "none" and _plays_split_hands(rules)
        ),
        # a hand stands before it has that many cards
        "charlie": lambda rules: (
            rules.charlie is not None
            and (rules.max_cards is None or rules.charlie <= rules.max_cards)
        ),
        # a single player has no clock and shares no box
        **dict.fromkeys(OF_SHARED_TABLES, lambda _rules: False),
        # without a time to resume, no absence is too long
        "on_absence": lambda rules: rules.resume_seconds is not None,
    }
)


@cache
def page(
    rules: Rules, language: str = "en", chart: Chart | None = DOUBLES_ELEVEN
) -> tuple[HelpSection, ...]:
    """Return the sections of the page, for a stake that these rules settle exactly."""
    with translation.override(language):
        return build_sections(rules, Purse(100 * smallest_unit(rules), str, chart=chart))


@cache
def text_of(rules: Rules, language: str = "en") -> str:
    """Return the text of all lines and examples, without titles."""
    lines = [line for section in page(rules, language) for line in section.lines]
    return "\n".join(f"{line.text}\n{line.example}" for line in lines)


def with_value(rules: Rules, field: str, value: object) -> Rules | None:
    """Return the rules with one value replaced, or None if that combination is not allowed."""
    try:
        return Rules.from_dict({field: value}, rules)
    except RulesError:
        return None


def versions(rules: Rules, field: str) -> Iterator[tuple[Rules, Rules]]:
    """Yield pairs of rules that differ in this field, if it has an effect in either."""
    matters = MATTERS.get(field, _always)
    found = [one for value in VALUES[field] if (one := with_value(rules, field, value)) is not None]
    for one, other in combinations(found, 2):
        if matters(one) or matters(other):
            yield one, other


def test_every_field_is_changed_here() -> None:
    assert set(VALUES) == set(FIELDS)


@pytest.mark.parametrize("preset", slow_but(PRESETS, "ligalo".__eq__))
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_changing_any_field_of_a_preset_changes_the_page(
    language: str, field: str, preset: str
) -> None:
    for one, other in versions(PRESETS[preset], field):
        values = (field, getattr(one, field), getattr(other, field))
        assert text_of(one, language) != text_of(other, language), values


@pytest.mark.parametrize("field", [name for name in FIELDS if name not in OF_SHARED_TABLES])
def test_every_field_matters_somewhere(field: str) -> None:
    bases = [*PRESETS.values(), replace(PRESETS["live"], peek="never")]
    assert any(True for rules in bases for _pair in versions(rules, field))


@given(st.data())
@settings(max_examples=examples(60), deadline=None)
def test_changing_any_field_of_any_rules_changes_the_page(data: st.DataObject) -> None:
    rules = data.draw(all_rules())
    field = data.draw(st.sampled_from(sorted(FIELDS)))
    language = data.draw(st.sampled_from(LANGUAGES))
    for one, other in versions(rules, field):
        values = (field, getattr(one, field), getattr(other, field))
        assert text_of(one, language) != text_of(other, language), values


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OUTCOMES)
def test_every_odds_of_every_side_bet_is_on_the_page(name: str, language: str) -> None:
    for outcome in OUTCOMES[name]:
        paytable = dict.fromkeys(OUTCOMES[name], 7)
        rules = replace(PRESETS["live"], side_bets={name: paytable})
        dearer = replace(rules, side_bets={name: {**paytable, outcome: 4321}})
        assert "4321" in text_of(dearer, language)
        assert "4321" not in text_of(rules, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_changing_any_odds_of_any_side_bet_changes_the_page(language: str) -> None:
    """Includes the smallest change of each payout, and the table without each of its side bets."""
    rules = PRESETS["live"]
    tables = rules.to_dict()["side_bets"]
    pages = [text_of(rules, language)]
    for name, paytable in tables.items():
        others = {other: odds for other, odds in tables.items() if other != name}
        pages.append(text_of(replace(rules, side_bets=others), language))
        for outcome, odds in paytable.items():
            dearer = {**tables, name: {**paytable, outcome: odds + 1}}
            pages.append(text_of(replace(rules, side_bets=dearer), language))

    assert set(tables) == set(OUTCOMES)
    assert len(set(pages)) == len(pages) == 1 + len(OUTCOMES) + sum(map(len, OUTCOMES.values()))


def test_an_example_pays_what_the_engine_pays() -> None:
    """Values computed by hand for a stake of 200: 3 to 2, 6 to 5, half for surrender, insurance 2 to 1."""
    assert "get back 500: you win 300" in text_of(PRESETS["ligalo"])
    six_to_five = replace(
        PRESETS["ligalo"], blackjack_pays="6:5", surrender="none", insurance="none"
    )
    assert "You stake 500 and get A♠ K♥ against 7♦." in text_of(six_to_five)
    assert "get back 1100: you win 600" in text_of(six_to_five)
    assert "You surrender. The dealer has 10♦ 8♣: 18. You staked 200 and get back 100" in text_of(
        PRESETS["ligalo"]
    )
    insured = "You take insurance for 100. The dealer has A♦ K♣, a blackjack. You staked 300 and get it back"
    assert insured in text_of(PRESETS["ligalo"])
    pair = "You have 8♥ 8♥, the dealer 6♦: perfect pair. Of 200 staked, 5200 come back."
    assert pair in text_of(PRESETS["live"])


def test_an_example_shows_what_the_rule_before_it_says() -> None:
    """Each expected step occurs in the example of every listed preset."""
    for preset, words in {
        "ligalo": ("You double with another", "You split with another", "You surrender"),
        "casino_floor": (
            "You take even money",
            "You take insurance for 50.",
            "You double with another 100",
        ),
        "live": ("18. Nothing depends on the dealer's second card",),
        "friendly": ("You split with another", "12.", "a blackjack"),
    }.items():
        for one in words:
            assert one in text_of(PRESETS[preset]), (preset, one)


def test_inverted_results_are_explained_as_settled() -> None:
    inverted = text_of(replace(PRESETS["friendly"], inverted=True))
    assert "You stake 200 and get A♠ K♥ against 7♦." in inverted
    assert "You staked 200 and owe 100 more: you lose 300." in inverted


def test_few_decks_have_no_three_cards_alike() -> None:
    told = text_of(replace(PRESETS["live"], decks=1))
    assert "7♠ 7♠" not in told
    assert "8♥ 8♥" not in told
    assert "It takes more decks than this table has." in told


@pytest.mark.parametrize("preset", PRESETS)
def test_sections_have_places_of_their_own_and_none_is_empty(preset: str) -> None:
    found = page(PRESETS[preset])
    assert len({section.slug for section in found}) == len(found)
    assert all(section.lines for section in found)
