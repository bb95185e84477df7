"""The rate feed, against a local server: accepted files, and answers it does not wait for."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from types import SimpleNamespace

import pytest
from pytest_django import Settings

from journal.models import Event, EventKind
from journal.values.findings import Finding
from tests.threads import Running
from tests.wallet.ledger import rows
from tests.wallet.rates import approved, manager
from wallet import tasks
from wallet.rates.models import Rate
from wallet.rates.selectors import rates
from wallet.rates.services import feed as rate_feed, rate_entry

Answer = Callable[[BaseHTTPRequestHandler], None]
CUBES = "<Cube currency='USD' rate='1.0946'/><Cube currency='JPY' rate='158.46'/>"


def latest_day() -> date:
    """Return yesterday: today's file is published in the afternoon."""
    return datetime.now(UTC).date() - timedelta(days=1)


def document(cubes: str = CUBES, day: str = "", head: str = "") -> bytes:
    return (
        f"<?xml version='1.0' encoding='UTF-8'?>{head}<gesmes:Envelope"
        " xmlns:gesmes='http://www.gesmes.org/xml/2002-08-01'"
        " xmlns='http://www.ecb.int/vocabulary/2002-08-01/eurofxref'>"
        "<gesmes:subject>Reference rates</gesmes:subject>"
        f"<Cube><Cube time='{day or latest_day()}'>{cubes}</Cube></Cube></gesmes:Envelope>"
    ).encode()


