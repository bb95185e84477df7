import copy
import json
import pickle
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from blackjack.canonical import canonical_json, sha256_hex
from blackjack.presets import PRESETS, preset, rules_from
from blackjack.rules import FIELDS, Rules, RulesError, UnknownFieldError
from tests.blackjack.strategies import all_rules

PAPER = json.loads((Path(__file__).parent / "cases" / "presets.json").read_text())
PAIR = {"perfect": 25, "coloured": 12, "mixed": 6}

DIGESTS = {
    "ligalo": "d31d9682ddc3983ccf2d93e9e23440a02d138ba4b8ff87e83a0bb3d5450e19c4",
    "atlantic_city": "ac5bc7b8bc231328b490227c95f771cb0cc0365c6bcea172e751dc88c3bc3bfa",
    "casino_floor": "e255069eb73347a7aa5f79486b6ee8172fffba456a77a6d60031b977490285bc",
    "live": "e608b558460fa3aa903d16600c5cf636305be336af892f9061f6f999446e42ec",
    "friendly": "e76c74c75b64f3a28099b7dd017387c0e6f21dfcf7a58c09940e7392723884b9",
}

WRONG: dict[str, list[Any]] = {
    "decks": [0, 9, 1.0, True, None, "6", "Infinite", [6]],
    "penetration": [0.09, 0.96, 1, True, "0.75", float("nan"), None],
    "reshuffle": ["never", None, True, 1, ["at_penetration"]],
    "burn_cards": [-1, 11, False, None, 1.0],
    "hole_card": ["", "hidden", None],
    "peek": ["ten", None, 1],
    "dealer_blackjack_takes": ["nothing", None],
    "soft_17": ["draw", True],
    "naturals": [1, 0, None, "true"],
    "blackjack_pays": ["3-2", "0:1", "3:0", "03:2", "3:2 ", "1.5:1", "3", 1.5, None, "-3:2", "٣:2"],
    "double_on": ["9", "all", None, 9],
    "double_after_split": [1, None],
    "double_for_less": ["yes"],
    "split_by": ["suit", None],
    "max_splits": [-1, 4, True, None, 1.0],
    "max_ace_splits": [-1, 4, False, None],
    "hit_split_aces": [0],
    "double_split_aces": [None],
    "split_tens_natural": ["no"],
    "surrender_after_split": [2],
    "surrender": ["early_vs_ace", None, False],
    "insurance": ["full", None, True],
    "even_money": [1],
    "auto_stand_21": [None],
    "charlie": [4, 12, True, "5", 5.0],
    "max_cards": [4, 12, False, "null"],
    "inverted": [1],
    "seats": [0, 8, True, None],
    "seats_per_player": [0, 8],
    "bettors_per_seat": [0, 4],
    "player_cut": [1],
    "show_hole_card": ["never", None],
    "turn_seconds": [0, -1, 1.5, True, "30", 2_592_001],
    "betting_seconds": [0, 1.5],
    "intermission_seconds": [False],
    "on_turn_timeout": ["hit", None],
    "on_absence": ["wait"],
    "resume_seconds": [0, True, "null"],
    "side_bets": [
        None,
        [],
        {"lucky_ladies": {"any": 4}},
        {"player_pair": None},
        {"player_pair": {}},
        {"player_pair": {"perfect": 25, "coloured": 12}},
        {"player_pair": {**PAIR, "suited": 3}},
        {"player_pair": {**PAIR, "mixed": 5.5}},
        {"player_pair": {**PAIR, "mixed": True}},
        {"player_pair": {**PAIR, "mixed": -1}},
    ],
}


def test_the_presets_are_those_on_paper() -> None:
    assert {name: rules.to_dict() for name, rules in PRESETS.items()} == PAPER


@pytest.mark.parametrize("name", PAPER)
def test_rules_survive_being_written_and_read(name: str) -> None:
    rules = PRESETS[name]
    again = Rules.from_dict(json.loads(json.dumps(rules.to_dict())))
    assert again == rules
    assert again.digest == rules.digest == sha256_hex(canonical_json(PAPER[name]))
    assert hash(again) == hash(rules)


