"""Keyset pagination of long lists: every row once, in both directions, and filters kept."""

from urllib.parse import parse_qs

import pytest
from django.test import RequestFactory

from journal.models import Event, EventKind
from journal.services.recording import record
from pages.lists import Slice, load_slice

pytestmark = pytest.mark.database


def events(query: str) -> Slice[Event]:
    mine = Event.objects.filter(subject__startswith="slice ")
    return load_slice(mine, RequestFactory().get(f"/?{query}"), size=3)


def numbers(found: Slice[Event]) -> list[str]:
    return [event.subject.removeprefix("slice ") for event in found.rows]


@pytest.fixture(autouse=True)
def eight() -> None:
    for number in range(8):
        record(EventKind.PLAYER_REGISTERED, subject=f"slice {number}")


def test_older_leads_through_all_of_it_and_newer_back() -> None:
    first = events("")
    second = events(first.older)
    third = events(second.older)

    assert [numbers(each) for each in (first, second, third)] == [
        ["7", "6", "5"],
        ["4", "3", "2"],
        ["1", "0"],
    ]
    assert (first.newer, third.older) == ("", "")
    assert numbers(events(third.newer)) == ["4", "3", "2"]
    back = events(second.newer)
    assert (numbers(back), back.newer) == (["7", "6", "5"], "")
    assert numbers(events(back.older)) == ["4", "3", "2"]


def test_filters_stay_in_the_links() -> None:
    second = events(f"kind=x&kind=y&{events('').older}")
    assert parse_qs(second.older)["kind"] == ["x", "y"]
    assert set(parse_qs(second.older)) == {"kind", "before"}
    assert set(parse_qs(second.newer)) == {"kind", "after"}


@pytest.mark.parametrize(
    "query", ["before=x", "before=-1", "before=", "before=%C2%B2", "after=1e3"]
)
def test_an_invalid_cursor_shows_the_first_slice(query: str) -> None:
    assert numbers(events(query)) == ["7", "6", "5"]


def test_a_number_beyond_all_numbers_breaks_nothing() -> None:
    assert numbers(events("before=" + "9" * 19)) == ["7", "6", "5"]
    assert numbers(events("after=" + "9" * 19)) == ["7", "6", "5"]
    assert numbers(events("before=" + "9" * 400)) == ["7", "6", "5"]


def test_a_phone_goes_on_below_the_rows_that_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.pagination.PHONE_ROWS", 2)
    found = events("kind=x")
    seen = numbers(found)[:2]
    while found.more:
        found = events(found.more)
        seen += numbers(found)[:2]
        assert found.newest == "kind=x"
    assert seen == list("76543210")
