"""Fields of the rules editor: every rule, with every value it may have."""

import pytest
from django.http import QueryDict
from django.utils.translation import override

from blackjack.fields import FIELDS
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.forms.rules import RulesForm
from tables.words.rule_differences import find_differences
from tables.words.rule_fields import DESCRIBED, SIDES

LIGALO = PRESETS["ligalo"]
CANDIDATES = (
    True,
    False,
    None,
    *range(-1, 20),
    *[
        "infinite",
        "none",
        "half",
        "up_to_half",
        "late",
        "early",
        "early_vs_non_ace",
        "all_bets",
        "all_but_doubles",
    ],
    *[
        "original_bet",
        "hit",
        "stand",
        "dealt",
        "not_dealt",
        "ace_and_ten",
        "ace",
        "never",
        "any",
        "9-11",
        "10-11",
        "value",
        "rank",
    ],
    *[
        "always",
        "when_needed",
        "at_penetration",
        "every_round",
        "when_empty",
        "basic_strategy",
        "hit_or_stand",
    ],
)


def typed(rules: Rules, language: str = "en", **changes: str) -> QueryDict:
    """Return the form data of the editor for these rules, with some fields replaced."""
    data = QueryDict(mutable=True)
    with override(language):
        form = RulesForm(rules=rules)
        for bound in form:
            value = bound.value()
            data[bound.html_name] = "" if value is None else str(value)
    data.update(changes)
    return data


def test_every_field_is_described_once() -> None:
    assert {*DESCRIBED, SIDES} == set(FIELDS)


@pytest.mark.parametrize("name", [name for name, one in DESCRIBED.items() if one.choices])
def test_every_value_of_a_choice_is_offered_and_no_other(name: str) -> None:
    allowed = [value for value in CANDIDATES if FIELDS[name].allowed.accepts(value)]

    assert [(type(value), value) for value in DESCRIBED[name].choices] == sorted(
        ((type(value), value) for value in allowed),
        key=lambda one: list(DESCRIBED[name].choices).index(one[1]),
    )


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", PRESETS)
def test_the_form_round_trips_its_values(name: str, language: str) -> None:
    rules = PRESETS[name]
    with override(language):
        form = RulesForm(typed(rules, language), rules=LIGALO)
        assert form.is_valid(), form.errors
        assert form.rules == rules


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_editor_marks_what_differs_from_the_rules_in_force_and_nothing_else(
    language: str,
) -> None:
    with override(language):
        for rules in PRESETS.values():
            form = RulesForm(rules=rules, in_force=LIGALO)
            marked = {row.field.name: row.in_force for one in form.fieldsets for row in one.rows}
            found = {name for name, words in marked.items() if words is not None}
            expected = {one.name for one in find_differences(LIGALO, rules)}
            assert {name for name in found if name in DESCRIBED} == expected - {SIDES}
            offered = {name for name in found if name.endswith("-offered")}
            assert offered == {f"{bet}-offered" for bet in rules.side_bets}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("decks", "9"),
        ("penetration", "0.96"),
        ("blackjack_pays", "3:0"),
        ("blackjack_pays", ""),
        ("turn_seconds", "0"),
        ("peek", "sometimes"),
        ("hole_card", ""),
        ("max_splits", "4"),
    ],
)
def test_a_wrong_value_is_refused_beside_its_field(field: str, value: str) -> None:
    form = RulesForm(typed(LIGALO, **{field: value}), rules=LIGALO)

    assert list(form.errors) == [field]


@pytest.mark.parametrize("reshuffle", ["every_round", "when_empty"])
@pytest.mark.parametrize("share", ["", "0.5"])
def test_the_share_of_the_shoe_is_asked_only_where_a_shoe_ends_at_its_cut_card(
    reshuffle: str, share: str
) -> None:
    form = RulesForm(typed(LIGALO, reshuffle=reshuffle, penetration=share), rules=LIGALO)
    assert form.is_valid()
    assert form.rules == Rules.from_dict({"reshuffle": reshuffle}, LIGALO)
    asked = RulesForm(typed(LIGALO, penetration=""), rules=LIGALO)
    assert list(asked.errors) == ["penetration"]


def test_a_contradiction_is_refused_beside_its_field() -> None:
    form = RulesForm(typed(LIGALO, hole_card="not_dealt"), rules=LIGALO)

    assert list(form.errors) == ["peek"]


def test_a_side_bet_needs_all_its_odds() -> None:
    form = RulesForm(typed(LIGALO, **{"player_pair-offered": "yes"}), rules=LIGALO)

    assert set(form.errors) == {
        "player_pair-perfect",
        "player_pair-coloured",
        "player_pair-mixed",
    }


@pytest.mark.parametrize("name", FIELDS)
def test_a_changed_field_is_a_difference(name: str) -> None:
    odd = Rules.from_dict(
        {
            "decks": 5,
            "penetration": 0.5,
            "reshuffle": "when_empty",
            "burn_cards": 7,
            "hole_card": "not_dealt",
            "peek": "never",
            "dealer_blackjack_takes": "original_bet",
            "soft_17": "stand",
            "naturals": False,
            "blackjack_pays": "7:5",
            "double_on": "9-11",
            "double_after_split": False,
            "double_for_less": True,
            "split_by": "rank",
            "max_splits": 1,
            "max_ace_splits": 2,
            "hit_split_aces": False,
            "double_split_aces": False,
            "split_tens_natural": True,
            "surrender_after_split": True,
            "surrender": "early",
            "insurance": "none",
            "even_money": True,
            "auto_stand_21": False,
            "charlie": 6,
            "max_cards": 8,
            "inverted": True,
            "seats": 3,
            "seats_per_player": 2,
            "bettors_per_seat": 2,
            "side_bets": {"player_pair": {"perfect": 25, "coloured": 12, "mixed": 5}},
            "player_cut": True,
            "show_hole_card": "when_needed",
            "turn_seconds": 20,
            "betting_seconds": 21,
            "intermission_seconds": 22,
            "on_turn_timeout": "hit_or_stand",
            "on_absence": "stand",
            "resume_seconds": None,
        }
    )
    found = {one.name: one for one in find_differences(LIGALO, odd)}

    assert found[name].before != found[name].after
