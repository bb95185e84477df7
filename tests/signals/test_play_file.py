"""Players read from a file, judged by the command, with the database out of reach."""

import json
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from blackjack.rules import Rules
from signals.columns import VERBS, find_spot
from signals.reading.players import LineProblem, PlayerRead, read_players
from tests.signals.file_players import Player, Table, counter

DOCS = Path("docs/signals.md")


def example_lines() -> list[str]:
    found = re.search(r"<!-- example -->\n```json\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def judge(tmp_path: Path, lines: Iterable[object], *options: str) -> list[dict[str, Any]]:
    file, out = tmp_path / "players.jsonl", StringIO()
    texts = (one if isinstance(one, str) else json.dumps(one) for one in lines)
    file.write_text("\n".join(texts))
    try:
        call_command("judge_signals", str(file), *options, stdout=out)
    finally:
        judged = [json.loads(line) for line in out.getvalue().splitlines()]
        file.with_suffix(".out").write_text(json.dumps(judged))
    return judged


def read_one(line: object, *, with_deviations: bool = False) -> PlayerRead:
    (read,) = read_players([json.dumps(line)], with_deviations=with_deviations)
    assert isinstance(read, PlayerRead), read
    return read


def read_problem(line: object) -> LineProblem:
    text = line if isinstance(line, str) else json.dumps(line)
    (read,) = read_players([text])
    assert isinstance(read, LineProblem), read
    return read


def round_given(**changes: object) -> dict[str, Any]:
    """Lose 20 USD with 9 and 6 against a ten: the player hits and gets a king."""
    given = {
        "time": 1_772_474_400,
        "table": "T1",
        "rules": "ligalo",
        "shoe": "s1",
        "nonce": 1,
        "stakes": {"1": "20.00"},
        "cards": "9S TC 6D 9D KC",
        "decisions": [{"action": "hit", "asked_at": 1_772_474_401, "made_at": 1_772_474_403.5}],
    }
    return {name: value for name, value in {**given, **changes}.items() if value is not None}


def line_of(*rounds: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"player": "rosa", "rounds": list(rounds), **more}


def test_the_example_of_the_documentation_is_read_whole(tmp_path: Path) -> None:
    judged = judge(tmp_path, example_lines())
    summaries = [one for one in judged if one.get("summary")]
    assert [(one["player"], one["rounds"]) for one in summaries] == [("rosa", 2), ("juan", 2)]
    assert all(one["unreplayable"] == [] and one["score"] == 0 for one in summaries)


def test_a_round_gives_its_money_its_cell_its_advice_and_its_think_time() -> None:
    history = read_one(line_of(round_given())).history
    deals, decisions = history.deals, history.decisions
    assert (deals.stake[0], deals.staked[0], deals.returned[0]) == (200_000, 200_000, 0)
    assert decisions.spot[0] == find_spot("hard 15", "T")
    assert VERBS[decisions.action[0]] == "hit"
    assert VERBS[decisions.advised[0]] == "surrender"
    assert decisions.think[0] == pytest.approx(2.5)


def test_the_count_before_a_bet_has_all_cards_seen_in_the_shoe() -> None:
    second = round_given(nonce=2, time=1_772_474_460)
    deals = read_one(line_of(second, round_given())).history.deals
    # the first deal ends when the player busts, and the dealer shows the nine: -1 (T), +1 (6), -1 (K)
    assert deals.nonce.tolist() == [1, 2]
    assert deals.running.tolist() == [0, -1]
    assert deals.left.tolist() == [312, 307]


def test_a_hole_card_that_was_never_shown_is_dealt_but_not_counted() -> None:
    rules = {"preset": "ligalo", "show_hole_card": "when_needed"}
    first = round_given(rules=rules, cards="9S TC 6D ?? KC")
    second = round_given(rules=rules, nonce=2, cards="9S TC 6D TD KC")
    third = round_given(rules=rules, nonce=3)
    deals = read_one(line_of(first, second, third)).history.deals
    assert deals.running.tolist() == [0, -1, -2]
    assert deals.left.tolist() == [312, 307, 302]


def test_the_count_at_a_decision_has_the_open_cards_of_the_deal() -> None:
    decisions = read_one(
        line_of(
            round_given(
                cards="2S 5C 3D TD 4H TC 9H",
                decisions=[{"action": verb} for verb in ("hit", "hit", "stand")],
            )
        )
    ).history.decisions
    # 2, 3 and the upcard 5; then the 4, then the ten drawn. The ten face down is unseen.
    assert decisions.running.tolist() == [3, 4, 3]
    assert decisions.left.tolist() == [308, 307, 306]


def test_cards_of_deals_sat_out_are_counted_and_their_stake_is_nothing() -> None:
    out = round_given(stakes=None, decisions=None, live=True, rules="live")
    bet = round_given(nonce=2, live=True, rules="live", time=1_772_474_460)
    deals = read_one(line_of(out, bet)).history.deals
    assert deals.stake.tolist() == [0, 200_000]
    assert deals.round.tolist() == [0, 2]
    assert deals.running[1] == -1


def test_other_players_decisions_are_replayed_and_not_judged() -> None:
    read = read_one(json.loads(example_lines()[2]))
    decisions = read.history.decisions
    assert VERBS[decisions.action[0]] == "double"
    assert len(decisions) == 1
    assert read.history.deals.staked.tolist() == [0, 200_000]


def test_side_bets_and_several_boxes_add_up() -> None:
    given = round_given(
        rules={"preset": "live", "seats_per_player": 2},
        stakes={"1": "10", "2": "20"},
        side_bets={"1": {"player_pair": "1"}},
        cards="TS TC 6S TD 9D 9H TC",
        decisions=[{"action": "stand"}, {"action": "stand"}],
    )
    deals = read_one(line_of(given)).history.deals
    assert (deals.stake[0], deals.staked[0]) == (300_000, 310_000)
    assert deals.returned[0] == 20_0000 + 40_0000 + 7_0000


def test_a_bet_behind_is_the_player_s_and_the_box_decides_for_it() -> None:
    given = round_given(
        rules="casino_floor",
        live=True,
        stakes=None,
        others={"3": "10"},
        behind={"3": "50"},
        cards="6S AC 5D TC KH",
        decisions=[
            {"action": "decline", "by": "other"},
            {"action": "insure", "asked_at": 1_772_474_401, "made_at": 1_772_474_402},
            {"action": "double", "by": "other"},
        ],
    )
    read = read_one(line_of(given))
    assert read.unreplayable == ()
    deals, decisions = read.history.deals, read.history.decisions
    assert (deals.stake[0], deals.staked[0]) == (500_000, 1_250_000)
    assert deals.returned[0] == 750_000  # insurance pays, and a blackjack takes the rest
    assert [VERBS[one] for one in decisions.action] == ["insure"]
    assert [VERBS[one] for one in decisions.advised] == ["decline"]


def test_deviations_from_the_chart_have_their_gain_and_chances() -> None:
    for cards in ("9S TC 6D 9D KC", "9S TC 6D ?? KC"):
        rules = {"preset": "ligalo", "show_hole_card": "when_needed"}
        given = round_given(rules=rules, cards=cards, following="2C 3C")
        history = read_one(line_of(given), with_deviations=True).history
        # busting loses the whole bet, the chart's surrender half of it
        assert history.deviations.gain.tolist() == [-0.5]
        assert history.gain_chances.chance.sum() == pytest.approx(1)
        assert set(history.gain_chances.of.tolist()) == {0}


def test_stakes_in_another_currency_s_fractions_are_replayed_exactly() -> None:
    deals = read_one(
        line_of(
            round_given(
                stakes={"1": "0.3333"}, decisions=[{"action": "surrender"}], cards="9S TC 6D 9D"
            )
        )
    ).history.deals
    assert (deals.stake[0], deals.returned[0]) == (3333, 1666)


@pytest.mark.parametrize("given", [["decline", "hit", "stand"], ["hit", "stand"]])
def test_an_offer_that_is_not_listed_was_declined(given: list[str]) -> None:
    decisions = [{"action": action} for action in given]
    read = read_one(line_of(round_given(cards="9S AC 3D 7D 6C", decisions=decisions)))
    assert not read.unreplayable
    assert [VERBS[one] for one in read.history.decisions.action] == ["decline", "hit", "stand"]


def test_a_natural_against_an_ace_needs_no_decision() -> None:
    read = read_one(line_of(round_given(cards="TS AC AD 7D", decisions=[])))
    assert not read.unreplayable
    assert [VERBS[one] for one in read.history.decisions.action] == ["decline"]


@pytest.mark.parametrize(
    ("cards", "given", "kept"),
    [
        ("TS 9H AC 8S", ["stand"], []),
        ("TS TH AC 8S", ["decline", "stand"], []),
        ("9S TC 6D 9D 6C", ["decline", "hit", "stand"], ["hit"]),
        ("5S 9H 6C 8S TC", ["double", "stand"], ["double"]),
        ("AS 9H AC 8S 5C 4C", ["split", "stand", "stand"], ["split"]),
        ("8S 6H 8C 5S 3C TC TD 7H", ["split", "hit", "stand", "stand"], ["split", "hit", "stand"]),
        ("8S 6H 8C 5S 3C 3D TD TC 7H", ["split", "double", "stand", "double", "stand"],
         ["split", "double", "double"]),
        ("8S 6H 8C 5S 3C 3D TD TC 7H", ["split", "hit", "stand", "double"],
         ["split", "hit", "double"]),
    ],
)  # fmt: skip
def test_stands_and_declines_that_nobody_asks_about_are_no_decisions(
    cards: str, given: list[str], kept: list[str]
) -> None:
    decisions = [{"action": action} for action in given]
    read = read_one(line_of(round_given(rules="live", cards=cards, decisions=decisions)))
    assert not read.unreplayable
    assert [VERBS[one] for one in read.history.decisions.action] == kept


def test_a_stand_is_left_out_at_the_box_that_it_is_said_of() -> None:
    given = round_given(
        rules="live",
        live=True,
        stakes={"2": "10"},
        others={"1": "5"},
        cards="TS TC 6D AS TD TS 9H",
        decisions=[{"action": "stand", "by": "other"}, {"action": "stand"}],
    )
    read = read_one(line_of(given))
    assert not read.unreplayable
    assert len(read.history.decisions) == 1
    given["decisions"][0]["by"] = "player"
    assert read_one(line_of(given)).unreplayable


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"decisions": [{"action": "split"}]}, "legal are"),
        ({"decisions": []}, "a decision is missing"),
        ({"decisions": [{"action": "hit"}, {"action": "hit"}]}, "decisions are left"),
        ({"decisions": [{"action": "hit"}, {"action": "stand"}]}, "decisions are left"),
        ({"cards": "9S TC 6D AD", "decisions": [{"action": "stand"}]}, "decisions are left"),
        (
            {"cards": "TS 9H AC 8S", "decisions": [{"action": "stand"}, {"action": "stand"}]},
            "decisions are left",
        ),
        ({"decisions": [{"action": "even_money"}]}, "legal are"),
        ({"cards": "9S TC 6D 9D"}, "card 5 is needed"),
        ({"cards": "9S TC 6D 9D KC 2C"}, "it takes 5 cards"),
        ({"cards": "9S TC 6D ?? KC"}, "a card that was shown"),
        ({"stakes": {"9": "20"}}, "the table has the seats"),
        ({"decisions": [{"action": "hit", "by": "other"}]}, "the turn is the player's"),
    ],
)
def test_a_round_that_does_not_fit_its_cards_is_left_out_and_named(
    changes: dict[str, object], why: str
) -> None:
    read = read_one(line_of(round_given(**changes), round_given(nonce=2)))
    (problem,) = read.unreplayable
    assert problem.round == 1
    assert why in problem.why
    assert read.history.deals.nonce.tolist() == [2]
    assert read.history.deals.left[0] < 312


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("{", "document"),
        ("[1]", "line"),
        ({"rounds": []}, "line"),
        ({"player": "rosa", "colour": 1}, "line"),
        ({"player": ""}, "player"),
        ({"player": "rosa", "rounds": 3}, "rounds"),
        (line_of(round_given(time="yesterday")), "rounds[0].time"),
        (line_of(round_given(time=1e300)), "rounds[0].time"),
        (line_of(round_given(nonce=0)), "rounds[0].nonce"),
        (line_of(round_given(nonce=True)), "rounds[0].nonce"),
        (line_of(round_given(rules="unknown")), "rounds[0].rules"),
        (line_of(round_given(rules={"decks": 9})), "rounds[0].rules"),
        (line_of(round_given(stakes={"1": "-5"})), "rounds[0].stakes.1"),
        (line_of(round_given(stakes={"1": 5})), "rounds[0].stakes.1"),
        (line_of(round_given(stakes={"one": "5"})), "rounds[0].stakes.one"),
        (line_of(round_given(stakes={"1": "99999999999"})), "rounds[0].stakes.1"),
        (line_of(round_given(others={"1": "5"})), "rounds[0].others"),
        (line_of(round_given(behind={"2": "5"})), "rounds[0].behind"),
        (line_of(round_given(cards="1S")), "rounds[0].cards"),
        (line_of(round_given(cards=[5])), "rounds[0].cards"),
        (line_of(round_given(decisions=[{"verb": "hit"}])), "rounds[0].decisions[0]"),
        (line_of(round_given(channel="fax")), "rounds[0].channel"),
        (line_of(round_given(hints="yes")), "rounds[0].hints"),
        (line_of(round_given(stakes=None)), "rounds[0].decisions"),
        (line_of(round_given(), round_given()), "rounds[1].nonce"),
        (line_of(deposits=[{"at": 0}]), "deposits[0]"),
        (line_of(zone="Mars/Base"), "zone"),
        (line_of(visits=[{"begun": 0, "country": 5.5}]), "visits[0].country"),
        (line_of(visits=[{"begun": 0, "country": "XX"}]), "visits[0].country"),
        (line_of(visits=[{"begun": 0, "country": "Mexico"}]), "visits[0].country"),
        (line_of(protection=[{"at": 0, "kind": "luck"}]), "protection[0].kind"),
    ],
)
def test_a_malformed_line_is_named_by_its_field(line: object, where: str) -> None:
    problem = read_problem(line)
    assert (problem.line, problem.where) == (1, where)
    assert problem.problem


