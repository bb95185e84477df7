"""Linked accounts, pairs, boxes and points across the lines of a file."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from django.utils import translation

from signals.outcomes import OutcomeStatus
from signals.reading.groups import GroupOutcome, GroupReader
from signals.reading.players import PlayerRead, read_players


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def judge(*players: dict[str, Any], **thresholds: dict[str, float]) -> list[GroupOutcome]:
    groups = GroupReader()
    for read in read_players(json.dumps(player) for player in players):
        assert isinstance(read, PlayerRead), read
        assert not read.unreplayable
        groups.add(read)
    return list(groups.judge(thresholds))


def find(found: list[GroupOutcome], signal: str) -> list[tuple[tuple[str, ...], OutcomeStatus]]:
    return [(one.players, one.outcome.status) for one in found if one.signal == signal]


def visit(minutes: float, **given: str) -> dict[str, Any]:
    begun = 1_750_000_000 + 60 * minutes
    return {"begun": begun, "ended": begun + 60, **given}


def deal(
    number: int, box: int, stake: str | None, *, live: bool = True, **given: Any
) -> dict[str, Any]:
    """A deal that the player stands on 20 against the dealer's 19, or sat out."""
    hand = ["TC", "9D", "TD", "TH"]
    row = {
        "time": 1_750_000_000 + 60 * number,
        "table": "one",
        "rules": "live",
        "shoe": f"s{number // 20}",
        "nonce": number % 20 + 1,
        "live": live,
        "cards": hand,
        **given,
    }
    if stake is None:
        return row
    return {**row, "box": box, "stake": stake, "decisions": [{"action": "stand"}]}


def test_accounts_are_linked_across_lines() -> None:
    found = judge(
        {"player": "a", "phone": "+57 (300) 123-45", "visits": [visit(0, device="d1")]},
        {"player": "b", "phone": "5730012345", "visits": [visit(0, device="d1")]},
        {"player": "c", "visits": [visit(0, device="d1")]},
        {"player": "d", "deposits": [{"at": 1, "amount": "5.00", "method": "card"}]},
        {"player": "e", "withdrawals": [{"at": 1, "amount": "5.00", "method": "card"}]},
    )
    assert find(found, "MA1") == [
        (("a", "b"), OutcomeStatus.FLAGGED),
        (("d", "e"), OutcomeStatus.FLAGGED),
        (("c",), OutcomeStatus.BELOW),
    ]


def test_a_family_behind_one_network_is_not_linked() -> None:
    family = [
        {
            "player": name,
            "visits": [visit(5 * place, network="1.2.3.4", agent=name) for place in range(9)],
        }
        for name in "abcd"
    ]
    assert all(status is OutcomeStatus.BELOW for _, status in find(judge(*family), "MA1"))


def test_a_merged_duplicate_counts_as_one_player() -> None:
    shared = [{"at": 1, "amount": "5.00", "method": "card"}]
    found = judge(
        {"player": "a", "deposits": shared}, {"player": "b", "deposits": shared, "same_as": "a"}
    )
    assert find(found, "MA1") == [(("a",), OutcomeStatus.BELOW)]
    unknown = judge({"player": "b", "deposits": shared, "same_as": "nobody"})
    assert find(unknown, "MA1") == [(("b",), OutcomeStatus.BELOW)]


def test_the_threshold_of_links() -> None:
    players = [
        {"player": name, "deposits": [{"at": 1, "amount": "5.00", "method": "card"}]}
        for name in "ab"
    ]
    found = judge(*players, MA1={"sum": 100})
    assert [status for _, status in find(found, "MA1")] == [
        OutcomeStatus.BELOW,
        OutcomeStatus.BELOW,
    ]


def pair_of(
    rows: int, *, live: bool = True, play_money: bool = False, **linked: str
) -> list[dict[str, Any]]:
    return [
        {
            "player": name,
            "rounds": [
                deal(number, box, "10.00", live=live, play_money=play_money)
                for number in range(rows)
            ],
            **linked,
        }
        for name, box in (("a", 1), ("b", 2))
    ]


def test_pairs_at_one_live_table() -> None:
    found = judge(*pair_of(60, document="X-1"))
    assert find(found, "MA2") == [(("a", "b"), OutcomeStatus.FLAGGED)]
    assert find(judge(*pair_of(60)), "MA2") == [(("a", "b"), OutcomeStatus.NOT_APPLICABLE)]
    assert find(judge(*pair_of(40, document="X-1")), "MA2") == [(("a", "b"), OutcomeStatus.TOO_FEW)]
    assert find(judge(*pair_of(40)), "MA2") == []
    assert find(judge(*pair_of(60, live=False, document="X")), "MA2") == []
    assert find(judge(*pair_of(60, play_money=True, document="X")), "MA2") == []


def test_two_bettors_of_a_box() -> None:
    def bettor(name: str, stake: str, box: int) -> dict[str, Any]:
        return {
            "player": name,
            "document": "x",
            "rounds": [deal(number, box, stake) for number in range(30)],
        }

    found = judge(bettor("a", "10.00", 1), bettor("b", "40.00", 1))
    (one,) = [one for one in found if one.signal == "COL2"]
    assert (one.outcome.status, one.outcome.figures["between"]) == (OutcomeStatus.FLAGGED, 900.0)
    apart = judge(bettor("a", "10.00", 1), bettor("b", "40.00", 2))
    assert find(apart, "COL2") == [(("a", "b"), OutcomeStatus.TOO_FEW)]


@pytest.mark.slow  # computes what the rules keep of a bet
def test_points_against_the_players_of_the_file() -> None:
    random = np.random.default_rng(1)
    players = [
        {
            "player": f"p{number}",
            "points": f"{points:.2f}",
            "rounds": [deal(row, 1, "100.00", live=False) for row in range(40)],
        }
        for number, points in enumerate([*random.uniform(90, 110, 40), 2000.0])
    ]
    found = dict(find(judge(*players), "LOY1"))
    assert found["p40",] is OutcomeStatus.FLAGGED
    assert sum(status is OutcomeStatus.FLAGGED for status in found.values()) == 1


def test_a_file_without_players() -> None:
    assert judge() == []
    alone = judge({"player": "a"})
    assert find(alone, "MA1") == [(("a",), OutcomeStatus.BELOW)]
    assert find(alone, "LOY1") == [(("a",), OutcomeStatus.TOO_FEW)]
