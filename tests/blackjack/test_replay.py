import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blackjack.replay import replay

CASE: dict[str, Any] = {
    "rules": "atlantic_city",
    "bets": [{"seat": 1, "stake": "10"}],
    "cards": "TS 9D 9H TC",
    "actions": ["stand"],
}


def case(**changes: object) -> str:
    return json.dumps({**CASE, **changes})


def bet(**changes: object) -> str:
    return case(bets=[{"seat": 1, "stake": "10", **changes}])


def without(key: str) -> str:
    return json.dumps({name: value for name, value in CASE.items() if name != key})


def command(*arguments: str, text: str = "") -> tuple[int, str, str]:
    ended = subprocess.run(
        [sys.executable, "-m", "blackjack", *arguments],
        input=text, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    return ended.returncode, ended.stdout, ended.stderr


REFUSED = [
    ("invalid_case", ""),
    ("invalid_case", "{"),
    ("invalid_case", "[]"),
    ("invalid_case", "null"),
    ("invalid_case", "NaN"),
    ("invalid_case", "[" * 100_000),
    ("invalid_case", "9" * 5_000),
    ("invalid_case", '{"rules": "live", "rules": "live"}'),
    *[("invalid_case", without(key)) for key in CASE],
    ("invalid_case", case(seed=1)),
    ("invalid_case", case(rules=7)),
    ("invalid_case", case(rules={"soft17": "hit"})),
    ("invalid_case", case(bets={})),
    ("invalid_case", case(bets=[7])),
    ("invalid_case", case(bets=[{"seat": 1}])),
    ("invalid_case", case(bets=[{"stake": "10"}])),
    ("invalid_case", bet(limit="5")),
    ("invalid_case", bet(side_bets=["21+3"])),
    ("invalid_case", case(cards=["TS"])),
    ("invalid_case", case(cards="TS 9D 9H XX")),
    ("invalid_case", case(actions="stand")),
    ("invalid_case", case(actions=[None])),
    ("invalid_rules", case(rules="monte_carlo")),
    ("invalid_rules", case(rules={"preset": None})),
    ("invalid_rules", case(rules={"decks": 9})),
    ("invalid_rules", case(rules={"side_bets": {"lucky": {"any": 1}}})),
    ("invalid_rules", case(rules={"preset": "casino_floor", "peek": "ace"})),
    ("invalid_bet", case(bets=[])),
    ("invalid_bet", case(bets=CASE["bets"] * 2)),
    *[("invalid_bet", bet(seat=seat)) for seat in (0, 6, -1, "1", 1.0, True, None)],
    *[
        ("invalid_bet", bet(stake=stake))
        for stake in (10, None, "", "0", "0.0000", "-5", "+5", "1e1", "1.", ".5", " 5", "1,5")
    ],
    *[("invalid_bet", bet(stake=stake)) for stake in ("0.00001", "1.00000", "\u0665", "1" * 101, "x")],
    ("invalid_bet", bet(side_bets={"21+3": "5"})),
    ("invalid_bet", json.dumps({**CASE, "rules": "live", "bets": [
        {"seat": 1, "stake": "10", "side_bets": {"21+3": "0"}}]})),
    ("invalid_bet", case(rules={"blackjack_pays": "4:3"})),
    ("out_of_cards", case(cards="")),
    ("out_of_cards", case(cards="TS 9D 9H")),
    ("out_of_cards", case(actions=["hit"])),
    ("too_many_actions", case(actions=["stand", "stand"])),
    ("too_many_actions", case(actions=["stand", "nonsense"])),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "text"), REFUSED, ids=[f"{i}-{r[0]}" for i, r in enumerate(REFUSED)]
)
def test_unplayable_cases_return_an_error_code(code: str, text: str) -> None:
    error = replay(text)["error"]
    assert error["code"] == code
    assert error["message"]
    assert set(error) == {"code", "message"}


@pytest.mark.parametrize(
    "action", ["split", "fold", "", "insure", "double:5", "stand:1", "hit:", "Stand"]
)
def test_an_illegal_action_says_where_and_what_is_legal(action: str) -> None:
    error = replay(case(actions=[action]))["error"]
    assert (error["code"], error["at"]) == ("illegal_action", 0)
    assert error["legal"] == ["hit", "stand", "double", "surrender"]


@pytest.mark.parametrize("amount", ["0", "10.0001", "11", "1e1", "-1", "", "0.00001"])
def test_an_amount_outside_its_range_is_an_illegal_action(amount: str) -> None:
    error = replay(case(rules="casino_floor", cards="6S 5D 5H 9C", actions=[f"double:{amount}"]))[
        "error"
    ]
    assert (error["code"], error["at"]) == ("illegal_action", 0)


def test_an_amount_out_of_range_names_the_range() -> None:
    text = case(rules="casino_floor", cards="6S 5D 5H 9C", actions=["double:10.5"])
    message = replay(text)["error"]["message"]
    assert message == "double:10.5: the amount must be more than 0 and at most 10"


def test_a_card_of_any_length_is_refused_in_a_short_sentence() -> None:
    assert len(replay(case(cards="X" * 5000))["error"]["message"]) < 200


def test_the_first_illegal_action_is_named() -> None:
    text = case(cards="2S 9D 2H TC 3C 4C", actions=["hit", "double"])
    error = replay(text)["error"]
    assert (error["at"], error["legal"]) == (1, ["hit", "stand"])


def test_invalid_utf_8_is_refused() -> None:
    assert replay(b"\xff\xfe{}")["error"]["code"] == "invalid_case"


def test_unused_cards_are_fine() -> None:
    assert replay(case(cards="TS 9D 9H TC AS AS AS AS AS AS"))["complete"]


def test_the_command_answers_one_case(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(case())
    for status, out, err in (command("replay", str(file)), command("replay", "-", text=case())):
        assert (status, err) == (0, "")
        assert json.loads(out) == replay(case())


def test_the_command_ends_with_2_on_an_error() -> None:
    status, out, err = command("replay", "-", text=case(actions=["split"]))
    assert (status, err) == (2, "")
    assert json.loads(out)["error"]["code"] == "illegal_action"
    status, out, err = command("replay", "/no/such/file")
    assert (status, err) == (2, "")
    assert json.loads(out)["error"]["code"] == "invalid_case"


def test_a_batch_answers_every_line() -> None:
    lines = [case(), "nonsense", "", case(actions=["split"]), case(actions=[])]
    status, out, err = command("replay", "--batch", text="\n".join(lines))
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [replay(line) for line in lines]


def test_the_benchmark_counts_rounds_a_second() -> None:
    ended = subprocess.run(
        ["make", "bench-replay", "ARGS=--rounds 50 --runs 1", f"PYTHON={sys.executable}"],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert re.search(r"^replayed +[0-9,]+ +[0-9]+$", ended.stdout, re.MULTILINE)