def test_other_lines_are_judged_and_the_command_fails_at_the_end(tmp_path: Path) -> None:
    lines = ["{", "", json.dumps(line_of(round_given())), json.dumps(line_of())]
    with pytest.raises(CommandError, match="2 lines"):
        judge(tmp_path, lines)
    judged = json.loads((tmp_path / "players.out").read_text())
    problems = [one for one in judged if "error" in one]
    assert [(one["line"], one["where"]) for one in problems] == [(1, "document"), (4, "player")]
    assert [one["player"] for one in judged if one.get("summary")] == ["rosa"]


def test_a_byte_order_mark_before_the_first_line_is_left_out() -> None:
    rules, *players = (line.encode() for line in example_lines())
    found = list(read_players([b"\xef\xbb\xbf" + rules, *players], with_deviations=False))
    assert [type(one) for one in found] == [PlayerRead, PlayerRead]


def test_a_stake_of_nothing_is_a_deal_sat_out() -> None:
    given = round_given(stakes={"1": "0.00"}, decisions=None)
    deals = read_one(line_of(given)).history.deals
    assert (deals.stake[0], deals.round[0]) == (0, 0)


def test_a_name_of_rules_keeps_its_meaning() -> None:
    lines = ('{"rules": {"a": "ligalo"}}', '{"rules": {"a": "live"}}', '{"rules": {"a": "ligalo"}}')
    (problem,) = read_players(lines)
    assert isinstance(problem, LineProblem)
    assert (problem.line, problem.where) == (2, "rules.a")


