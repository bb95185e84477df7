"""The public list of closed shoes, searched by table, day, shoe and commitment; copying the public log."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page
from psycopg import Connection

from casino.fairness import views
from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import close_shoe
from casino.models import LogLine, Shoe
from tests.casino import scenes
from tests.compliance.hands import unguarded
from tests.fixtures.looking import looked_at

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}
DAY = datetime(2026, 10, 31, tzinfo=UTC)
Owner = Connection[object]


@pytest.fixture
def closed(owner_connection: Owner) -> list[Shoe]:
    """Four shoes of two tables, in the order they were announced.

    They closed one second before the end of a UTC day, at its start, one second before its start,
    and at its start.
    """
    shoes = []
    for name, table in (("ana", scenes.ligalo()), ("luis", scenes.table_of("live"))):
        participant = scenes.sit(scenes.new_player(f"{name}@example.test"), table)
        for shoe in list(participant.place.shoes.order_by("number")):
            close_shoe(shoe, Shoe.CloseReason.TABLE_CLOSED)
            shoes.append(shoe)
    times = [DAY + timedelta(days=1, seconds=-1), DAY, DAY - timedelta(seconds=1), DAY]
    with unguarded(owner_connection, "casino_shoe"):
        for shoe, at in zip(shoes, times, strict=True):
            owner_connection.execute(
                "UPDATE casino_shoe SET closed_at = %s WHERE id = %s", [at, shoe.pk]
            )
    return shoes


def asked(**filters: str) -> Any:
    return Client().get("/fairness/", filters, headers=ENGLISH)


def shown(answer: Any) -> list[int]:
    assert answer.status_code == 200
    return [shoe.pk for shoe in answer.context["page"].rows]


def test_shoes_are_found_by_table_and_by_whole_days_of_utc(closed: list[Shoe]) -> None:
    first, second, third, fourth = (shoe.pk for shoe in closed)

    assert shown(asked()) == [first, fourth, second, third]
    assert shown(asked(table="ligalo")) == [first, second]
    assert shown(asked(table="live")) == [fourth, third]
    assert shown(asked(day="2026-10-31")) == [first, fourth, second]
    assert shown(asked(day="2026-10-31", table="live")) == [fourth]
    assert shown(asked(day="9999-12-31")) == []


def test_a_shoe_is_found_by_its_reference_and_by_its_commitment(closed: list[Shoe]) -> None:
    shoe = closed[2]
    for text in (str(shoe.public_id), shoe.commitment, f" {shoe.commitment.upper()} "):
        answer = asked(shoe=text)
        assert shown(answer) == [shoe.pk]
    assert str(shoe.server_seed or Shoe.objects.get(pk=shoe.pk).server_seed) in answer.text
    assert "No closed shoe matches this." in asked(shoe="0" * 64).text


@pytest.mark.parametrize(
    "wrong", [{"shoe": "x"}, {"shoe": "1" * 70}, {"day": "2026-02-30"}, {"table": "nowhere"}]
)
def test_invalid_filters_are_explained_at_their_field(wrong: dict[str, str]) -> None:
    answer = asked(**wrong)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(wrong)
    assert "Enter something to search for." in answer.text


def test_pages_show_each_shoe_once_and_keep_the_filters(
    closed: list[Shoe], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.fairness.views.PAGE", 1)
    first, second, _third, fourth = (shoe.pk for shoe in closed)
    answers = [asked(day="2026-10-31")]
    while 'rel="next"' in answers[-1].text:
        answers.append(followed(answers[-1], "next"))

    assert [shown(answer) for answer in answers] == [[first], [fourth], [second]]
    back = followed(followed(answers[-1], "prev"), "prev")
    assert shown(back) == [first]
    assert 'rel="prev"' not in back.text


def followed(answer: Any, rel: str) -> Any:
    """Return the page that the link with this `rel` leads to."""
    end = answer.text.index(f'rel="{rel}"')
    start = answer.text.rindex('href="', 0, end) + 6
    address = answer.text[start : answer.text.index('"', start)].replace("&amp;", "&")
    assert "day=2026-10-31" in address
    return Client().get("/fairness/" + address, headers=ENGLISH)


@pytest.mark.committed
@pytest.mark.slow
@pytest.mark.usefixtures("closed")
def test_the_list_fits_the_narrowest_phone_unfolded_too(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto("/fairness/")
    for summary in page.locator("details > summary").all():
        summary.click()
    assert page.locator(".public-shoe[open]").count() == 4
    looked_at(page, "closed_shoes_320")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_log_is_copied_file_by_file_to_its_end(
    closed: list[Shoe], monkeypatch: pytest.MonkeyPatch
) -> None:
    chain_log()
    monkeypatch.setattr(views, "LINES_AT_ONCE", 3)
    client, address = Client(), "/fairness/log/from/1/"
    numbers: list[list[int]] = []
    assert "/fairness/log/from/4/" in client.get("/fairness/log/", headers=ENGLISH).text
    while address:
        answer = client.get(address)
        numbers.append([json.loads(line)["n"] for line in answer.text.splitlines()])
        address = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")

    assert LogLine.objects.count() > 2 * 3
    assert [len(one) for one in numbers[:-1]] == [3] * (len(numbers) - 1)
    assert [n for one in numbers for n in one] == list(range(1, LogLine.objects.count() + 1))


def test_the_pages_of_the_log_lead_to_its_first_line_and_back_and_count_nothing(
    closed: list[Shoe], monkeypatch: pytest.MonkeyPatch
) -> None:
    chain_log()
    monkeypatch.setattr(views, "PER_PAGE", 4)
    client, address = Client(), "/fairness/log/"
    seen: list[list[int]] = []
    while address:
        with CaptureQueriesContext(connection) as asked:
            text = client.get(address).text
        assert not [one for one in asked if "COUNT(" in one["sql"] or "OFFSET" in one["sql"]]
        seen.append([int(n) for n in re.findall(r'data-label="L[^"]*">(\d+)</td>', text)])
        back, address = (
            next(iter(re.findall(rf'href="([^"]*)"\s+rel="{way}"', text)), "")
            for way in ("prev", "next")
        )

    last = LogLine.objects.count()
    assert last > 2 * 4
    assert [n for page in seen for n in page] == list(range(last, 0, -1))
    again = re.findall(r'data-label="L[^"]*">(\d+)</td>', client.get(back).text)
    assert [int(n) for n in again] == seen[-2]
