"""The chart as a value, and its advice in any round."""

import json
import pickle
import random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from blackjack.actions import VERBS, IllegalAction
from blackjack.bets import Behind, Bet
from blackjack.deal import Deal, Draw
from blackjack.hands import Hand
from blackjack.presets import PRESETS
from blackjack.rules import HousePlay, Rules
from blackjack.strategy import (
    CODES,
    ROWS,
    UPCARDS,
    Chart,
    UnknownPlayError,
    advise,
    describe_code,
    find_code,
    find_row,
)
from blackjack.strict_json import MalformedError
from tests.blackjack.dealing import drawing, play
from tests.blackjack.strategies import all_bets, all_draws, all_rules
from tests.exhaustive import examples

LIGALO = PRESETS["ligalo"]
PLAIN = [code for code in CODES if "split" not in CODES[code]]


def chart(cells: dict[tuple[str, str], str] | None = None) -> Chart:
    """Return a chart that hits to 16 and stands from 17, except for the given cells by row and upcard."""
    found = dict(cells or {})

    def code(row: str, upcard: str) -> str:
        kind, named = row.split()
        total = {"A": 12, "T": 20}.get(named) or int(named) * (2 if kind == "pair" else 1)
        return found.pop((row, upcard), "H" if total < 17 else "S")

    made = Chart(tuple(tuple(code(row, upcard) for upcard in UPCARDS) for row in ROWS))
    assert not found
    return made


@st.composite
def all_charts(draw: st.DrawFn) -> Chart:
    """Charts of random codes from one seed, which keeps the drawn data small."""
    chance = random.Random(draw(st.integers(0, 10**9)))  # noqa: S311 - not a secret
    return Chart(
        tuple(
            tuple(chance.choices(list(CODES) if "pair" in row else PLAIN, k=len(UPCARDS)))
            for row in ROWS
        )
    )


@pytest.mark.parametrize(
    ("code", "verbs", "words"),
    [
        ("H", ("hit",), "hit"),
        ("S", ("stand",), "stand"),
        ("D", ("double", "hit"), "double, else hit"),
        ("Ds", ("double", "stand"), "double, else stand"),
        ("Rh", ("surrender", "hit"), "surrender, else hit"),
        ("Rs", ("surrender", "stand"), "surrender, else stand"),
        ("Rd", ("surrender", "double", "hit"), "surrender, else double, else hit"),
        ("Rp", ("surrender", "split"), "surrender, else split, else as the total"),
        ("P", ("split",), "split, else as the total"),
        ("Ph", ("split", "hit"), "split, else hit"),
        ("Pd", ("split", "double", "hit"), "split, else double, else hit"),
        ("Prs", ("split", "surrender", "stand"), "split, else surrender, else stand"),
    ],
)
def test_a_code_is_an_order_of_verbs(code: str, verbs: tuple[str, ...], words: str) -> None:
    assert CODES[code] == verbs
    assert find_code(verbs) == code
    assert describe_code(code) == words


def test_codes_and_orders_are_one_to_one() -> None:
    assert len(set(CODES.values())) == len(CODES) == 37
    assert all(find_code(order) == code for code, order in CODES.items())


