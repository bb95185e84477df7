"""The public log and closed shoes by the API."""

import json
from typing import Any

import pytest

from blackjack.public_log import line_hash
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.models import LogLine, Shoe
from tests.api.calls import assert_problem, get, read
from tests.casino import scenes

pytestmark = pytest.mark.database


def read_all(path: str, **query: Any) -> list[dict[str, Any]]:
    """Return the rows of every page, in order."""
    rows: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        page = read(get(path, {**query, **cursor}))
        rows += page["data"]
        if page["next"] is None:
            return rows
        cursor = {"cursor": page["next"]}


def test_the_log_is_read_page_by_page_and_is_a_chain() -> None:
    scenes.finished_shoe()
    chain_log()
    lines = read_all("/fairness/log", limit=2)
    assert [line["n"] for line in lines] == list(range(1, LogLine.objects.count() + 1))
    assert all(line["hash"] == line_hash(line) for line in lines)
    assert lines == read_all("/fairness/log")


def test_the_log_begins_where_it_is_asked_to() -> None:
    scenes.finished_shoe()
    chain_log()
    assert read(get("/fairness/log", {"first": 3, "limit": 1}))["data"][0]["n"] == 3
    assert read(get("/fairness/log", {"first": 2**62})) == {"data": [], "next": None}


def test_closed_shoes_are_listed_once_without_their_player() -> None:
    shoes = [scenes.finished_shoe()]
    rows = read_all("/fairness/shoes", limit=1)
    assert [row["id"] for row in rows] == [str(shoe.public_id) for shoe in shoes]
    (row,) = rows
    assert (row["table"], row["status"]) == ("ligalo", "closed")
    assert row["server_seed"] == Shoe.objects.get(pk=shoes[0].pk).server_seed
    assert "ana" not in json.dumps(rows)


def test_shoes_are_filtered() -> None:
    shoe = scenes.finished_shoe()
    (row,) = read_all("/fairness/shoes")
    here: list[dict[str, str]] = [
        {"table": "ligalo"},
        {"shoe": row["id"]},
        {"commitment": shoe.commitment},
        {"since": row["closed_at"]},
    ]
    elsewhere: list[dict[str, str]] = [
        {"table": "live"},
        {"shoe": "00000000-0000-0000-0000-000000000000"},
        {"commitment": "0" * 64},
        {"until": row["closed_at"]},
    ]
    assert all(read_all("/fairness/shoes", **one) for one in here)
    assert not any(read_all("/fairness/shoes", **one) for one in elsewhere)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "201"}, "limit"),
        ({"limit": "x"}, "limit"),
        ({"shoe": "x"}, "shoe"),
        ({"commitment": "x"}, "commitment"),
        ({"since": "yesterday"}, "since"),
        ({"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"}, "until"),
        ({"player": "ana"}, "player"),
    ],
)
def test_a_wrong_filter_is_named(query: dict[str, str], field: str) -> None:
    assert_problem(get("/fairness/shoes", query), 422, "invalid", field)


@pytest.mark.parametrize("text", ["x", "é", "YWJj", "A" * 199])
def test_an_invented_cursor_is_refused(text: str) -> None:
    for path in ("/fairness/log", "/fairness/shoes"):
        assert_problem(get(path, {"cursor": text}), 422, "invalid_cursor", "cursor")


def test_a_cursor_of_another_list_is_refused() -> None:
    scenes.finished_shoe()
    chain_log()
    cursor = read(get("/fairness/log", {"limit": 1}))["next"]
    assert cursor
    assert_problem(get("/fairness/shoes", {"cursor": cursor}), 422, "invalid_cursor", "cursor")


def test_no_seed_of_an_open_shoe_and_no_later_commitment_is_shown() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo())
    chain_log()
    text = get("/fairness/shoes").text
    for shoe in participant.place.shoes.all():
        assert shoe.commitment not in text
    assert '"server_seed"' not in get("/fairness/log").text


def test_the_transcript_of_a_listed_shoe_fits_its_commitment() -> None:
    shoe = scenes.finished_shoe()
    (row,) = read_all("/fairness/shoes")
    document = json.loads(transcript_text(shoe))
    assert (document["commitment"], document["server_seed"]) == (
        row["commitment"],
        row["server_seed"],
    )