def test_every_field_has_a_meaning_of_its_own() -> None:
    assert list(FIELDS) == [field.name for field in fields(Rules)]
    meanings = [field.meaning for field in FIELDS.values()]
    assert len(set(meanings)) == len(FIELDS)
    assert all(meaning[0].isupper() and meaning.endswith(".") for meaning in meanings)


@pytest.mark.parametrize("name", FIELDS)
def test_a_meaning_explains_every_word_that_the_field_may_hold(name: str) -> None:
    field = FIELDS[name]
    for word in re.findall(r"'[^']+'", field.allowed.text):
        assert word in field.meaning


def test_the_digest_of_a_preset_is_fixed_for_ever() -> None:
    assert {name: rules.digest for name, rules in PRESETS.items()} == DIGESTS


def test_another_process_gives_the_same_digest() -> None:
    program = "from blackjack.presets import PRESETS; print(PRESETS['live'].digest)"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
        env={"PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert ended.stdout.strip() == DIGESTS["live"]


def backwards(value: Any) -> Any:
    """Return the same JSON value with the keys of every object in reverse order."""
    if not isinstance(value, dict):
        return value
    return {key: backwards(value[key]) for key in reversed(value)}


@pytest.mark.parametrize("name", PAPER)
def test_the_order_of_keys_and_the_writing_of_a_number_change_no_digest(name: str) -> None:
    text = json.dumps(backwards(PAPER[name]), indent=3).replace("0.5,", "0.50,")
    assert Rules.from_json(text).digest == DIGESTS[name]
    assert Rules.from_json(text).to_json() == canonical_json(PAPER[name])


def test_odds_are_a_value_as_they_are_written() -> None:
    reduced, not_reduced = Rules(blackjack_pays="3:2"), Rules(blackjack_pays="6:4")
    assert reduced != not_reduced
    assert reduced.digest != not_reduced.digest


@given(all_rules(), all_rules(), st.sampled_from(sorted(FIELDS)))
def test_rules_are_equal_where_their_digests_are(one: Rules, other: Rules, name: str) -> None:
    assert (one == other) == (one.digest == other.digest)
    try:
        changed = replace(one, **{name: getattr(other, name)})
    except RulesError:
        assume(False)  # noqa: FBT003 - API of hypothesis
    assert (one == changed) == (one.digest == changed.digest)


@given(all_rules())
def test_rules_come_back_the_same_from_text_and_from_another_process(rules: Rules) -> None:
    assert Rules.from_json(rules.to_json()) == rules
    assert Rules.from_json(rules.to_json().encode()) == rules
    for again in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):  # noqa: S301 - pickled here
        assert again == rules
        assert again.digest == rules.digest


TEXT = PRESETS["live"].to_json()


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "{", '"live"', b"\xff", "[" * 100_000, TEXT[:-1],
        TEXT.replace('"decks":8,', ""), TEXT.replace('"decks":8', '"decks":8,"decks":8'),
        TEXT.replace('"mixed":6', '"mixed":6,"mixed":6'), TEXT.replace("0.5", "NaN"),
        TEXT.replace("0.5", "Infinity"), TEXT.replace(":8", ":" + "8" * 5000), TEXT + TEXT,
    ],
)  # fmt: skip
def test_a_text_that_is_no_rule_set_is_refused(text: str | bytes) -> None:
    with pytest.raises(RulesError, match=r"^rules: ") as refusal:
        Rules.from_json(text)
    assert (refusal.value.field, refusal.value.value) == ("rules", text)
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (('"decks":8', '"decks":"8"'), "decks"),
        (('"decks":8', '"decks":8.0'), "decks"),
        (('"naturals":true', '"naturals":1'), "naturals"),
        (('"mixed":6', '"mixed":6.0'), "side_bets"),
        (('"peek":"ace"', '"peek":"ten"'), "peek"),
        (('"hole_card":"dealt"', '"hole_card":"not_dealt"'), "peek"),
        (("0.5", "1e400"), "penetration"),
    ],
)
def test_a_value_of_another_type_is_refused_by_name(change: tuple[str, str], field: str) -> None:
    text = TEXT.replace(*change)
    assert text != TEXT
    with pytest.raises(RulesError, match=rf"^{field}: "):
        Rules.from_json(text)