@pytest.mark.parametrize("order", [(), ("double",), ("hit", "stand"), ("insure", "hit")])
def test_an_order_without_an_end_has_no_code(order: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no code says"):
        find_code(order)


def test_a_split_falls_back_on_the_total() -> None:
    found = chart({
        ("pair 8", "A"): "Rp", ("hard 16", "A"): "Rs", ("pair A", "6"): "P", ("soft 12", "6"): "D",
    })  # fmt: skip
    assert found.verbs("pair 8", "A") == ("surrender", "split", "stand")
    assert found.verbs("pair A", "6") == ("split", "double", "hit")


@settings(max_examples=examples(50))
@given(all_charts())
def test_a_chart_survives_json_and_pickling(found: Chart) -> None:
    again = Chart.from_json(found.to_json())
    assert again == found
    assert hash(again) == hash(found)
    assert again.to_json() == found.to_json()
    assert Chart.from_dict(json.loads(json.dumps(found.to_dict(), indent=2))) == found
    restored = pickle.loads(pickle.dumps(found))  # noqa: S301 - pickled here
    assert restored == found
    assert restored.verbs("hard 16", "T") == found.verbs("hard 16", "T")


def changed(**rows: Any) -> dict[str, Any]:
    document = chart().to_dict()
    document["rows"] |= {name.replace("_", " "): codes for name, codes in rows.items()}
    return document


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "chart: an object is expected"),
        ({"rows": {}}, "chart: the key 'upcards' is missing"),
        ({**chart().to_dict(), "more": 1}, "chart: unknown key 'more'"),
        ({**chart().to_dict(), "upcards": ["A"]}, "upcards: 2, 3, 4, 5, 6, 7, 8, 9, T, A are"),
        ({**chart().to_dict(), "rows": {}}, "rows: the key 'hard 4' is missing"),
        (changed(hard_3=["H"] * 10), "rows: unknown key 'hard 3'"),
        (changed(hard_8=["H"] * 9), "hard 8: 10 codes are expected"),
        (changed(hard_8="H" * 10), "hard 8: a list is expected"),
        (changed(hard_8=["H"] * 9 + [None]), "hard 8: a string is expected"),
        (changed(hard_8=["H"] * 9 + ["Dh"]), "hard 8 v A: 'Dh' is no code"),
        (changed(hard_8=["P"] + ["H"] * 9), "hard 8 v 2: 'P' splits what is no pair"),
    ],
)
def test_a_malformed_chart_is_refused_with_the_position(document: object, message: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        Chart.from_dict(document)
    assert str(refusal.value).startswith(message)


def test_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(MalformedError, match="not JSON"):
        Chart.from_json("H S D")
    with pytest.raises(MalformedError, match="38 rows"):
        Chart((("H",) * 10,))


def test_a_printed_chart_has_the_rows_that_say_something() -> None:
    rows = chart().rows
    assert (rows[0], rows[-1], len(rows)) == ("hard 5", "pair A", 34)
    assert set(ROWS) - set(rows) == {"hard 4", "hard 21", "soft 12", "soft 21"}
    assert "hard 21" in chart({("hard 21", "T"): "H"}).rows
    assert "soft 12" not in chart({("soft 12", "6"): "D"}).rows
    assert "soft 12" in chart({("soft 12", "6"): "D", ("pair A", "6"): "P"}).rows


def test_the_text_is_an_aligned_table_with_its_legend() -> None:
    lines = chart({("hard 16", "T"): "Rh", ("pair 8", "A"): "Rp"}).text().split("\n")
    assert lines[0] == "         2   3   4   5   6   7   8   9   T   A"
    assert lines[1] == ""
    assert "hard 16  H   H   H   H   H   H   H   H   Rh  H" in lines
    assert "pair 8   H   H   H   H   H   H   H   H   H   Rp" in lines
    assert lines[-4:] == [
        "H    hit",
        "S    stand",
        "Rh   surrender, else hit",
        "Rp   surrender, else split, else as the total",
    ]
    wide = chart({("pair 8", "9"): "Prds"}).text()
    assert "pair 8   H    H    H    H    H    H    H    Prds H    H\n" in wide


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("TS 6D", "hard 16"),
        ("8S 8D", "pair 8"),
        ("KS QD", "pair T"),
        ("AS AD", "pair A"),
        ("AS 7D", "soft 18"),
        ("AS 7D TS", "hard 18"),
        ("4S 4D 8S", "hard 16"),
        ("AS AD AC", "soft 13"),
        ("AS TD", "soft 21"),
        ("7S 7D 7C", "hard 21"),
    ],
)
def test_a_hand_has_a_row(cards: str, row: str) -> None:
    draw = drawing(cards)
    assert find_row(Hand(tuple(draw(k) for k in range(len(cards.split()))), 1)) == row


ONE_CARD = Rules(hit_split_aces=False, max_ace_splits=2)
EARLY = Rules(surrender="early")

