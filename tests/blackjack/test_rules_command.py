import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blackjack.presets import PRESETS
from blackjack.rules import FIELDS, Rules
from blackjack.summary import LANGUAGES, summary

FIELDS_SHOWN = {
    name: {"meaning": field.meaning, "allowed": field.allowed.text}
    for name, field in FIELDS.items()
}


def command(*arguments: str, encoding: str = "utf-8") -> tuple[int, str, str]:
    ended = subprocess.run(
        [sys.executable, "-m", "blackjack", "rules", *arguments],
        capture_output=True, check=False, cwd=Path(__file__).parents[2],
        env={"PYTHONIOENCODING": encoding},
    )  # fmt: skip
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def shown(rules: Rules) -> dict[str, Any]:
    lines = {language: summary(rules, language) for language in LANGUAGES}
    return {"summary": lines, "digest": rules.digest, "rules": rules.to_dict()}


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_is_printed_with_the_meaning_of_each_field(name: str) -> None:
    status, out, err = command(name)
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert answer == {"preset": name, **shown(PRESETS[name]), "fields": FIELDS_SHOWN}
    assert list(answer["rules"]) == list(answer["fields"]) == list(FIELDS)
    assert Rules.from_json(json.dumps(answer["rules"])) == PRESETS[name]


def test_all_rule_sets_are_printed_where_none_is_named() -> None:
    status, out, err = command()
    assert (status, err) == (0, "")
    presets = {name: shown(rules) for name, rules in PRESETS.items()}
    assert json.loads(out) == {"presets": presets, "fields": FIELDS_SHOWN}


@pytest.mark.parametrize("name", ["monte_carlo", "", "Live", "-", "\udcff", "x" * 5000])
def test_an_unknown_rule_set_is_an_error_object_and_status_2(name: str) -> None:
    status, out, err = command(name)
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert (set(error), error["code"]) == ({"code", "message"}, "invalid_rules")
    assert error["message"].startswith("preset: ")
    assert len(error["message"]) < 200


def test_the_same_bytes_come_out_whatever_the_terminal_writes() -> None:
    assert command("live", encoding="ascii") == command("live") == command("live", encoding="cp437")


def test_help_names_the_rule_sets() -> None:
    status, out, err = command("--help", encoding="ascii")
    assert (status, err) == (0, "")
    assert all(name in out for name in PRESETS)


def test_two_names_are_one_too_many() -> None:
    status, out, err = command("live", "friendly")
    assert (status, out, err.count("\n")) == (2, "", 1)