def test_an_unknown_key_of_a_text_is_named() -> None:
    with pytest.raises(UnknownFieldError, match=r"^field: 'jokers'") as refusal:
        Rules.from_json(TEXT[:-1] + ',"jokers":2}')
    assert refusal.value.field == "jokers"


def test_every_field_has_wrong_values_here() -> None:
    assert set(WRONG) == set(FIELDS)


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_a_value_not_allowed_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(RulesError, match=rf"^{re.escape(field)}: ") as refusal:
        Rules.from_dict({field: value})
    error = refusal.value
    assert (error.code, error.field, error.value) == ("invalid_rules", field, value)
    assert error.allowed == FIELDS[field].allowed.text
    assert error.allowed in str(error)


def test_a_number_too_long_to_be_written_is_refused_like_any_other() -> None:
    with pytest.raises(RulesError, match=r"^decks: a number of thousands of digits"):
        Rules(decks=10**5000)


def test_a_peek_needs_a_card_to_look_at() -> None:
    with pytest.raises(RulesError, match="peek: 'ace_and_ten'"):
        Rules(hole_card="not_dealt")
    assert Rules(hole_card="not_dealt", peek="never").peek == "never"


def test_nothing_else_is_a_contradiction() -> None:
    Rules(naturals=False, even_money=True, insurance="half", max_splits=0, double_on="never")


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(UnknownFieldError) as refusal:
        Rules.from_dict({"jokers": 2})
    assert (refusal.value.code, refusal.value.field) == ("unknown_field", "jokers")


def test_an_unknown_preset_is_refused() -> None:
    for name in ("monte_carlo", None, 5, ["ligalo"]):
        with pytest.raises(RulesError, match=r"^preset: "):
            preset(name)


def test_fields_change_a_preset_and_side_bets_are_replaced_whole() -> None:
    rules = rules_from({"preset": "live", "soft_17": "hit", "side_bets": {"player_pair": PAIR}})
    assert (rules.soft_17, list(rules.side_bets), rules.charlie) == ("hit", ["player_pair"], 10)
    assert rules_from({"decks": 2}) == Rules(decks=2)
    assert rules_from("friendly") is PRESETS["friendly"]


def test_rules_do_not_follow_the_dict_they_were_made_from() -> None:
    paytable = dict(PAIR)
    side_bets = {"player_pair": paytable}
    rules = Rules(side_bets=side_bets)
    paytable["perfect"] = 1000
    side_bets.clear()
    assert rules.to_dict()["side_bets"] == {"player_pair": PAIR}
    with pytest.raises(TypeError):
        rules.side_bets["player_pair"]["perfect"] = 1000  # type: ignore[index]  # must fail


@pytest.mark.parametrize(
    ("decks", "penetration", "cut_card"),
    [
        (6, 0.75, 234),
        (8, 0.67, 278),
        (1, 0.25, 13),
        (1, 0.95, 49),
        (5, 0.35, 91),
        ("infinite", 0.5, None),
    ],
)
def test_the_cut_card_is_the_floor_of_the_share(
    decks: Any, penetration: float, cut_card: int | None
) -> None:
    assert Rules(decks=decks, penetration=penetration).cut_card == cut_card


def test_cuts_leave_a_deck_at_either_end() -> None:
    assert Rules(player_cut=True).cuts == range(52, 261)
    assert list(Rules(player_cut=True, decks=2).cuts) == [52]
    assert not Rules(player_cut=True, decks=1).cuts
    assert not Rules(player_cut=True, decks="infinite").cuts
    assert not Rules().cuts