ADVICE = [
    # cards, rules, actions before, (row, code), (advice with new money, without)
    ("TS 9D 6S 7S", LIGALO, [], ("hard 16", "Rh"), ("surrender", "surrender")),
    ("TS 9D 6S 7S", Rules(surrender="none"), [], ("hard 16", "Rh"), ("hit", "hit")),
    ("TS 9D 2S 7S 4H", LIGALO, ["hit"], ("hard 16", "Rs"), ("stand", "stand")),
    ("6S 6D 5S 7S", LIGALO, [], ("hard 11", "D"), ("double", "hit")),
    ("AS 6D 7S 7S", LIGALO, [], ("soft 18", "Ds"), ("double", "stand")),
    ("AS 6D 7S 7S", Rules(double_on="9-11"), [], ("soft 18", "Ds"), ("stand", "stand")),
    ("8S 6D 8H 7S", LIGALO, [], ("pair 8", "P"), ("split", "hit")),
    ("8S 6D 8H 7S", LIGALO, [], ("pair 8", "Ps"), ("split", "stand")),
    ("8S 6D 8H 7S", LIGALO, [], ("pair 8", "Prs"), ("split", "surrender")),
    ("8S 6D 8H 7S", Rules(surrender="none"), [], ("pair 8", "Rp"), ("split", "hit")),
    ("8S 6D 8H 7S", Rules(max_splits=0), [], ("pair 8", "Pd"), ("double", "hit")),
    ("8S 6D 8H 7S 8C 9C", Rules(max_splits=1), ["split"], ("pair 8", "Pds"), ("double", "stand")),
    ("KS 6D QH 7S", Rules(split_by="rank"), [], ("pair T", "Ps"), ("stand", "stand")),
    ("8S 6D 8H 7S 3C 9C", Rules(double_after_split=False), ["split"], ("hard 11", "D"), ("hit", "hit")),
    ("AS 6D AH 7S AC 9C", ONE_CARD, ["split"], ("pair A", "P"), ("split", "stand")),
    ("AS 6D AH 7S AC 9C", ONE_CARD, ["split"], ("pair A", "H"), ("stand", "stand")),
    ("TS AD 6S 7S", LIGALO, [], ("hard 16", "Rh"), ("decline", "decline")),
    ("TS AD AS 7S", Rules(even_money=True), [], ("soft 21", "S"), ("decline", "decline")),
    ("TS TD 6S 7S", EARLY, [], ("hard 16", "Rh"), ("surrender", "surrender")),
    ("TS TD 6S 7S", EARLY, [], ("hard 16", "H"), ("decline", "decline")),
    ("6S TD 5S 7S", EARLY, [], ("hard 11", "Drh"), ("decline", "surrender")),
    ("8S TD 8H 7S", EARLY, [], ("pair 8", "Prh"), ("decline", "surrender")),
    ("8S TD 8H 7S", Rules(surrender="early", max_splits=0), [], ("pair 8", "Prh"), ("surrender", "surrender")),
    ("TS TD 6S 7S", EARLY, ["decline"], ("hard 16", "Rh"), ("hit", "hit")),
    ("TS 9D AS 7S", Rules(naturals=False, auto_stand_21=False), [], ("soft 21", "H"), ("hit", "hit")),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "rules", "before", "cell", "verbs"), ADVICE)
def test_the_advice_is_the_first_verb_of_the_cell_that_is_offered(
    cards: str, rules: Rules, before: list[str], cell: tuple[str, str], verbs: tuple[str, str]
) -> None:
    deal = play(cards, *before, rules=rules)
    upcard = cards.split()[1][0]
    found = chart({(cell[0], upcard): cell[1]})
    assert advise(found, deal).text() == verbs[0]
    assert advise(found, deal, "hit_or_stand").text() == verbs[1]
    waiting = "stand" if deal.phase == "play" else "decline"
    assert advise(found, deal, "stand").text() == waiting


def test_bettors_behind_decline() -> None:
    rules = Rules(bettors_per_seat=2, surrender="early")
    draw = drawing("TS AD 6S 7S")
    deal = Deal.start(rules, [Bet(1, 100, behind=(Behind(50),))], draw).play("decline")
    assert deal.turn is not None
    assert deal.turn.bettor == 2
    for word in get_args(HousePlay):
        assert advise(chart({("hard 16", "A"): "Rh"}), deal, word).text() == "decline"


def test_an_unknown_play_and_a_finished_round_are_errors() -> None:
    deal = play("TS 9D 6S 7S")
    with pytest.raises(UnknownPlayError, match="'guess' is no play; there are stand, basic"):
        advise(chart(), deal, "guess")  # type: ignore[arg-type]  # deliberately wrong
    over = deal.play("surrender")
    with pytest.raises(IllegalAction):
        advise(chart(), over)


@settings(
    max_examples=examples(300),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data(), all_rules(), all_draws(), all_charts(), st.sampled_from(get_args(HousePlay)))
def test_any_chart_plays_any_round_to_its_end(
    data: st.DataObject, rules: Rules, draw: Draw, found: Chart, word: HousePlay
) -> None:
    deal = Deal.start(rules, data.draw(all_bets(rules)), draw)
    while not deal.complete:
        action = advise(found, deal, word)
        assert action.verb in deal.legal_actions
        assert action.verb not in ("insure", "even_money")
        if word != "basic_strategy":
            assert deal.cost(action) == 0
            assert not deal.costs_behind(action)
        deal = deal.play(action)


@settings(
    max_examples=examples(150),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data(), all_rules(), all_draws(), all_charts(), st.integers(0, 10**6))
def test_advice_is_legal_whatever_was_played_before(
    data: st.DataObject, rules: Rules, draw: Draw, found: Chart, number: int
) -> None:
    deal = Deal.start(rules, data.draw(all_bets(rules)), draw)
    chance = random.Random(number)  # noqa: S311 - not a secret
    while not deal.complete:
        for word in get_args(HousePlay):
            deal.play(advise(found, deal, word))
        deal = deal.play(chance.choice(deal.legal_actions))


def test_every_verb_of_a_code_is_a_verb() -> None:
    assert {verb for order in CODES.values() for verb in order} < set(VERBS)
