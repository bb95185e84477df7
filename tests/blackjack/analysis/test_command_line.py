"""`rtp`, `strategy` and `simulate` as programs of their own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blackjack.analysis import certificate
from blackjack.analysis.certificate import document, page
from blackjack.analysis.result import analyse
from blackjack.canonical import digest_of
from blackjack.presets import PRESETS

ROOT = Path(__file__).parents[3]
KEYS = {
    "digest", "rtp", "rtp_total_dependent", "house_edge", "average_wager", "rtp_of_total_staked",
    "standard_deviation", "outcomes", "round_limit_cost", "insurance", "side_bets", "max_payout",
    "notes",
}  # fmt: skip


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


def test_rtp_for_people_is_in_percent() -> None:
    status, out = command("rtp")
    assert status == 0
    assert "99.716146 %" in out
    assert "6 decks · H17 · DAS · late surrender · 3:2" in out


def test_strategy_prints_the_chart() -> None:
    found = answer("strategy", "--rules", "atlantic_city", "--json")
    assert found["rtp_total_dependent"] == pytest.approx(0.99668297, abs=1e-8)
    status, out = command("strategy", "--rules", "atlantic_city")
    assert status == 0
    assert "hard 16  S   S   S   S   S   H   H   Rh" in out


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
        ("unknown_field", ["strategy", "--set", "soft17=hit"]),
        ("invalid_case", ["rtp", "--rules", "-"]),
        ("invalid_bet", ["rtp", "--max-bet", "50"]),
        ("invalid_bet", ["rtp", "--max-bet", "50", "--max-round", "20"]),
        ("invalid_simulation", ["simulate", "--rounds", "0", "--seed", "a"]),
        ("invalid_simulation", ["simulate", "--rounds", "9", "--seed", "a", "--seats", "2"]),
        ("invalid_simulation", ["simulate", "--rounds", "9", "--seed", "a", "--counter", "--spread", "x"]),
    ],
)  # fmt: skip
def test_what_is_refused_has_a_code_and_status_2(code: str, arguments: list[str]) -> None:
    status, out = command(*arguments)
    assert (status, json.loads(out)["error"]["code"]) == (2, code)


def test_the_other_commands_start_without_numpy() -> None:
    asked = "import sys, blackjack.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False, cwd=ROOT).returncode == 0


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "SIMULATED", 2_000)


def test_a_certificate_holds_rules_results_definitions_and_checks(few_rounds: None) -> None:
    found = analyse(PRESETS["friendly"])
    whole = document(found)
    assert whole["digest"] == digest_of({key: one for key, one in whole.items() if key != "digest"})
    assert whole["rules_digest"] == PRESETS["friendly"].digest
    assert [check["passed"] for check in whole["checks"]] == [True] * 5
    assert whole == document(found)
    shown = page(whole)
    assert whole["digest"] in shown
    assert all(name in shown for name in whole["definitions"])


def test_a_check_of_a_certificate_can_fail(few_rounds: None) -> None:
    found = analyse(PRESETS["friendly"])
    object.__setattr__(found, "rtp_total_dependent", found.rtp_total_dependent - 0.5)
    assert not document(found)["checks"][-1]["passed"]