def test_an_amount_that_is_too_high_is_named_as_given() -> None:
    given = round_given(
        rules="casino_floor",
        cards="6S AC 5D KH",
        decisions=[{"action": "insure:999"}],
    )
    (problem,) = read_one(line_of(given)).unreplayable
    assert problem.why == "insure:999: the amount must be at most 10"


def test_bytes_that_are_no_text_are_a_malformed_line() -> None:
    (read,) = read_players([b'{"player": "\xff"}'])
    assert isinstance(read, LineProblem)


ODD: tuple[Any, ...] = (
    None,
    [],
    {},
    "x",
    "",
    0,
    -1,
    10**400,
    1e308,
    True,
    [None],
    {"1": {}},
    "\ud800",
    "9" * 500,
)


def vary(value: Any) -> Iterator[Any]:
    """Yield the document with each of its values replaced by each odd one."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            for other in (*ODD, *vary(value[key])):
                changed = value.copy()
                changed[key] = other
                yield changed


def test_no_odd_value_at_any_place_stops_the_reading() -> None:
    lines = [json.loads(line) for line in example_lines()[1:]]
    lines[0]["protection"] = [{"at": 0, "kind": "loss_limit_reached"}]
    rules = example_lines()[0]
    for line in lines:
        for changed in vary(line):
            (read,) = read_players([rules, json.dumps(changed)], with_deviations=False)
            assert isinstance(read, LineProblem | PlayerRead)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--threshold", "CC1.level=2"], "level from 0.05 to 0.95"),
        (["--threshold", "CC1.colour=1"], "colour"),
        (["--threshold", "CC1.level=high"], "a number"),
        (["--threshold", "CC1.level=nan"], "level"),
        (["--threshold", "XX.level=1"], "no signal"),
        (["--signals", "CC1,NO9"], "NO9"),
    ],
)
def test_odd_options_are_refused_in_words(tmp_path: Path, options: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        judge(tmp_path, [line_of(round_given())], *options)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("judge_signals", "/nowhere/players.jsonl")


def statuses(judged: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    return ((one["signal"], one["status"], one["reason"]) for one in judged if "signal" in one)


@pytest.mark.parametrize(
    "line",
    [
        line_of(),
        line_of(round_given()),
        line_of(round_given(voided=True), round_given(nonce=2, voided=True)),
        line_of(round_given(play_money=True)),
        line_of(round_given(ended=0, decisions=[{"action": "hit", "asked_at": 9e8, "made_at": 1}])),
    ],
    ids=["no rounds", "one round", "all voided", "play money", "clock jumps"],
)
def test_odd_players_are_judged_without_error_or_flag(tmp_path: Path, line: dict[str, Any]) -> None:
    found = {status for _, status, _ in statuses(judge(tmp_path, [line]))}
    assert found <= {"too_few", "below", "not_applicable"}


def away_in_bad_counts(table: Table) -> bool:
    return table.true_count <= -1


def test_a_counter_is_flagged_at_the_first_look_and_twice_the_look_says_more(
    tmp_path: Path,
) -> None:
    rules = Rules(decks=4, penetration=0.8)
    line = Player(rules, "counter", counter(8), seed=5).play(610)
    judged = judge(tmp_path, [line], "--signals", "CC1,CC2")
    looks = [(one["look"], one["status"]) for one in judged if one.get("signal") == "CC1"]
    assert looks == [([0, 300], "flagged"), ([0, 600], "flagged")]
    first = next(one for one in judged if one.get("signal") == "CC1")
    assert first["sentence"].startswith("Over 300 rounds the bet rose with the count")
    assert first["score"] == 30
    assert first["rounds"] == list(range(1, 301))


def test_only_the_last_look_if_asked(tmp_path: Path) -> None:
    line = Player(Rules(), "honest", seed=5).play(610)
    judged = judge(tmp_path, [line], "--signals", "BOT1", "--looks", "last")
    assert [one["look"] for one in judged if "signal" in one] == [[0, 600]]
