"""The `rtp`, `strategy` and `simulate` commands."""

import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from blackjack.__main__ import main
from blackjack.analysis.command_line import RefusedError, parse_rules
from blackjack.presets import PRESETS
from blackjack.rules import Rules

ROOT = Path(__file__).parents[3]
KEYS = {
    "digest", "rtp", "rtp_total_dependent", "house_edge", "average_wager", "rtp_of_total_staked",
    "standard_deviation", "outcomes", "round_limit_cost", "insurance", "side_bets", "max_payout",
    "notes",
}  # fmt: skip


PLAYED = ["simulate", "--rounds", "9", "--seed", "a"]
NO_AMOUNTS = ["", "-50", "0", "1/3", "1e5", "1e99999999", "nan", "inf", "1.00001", "9" * 5000]


def command(*arguments: str, text: str = "") -> tuple[int, str]:
    ended = subprocess.run(
        [sys.executable, "-m", "blackjack", *arguments],
        input=text, capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stdout


def answer(*arguments: str, text: str = "") -> Any:
    status, out = command(*arguments, text=text)
    assert status == 0
    return json.loads(out)


@pytest.mark.slow
def test_rtp_prints_every_figure_as_a_fraction() -> None:
    found = answer("rtp", "--rules", "live", "--json")
    assert set(found) == KEYS
    assert found["rtp"] == pytest.approx(0.99492841, abs=1e-8)
    assert set(found["side_bets"]) == set(PRESETS["live"].side_bets)
    assert found["digest"] == PRESETS["live"].digest
    assert found["round_limit_cost"] is None


def test_rtp_takes_rules_from_standard_input_and_changes_them() -> None:
    rules = PRESETS["ligalo"].to_json()
    found = answer(
        "rtp", "--rules", "-", "--set", "hit_split_aces=false", "--set", "max_ace_splits=1",
        "--max-bet", "50", "--max-round", "200", "--json", text=rules,
    )  # fmt: skip
    assert found["rtp"] == pytest.approx(0.99472808, abs=1e-8)
    assert 0 < found["round_limit_cost"] < 0.001


@pytest.mark.slow
def test_rtp_for_people_is_in_percent() -> None:
    status, out = command("rtp")
    assert status == 0
    assert "99.716146 %" in out
    assert "6 decks · H17 · DAS · late surrender · 3:2" in out


@pytest.mark.slow
def test_strategy_prints_the_chart() -> None:
    found = answer("strategy", "--rules", "atlantic_city", "--json")
    assert found["rtp_total_dependent"] == pytest.approx(0.99668297, abs=1e-8)
    status, out = command("strategy", "--rules", "atlantic_city")
    assert status == 0
    assert "hard 16  S   S   S   S   S   H   H   Rh" in out


@pytest.mark.slow
def test_simulate_gives_the_same_for_the_same_seed_whoever_plays() -> None:
    given = ("simulate", "--rounds", "300", "--seed", "a", "--json")
    assert answer(*given, "--processes", "1") == answer(*given, "--processes", "2")
    counted = answer(*given, "--counter", "--spread", "1-4")
    assert counted["counter"]["spread"] == [1, 4]


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("invalid_rules", ["rtp", "--rules", "monte_carlo"]),
        ("invalid_rules", ["rtp", "--set", "decks=9"]),
        ("invalid_rules", ["rtp", "--set", "soft_17"]),
        ("invalid_rules", ["rtp", "--set", "=3"]),
        ("invalid_rules", ["rtp", "--rules", ""]),
        ("invalid_case", ["strategy", "--set", "soft17=hit"]),
        ("invalid_case", ["rtp", "--rules", "-"]),
        ("invalid_case", ["rtp", "--certificate", ""]),
        ("invalid_bet", ["rtp", "--max-bet", "50"]),
        *(("invalid_bet", ["rtp", "--max-bet", "1", f"--max-round={one}"]) for one in NO_AMOUNTS),
        *(("invalid_bet", ["rtp", f"--max-bet={one}", "--max-round", "1"]) for one in NO_AMOUNTS),
        ("invalid_bet", ["rtp", "--max-bet", "50", "--max-round", "20"]),
        ("invalid_simulation", ["simulate", "--rounds", "0", "--seed", "a"]),
        ("invalid_simulation", ["simulate", "--rounds", "9", "--seed", "a", "--seats", "2"]),
        ("invalid_simulation", ["simulate", "--rounds", "9", "--seed", "\udcff"]),
        ("invalid_simulation", [*PLAYED, "--counter", "--spread", "x"]),
        ("invalid_simulation", [*PLAYED, "--counter", "--spread", ""]),
        ("invalid_simulation", [*PLAYED, "--counter", "--spread", "1-" + "9" * 400]),
        ("invalid_simulation", [*PLAYED, "--counter", "--changes-after", "0"]),
        ("invalid_simulation", [*PLAYED, "--counter", "--changes-after", "-3"]),
        ("invalid_simulation", [*PLAYED, "--spread", "1-8"]),
        ("invalid_simulation", [*PLAYED, "--changes-after", "9"]),
        ("invalid_case", ["simulate", "--rounds", "x", "--seed", "a", "--json"]),
        ("invalid_case", ["simulate", "--json"]),
        ("invalid_case", ["rtp", "--json", "--spread", "1-8"]),
        ("invalid_case", ["--json"]),
    ],
)  # fmt: skip
def test_refusals_have_a_code_and_exit_with_2(
    code: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, arguments)["code"] == code


def refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> dict[str, str]:
    """Return the error that the command answers in this process, with empty standard input."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
        assert main(arguments) == 2
    error: dict[str, str] = json.loads(capsys.readouterr().out)["error"]
    return error


def test_a_refusal_is_the_status_of_the_program() -> None:
    status, out = command("rtp", "--rules", "monte_carlo")
    assert (status, json.loads(out)["error"]["code"]) == (2, "invalid_rules")


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("--rules: a preset's name, a file or - is expected", ["rtp", "--rules", ""]),
        ("--set '=3': FIELD=VALUE is expected", ["rtp", "--set", "=3"]),
        ("1 or more, ascending", [*PLAYED, "--counter", "--spread", "0-5"]),
        ("1 or more, ascending", [*PLAYED, "--counter", "--spread", "5-1"]),
        ("add --counter", [*PLAYED, "--spread", "1-8"]),
        ("changes_after: -3 is not allowed", [*PLAYED, "--counter", "--changes-after", "-3"]),
        ("'1/3' is no plain positive decimal", ["rtp", "--max-bet", "1/3", "--max-round", "1"]),
        ("invalid int value: 'x'", ["simulate", "--rounds", "x", "--seed", "a", "--json"]),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_wrong(
    message: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, arguments)["message"]


def test_invalid_arguments_are_reported_on_standard_error() -> None:
    status, out = command("simulate", "--rounds", "x", "--seed", "a")
    assert (status, out) == (2, "")


@pytest.mark.parametrize(
    "text", ['"live"', '{"rules": "live"}', '{"preset": "live"}', '{"rules": {"preset": "live"}}']
)
def test_rules_are_given_as_in_a_case(text: str) -> None:
    assert rules_of_text(text) == PRESETS["live"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5", "invalid_case"),
        ("[]", "invalid_case"),
        ('{"rules": 5}', "invalid_case"),
        ('{"rules": null}', "invalid_case"),
        ('{"jokers": 2}', "invalid_case"),
        ('{"rules": "monte_carlo"}', "invalid_rules"),
        ('{"rules": {"preset": ["live"]}}', "invalid_rules"),
    ],
)
def test_malformed_rules_are_refused(text: str, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        rules_of_text(text)
    assert refused.value.code == code


def rules_of_text(text: str) -> Rules:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
        return parse_rules("-", [])


@pytest.mark.slow
def test_a_counter_s_insurance_is_named_where_it_is_counted() -> None:
    counted = answer(*PLAYED, "--counter", "--json")
    assert "insurance that seat 1 takes at +3 or more" in counted["notes"][0]
    assert answer(*PLAYED, "--json")["notes"] == []
    assert counted["notes"][0] in command(*PLAYED, "--counter")[1].splitlines()


def test_the_other_commands_start_without_numpy() -> None:
    asked = "import sys, blackjack.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False, cwd=ROOT).returncode == 0
