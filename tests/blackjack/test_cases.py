"""Conformance cases: cards and actions in, the rules' answer out.

`cases/rounds.json` states what matters in each round; `cases/samples.json`, from the specification,
states everything.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from blackjack.replay import replay

FOLDER = Path(__file__).parent / "cases"
CASES = json.loads((FOLDER / "rounds.json").read_text())
SAMPLES = json.loads((FOLDER / "samples.json").read_text())


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


def without_message(answer: dict[str, Any]) -> dict[str, Any]:
    if "error" not in answer:
        return answer
    return {"error": {key: value for key, value in answer["error"].items() if key != "message"}}


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample["name"] for sample in SAMPLES])
def test_sample_of_the_specification(sample: dict[str, Any]) -> None:
    answer = replay(json.dumps(sample["input"]))
    assert without_message(answer) == without_message(sample["expect"])
