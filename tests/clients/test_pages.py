"""Lists over all their pages."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from ligalo_client import Refused, iterate_rows
from tests.clients.faulty import Answer, answer_json, answer_problem, serving
from tests.clients.values import example


def page(*tables: str, following: str | None = None) -> Answer:
    rows = [{**example("ClosedShoe"), "table": table} for table in tables]
    return answer_json({"data": rows, "next": following})


def test_rows_come_page_by_page_with_the_same_filters() -> None:
    with (
        serving(page("a", "b", following="x"), page(following="y"), page("c")) as faulty,
        faulty.client() as casino,
    ):
        rows = iterate_rows(casino.list_closed_shoes, table="a", limit=2)
        assert next(rows).table == "a"
        assert len(faulty.asked) == 1
        assert [one.table for one in rows] == ["b", "c"]
        assert list(rows) == []

    queries = [one.path.partition("?")[2] for one in faulty.asked]
    assert queries == [
        "limit=2&table=a",
        "cursor=x&limit=2&table=a",
        "cursor=y&limit=2&table=a",
    ]


@dataclass(frozen=True, slots=True)
class Grown:
    """A page of the ledger or the events, whose last page also has a cursor."""

    data: Sequence[str]
    next_: str | None
    more: bool


def test_a_list_that_grows_is_read_later_from_its_cursor() -> None:
    asked: list[str] = []
    pages = {"": Grown(["a"], "x", more=True), "x": Grown(["b"], "y", more=False)}

    def list_transfers(*, cursor: str = "") -> Grown:
        asked.append(cursor)
        return pages.get(cursor, Grown([], cursor, more=False))

    rows = iterate_rows(list_transfers)
    assert (list(rows), rows.cursor) == (["a", "b"], "y")
    later = iterate_rows(list_transfers, cursor="y")
    assert (list(later), later.cursor) == ([], "y")
    assert asked == ["", "x", "y"]


def test_a_refusal_in_the_middle_is_raised() -> None:
    with (
        serving(page("a", following="x"), answer_problem(422, "invalid_cursor")) as faulty,
        faulty.client() as casino,
    ):
        rows = iterate_rows(casino.list_closed_shoes)
        assert next(rows).table == "a"
        with pytest.raises(Refused):
            next(rows)