def plain(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response(status)
        for name, value in headers.items():
            asked.send_header(name, value)
        asked.end_headers()
        asked.wfile.write(body)

    return answer


class Feed:
    """A server with a configurable answer, which counts its requests."""

    def __init__(self) -> None:
        feed = self
        self.answer: Answer = plain(document())
        self.asked = 0

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                feed.asked += 1
                try:
                    feed.answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    feed.asked += 0  # the client closed the connection

            def log_message(self, *_args: object) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/daily.xml"


@pytest.fixture
def feed() -> Iterator[Feed]:
    feed = Feed()
    serving = Running(partial(feed.server.serve_forever, 0.01))
    yield feed
    feed.server.shutdown()
    serving.result()
    feed.server.server_close()


def failures() -> list[Finding]:
    told = Event.objects.filter(kind=EventKind.RATE_FEED_FAILED)
    return [event.data["reason"] for event in told.order_by("id")]


pytestmark = pytest.mark.database


def test_without_an_address_nothing_is_fetched(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_address: str) -> bytes:
        raise AssertionError

    settings.RATE_FEED_URL = ""
    monkeypatch.setattr(rate_feed, "fetch_file", never)
    tasks.fetch_rates()
    assert not Rate.objects.exists()


def test_the_first_file_waits_and_later_ones_take_effect(feed: Feed, settings: Settings) -> None:
    settings.RATE_FEED_URL = feed.url
    feed.answer = plain(document(day=str(latest_day() - timedelta(days=1))))
    tasks.fetch_rates()
    row = Rate.objects.get()
    assert (row.currency_id, row.rate, row.proposed_by_id) == ("EUR", Decimal("1.0946"), None)
    assert row.source == "feed: 127.0.0.1"
    assert row.as_of.hour == rate_feed.PUBLISHED_HOUR
    rate_entry.decide_rate(row.pk, approved=True, reason="as published", acting_user=manager())

    feed.answer = plain(document("<Cube currency='USD' rate='1.1001'/>"))
    tasks.fetch_rates()
    assert rates.latest_rate("EUR").rate == Decimal("1.1001")


def test_a_file_that_was_taken_before_adds_nothing(feed: Feed) -> None:
    rate_feed.import_feed(feed.url)
    before = rows()
    assert rate_feed.import_feed(feed.url) == []
    assert feed.asked == 2
    assert rows() == before


def test_a_jump_waits_for_approval_from_any_source(feed: Feed) -> None:
    approved("EUR", "1.10", hours=100)
    feed.answer = plain(document("<Cube currency='USD' rate='1.50'/>"))
    (entered,) = rate_feed.import_feed(feed.url)
    assert entered.waits
    assert rates.latest_rate("EUR").rate == Decimal("1.10")
    assert list(rates.pending_rates("EUR")) == [entered.row]


def test_other_currencies_go_through_the_euro_exactly() -> None:
    cubes = "<Cube currency='USD' rate='1.1'/><Cube currency='COP' rate='4400'/>"
    offers = rate_feed.convert_file_rates(rate_feed.parse_file(document(f"{cubes}")), "feed: test")
    assert {one.currency: one.rate for one in offers} == {
        "COP": Decimal("0.00025"),
        "EUR": Decimal("1.1"),
    }
    thirds = "<Cube currency='USD' rate='1'/><Cube currency='DOP' rate='3'/>"
    by_code = {
        one.currency: one.rate
        for one in rate_feed.convert_file_rates(
            rate_feed.parse_file(document(thirds)), "feed: test"
        )
    }
    assert by_code["DOP"] == Decimal("0.333333333333")


def test_the_newest_day_of_a_file_counts() -> None:
    days = (
        f"</Cube><Cube time='{latest_day() - timedelta(days=1)}'><Cube currency='USD' rate='9'/></Cube>"
        "<Cube>"
    )
    assert rate_feed.parse_file(document(CUBES + days)).per_euro["USD"] == Decimal("1.0946")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not xml",
        b"<html><body>Down for maintenance</body></html>",
        document("<Cube currency='JPY' rate='158'/>"),
        document("<Cube currency='USD' rate='free'/>"),
        document("<Cube currency='USD' rate='0'/>"),
        document("<Cube currency='USD' rate='-1'/>"),
        document("<Cube currency='USD' rate='NaN'/>"),
        document("<Cube currency='USD'/>"),
        document(day="yesterday"),
        document(head="<!DOCTYPE a [<!ENTITY b 'ha'>]>"),
        document("<Cube currency='USD' rate='&b;'/>", head="<!DOCTYPE a [<!ENTITY b '1.1'>]>"),
    ],
)
def test_a_malformed_feed_stores_nothing_and_is_reported(feed: Feed, body: bytes) -> None:
    feed.answer = plain(body)
    assert rate_feed.import_feed(feed.url) == []
    assert not Rate.objects.exists()
    assert len(failures()) == 1


@pytest.mark.parametrize(
    "answer",
    [
        plain(b"nothing", status=404),
        plain(b"broken", status=500),
        plain(b"", status=302, Location="file:///etc/passwd"),
        plain(document(), status=301, Location="/elsewhere.xml"),
        plain(b" " * (rate_feed.MOST_BYTES + 1)),
    ],
)
def test_other_answers_are_not_taken(feed: Feed, answer: Answer) -> None:
    feed.answer = answer
    assert rate_feed.import_feed(feed.url) == []
    assert not Rate.objects.exists()
    assert (len(failures()), feed.asked) == (1, 1)


def test_a_server_that_drips_is_not_waited_for(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The patched clock advances seven seconds with each read; the server sends until the client stops."""

    def drip(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response(200)
        asked.end_headers()
        while True:
            asked.wfile.write(b" ")
            asked.wfile.flush()

    clock = SimpleNamespace(monotonic=count(step=7).__next__)
    monkeypatch.setattr(rate_feed, "time", clock)
    feed.answer = drip
    assert rate_feed.import_feed(feed.url) == []
    assert failures() == [{"code": "feed_too_slow", "seconds": 20}]


def test_an_unreachable_feed_is_reported(feed: Feed) -> None:
    closed = feed.url.replace(str(feed.server.server_address[1]), "1")
    assert rate_feed.import_feed(closed) == []
    assert len(failures()) == 1
