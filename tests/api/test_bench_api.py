"""Figures of `make bench-api`, and its client that plays by the API."""

import json
from dataclasses import replace
from typing import Final

import pytest

from tests.api.playing import seated
from tools.benchmarks.api_client import ApiPlay
from tools.benchmarks.api_report import (
    API,
    PAGE,
    ApiTurn,
    ListTime,
    compute_ratio,
    find_failures,
    format_costs,
    format_lists,
)
from tools.benchmarks.play_report import Figures

COST: Final = Figures(rate=100, p50=10, p99=20, web=3000, server=1000)


def turn(*costs: float) -> ApiTurn:
    """Return a turn in which the API's bet and decision cost these microseconds of web time."""
    kinds = dict(zip(("bet", "decision"), costs, strict=True))
    return {
        PAGE: dict.fromkeys(kinds, COST),
        API: {kind: replace(COST, web=web) for kind, web in kinds.items()},
    }


def test_ratios_are_medians_of_the_turns() -> None:
    turns = [turn(web, 2000) for web in (1000, 2000, 99_000)]
    assert compute_ratio(turns, "bet") == pytest.approx(0.75)
    shown = format_costs(turns).splitlines()
    assert shown[2] == "| bet | page | 100 | 3,000 | 1,000 | 4,000 |  |"
    assert shown[3] == "| bet | API | 100 | 2,000 | 1,000 | 3,000 | 0.75 |"


def test_what_costs_or_takes_too_much_is_named() -> None:
    fast, slow = ListTime("/tables", [10_000] * 99), ListTime("/history", [10_000] * 9 + [60_000])
    assert not find_failures([turn(2000, 2000)], [fast])
    assert find_failures([turn(2000, 2300)], [slow]) == [
        "a decision costs 0.82 of the page's, more than 0.8",
        "/history: p95 60.0 ms",
    ]
    assert format_lists([slow]).splitlines()[2] == "| /history | 10.0 | 60.0 | < 50 | NO |"


@pytest.mark.database
def test_the_client_plays_whole_rounds() -> None:
    app = seated(funds="100000")
    way, kinds = ApiPlay("ligalo", seed=1), list[str]()
    text = app.get(way.page.removeprefix("/api/v1")).text
    for _ in range(12):
        asked = way.next(text)
        answer = app.post(asked.path.removeprefix("/api/v1"), json.loads(asked.json))
        assert answer.status_code == 200, answer.text
        kinds.append(asked.kind)
        text = answer.text
    assert kinds[0] == "bet"
    assert set(kinds) == {"bet", "decision"}
