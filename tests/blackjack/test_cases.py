"""Rounds as data: cards and actions in, what the rules say about them out (`cases/rounds.json`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from blackjack.replay import replay

CASES = json.loads((Path(__file__).parent / "cases" / "rounds.json").read_text())


def found_at(value: Any, path: str) -> Any:
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def test_names_are_said_once() -> None:
    names = [case["name"] for case in CASES]
    assert len(set(names)) == len(names) > 100


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    answer = replay(json.dumps(case["input"]))
    assert {path: found_at(answer, path) for path in case["expect"]} == case["expect"]
