"""Reports over open days, computed piece by piece in a worker: equal to the live report, with progress."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from accounts.models.users import User
from reports.catalogue import report_sheets
from reports.catalogue.registry import SOURCES
from reports.catalogue.report_sheets import is_long
from reports.catalogue.reports import BY_NAME, REPORTS
from reports.exports import refusals
from reports.exports.services import files
from reports.figures import liabilities, overview
from reports.files import FILES, Format
from reports.models import Export, Piece as StoredPiece
from reports.selectors.fact_tables import FactTable
from reports.selectors.period_query import (
    Piece,
    StoredPieces,
    find_last_closed,
    store_piece,
    use_stored_pieces,
)
from reports.sheets.parts import Body, Build
from reports.values.filters import Filters
from reports.values.period import Period, start_of
from tests.accounts.staff import inside
from tests.reports.days import DAY, REAL, all_earlier, close_all, played, today
from tests.reports.houses import House, periods
from tests.reports.test_report_pages import NAMES, address, text

pytestmark = pytest.mark.database
OVERVIEW = BY_NAME["overview"]


def half_past() -> dict[str, str]:
    """Return form data of a period that starts and ends within a day."""
    return {
        "period": "range",
        "since": f"{today() - 3 * DAY:%Y-%m-%d}",
        "since_time": "00:30",
        "until": f"{today():%Y-%m-%d}",
        "until_time": "23:59",
    }


def asked_half_past() -> QueryDict:
    return QueryDict(urlencode(half_past()))


def ragged() -> Period:
    """Return the period of `half_past`."""
    return Period(start_of(today() - 3 * DAY) + DAY / 48, start_of(today() + DAY) - DAY / 1440)


@pytest.fixture
def nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat one round outside closed days as too many for a page."""
    monkeypatch.setattr(report_sheets, "ROUNDS_AT_ONCE", 0)


@contextmanager
def never_live(names: set[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if one of these facts is queried from the rounds themselves."""
    asked = FactTable.select_statement

    def live(fact: FactTable, n: int = 0, *, archived: bool = False) -> str:
        assert fact.name not in names
        return asked(fact, n, archived=archived)

    with monkeypatch.context() as patch:
        patch.setattr(FactTable, "select_statement", live)
        yield


def told(body: Body) -> tuple[Any, ...]:
    drawn = [chart.series for section in body.sections for chart in section.charts]
    return list(body.figures), [list(section.rows) for section in body.sections], drawn


@pytest.mark.committed
@pytest.mark.slow
def test_kept_pieces_make_the_reports_that_were_asked_live(
    monkeypatch: pytest.MonkeyPatch, manager: User
) -> None:
    house = House(3)
    for last in (False, True):
        house.live()
        house.void_some()
        all_earlier(DAY, sealed=last)
    close_all()
    house.live()
    kept_some = 0
    for period in periods(house):
        for report in REPORTS:
            for build in (report.build, report.whole):
                if build is not None:
                    pieces = report.pieces(period)
                    kept_some += len(pieces)
                    says_the_same(build, period, pieces, monkeypatch, manager)
    assert kept_some > 50


def says_the_same(
    build: Build,
    period: Period,
    pieces: Any,
    monkeypatch: pytest.MonkeyPatch,
    manager: User,
) -> None:
    export = Export.objects.create(
        acting_user=manager, source="tests", language="en", format="page", asked_at=timezone.now()
    )
    for piece in pieces:
        store_piece(export.pk, piece)
    kept = StoredPieces(
        export.pk, find_last_closed(), frozenset((fact.name, part) for fact, part in pieces)
    )
    for chosen in (REAL, Filters(currency="EUR"), Filters(test=True)):
        live = told(build(period, chosen))
        with use_stored_pieces(kept), never_live({fact.name for fact, _ in pieces}, monkeypatch):
            for of_kept, of_live in zip(told(build(period, chosen)), live, strict=True):
                assert of_kept == of_live, (build, period, chosen)


@pytest.mark.committed
def test_a_day_closed_during_a_report_does_not_change_it(manager: User) -> None:
    """The player becomes a test account before the day is closed."""
    played("ana@example.test")
    all_earlier(2 * DAY)
    pieces, last = OVERVIEW.pieces(ragged()), find_last_closed()
    export = files.request_file(
        SOURCES["report-overview"], asked_half_past(), Format.CSV, acting_user=manager
    )
    for piece in pieces:
        store_piece(export.pk, piece)
    before = played_in(ragged())
    User.objects.update(is_test_account=True)
    close_all()
    assert played_in(ragged()) != before
    with use_stored_pieces(
        StoredPieces(export.pk, last, frozenset((fact.name, part) for fact, part in pieces))
    ):
        assert played_in(ragged()) == before


def played_in(period: Period) -> tuple[object, ...]:
    found = overview.load_figures(period, REAL)
    return found.total, found.players, found.days, found.segments


@pytest.mark.slow
@pytest.mark.committed
def test_a_period_within_a_day_has_its_screen_and_its_charts(two_days: None, manager: User) -> None:
    client = inside(manager)
    for name in NAMES:
        answer = client.get(address(name), half_past())
        assert answer.status_code == 200, name
        assert "Made at" in text(answer), name
        assert "00:30 to" in text(answer), name
    page = client.get(address("overview"), half_past()).content.decode()
    assert 'role="img"' in page
    assert "GGR: first" in page


@pytest.mark.committed
def test_days_that_end_after_the_period_are_not_drawn_of_what_is_owed(two_days: None) -> None:
    noon = start_of(today() - DAY) + DAY / 2
    days = liabilities.load_figures(Period(start_of(today() - 2 * DAY), noon), REAL).days
    assert [one.day for one in days] == [today() - 2 * DAY]


@pytest.mark.committed
def test_open_rounds_decide_whether_a_report_is_long(
    two_days: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = Period.of_days(today() - 3 * DAY, today() - DAY)
    for most, expected in ((0, True), (1, False)):  # today has one round
        monkeypatch.setattr(report_sheets, "ROUNDS_AT_ONCE", most)
        assert is_long(OVERVIEW, ragged()) is expected
        assert is_long(OVERVIEW, closed) is False
    assert not any(is_long(report, closed) for report in REPORTS)
    monkeypatch.setattr(report_sheets, "ROUNDS_AT_ONCE", 0)
    of_rounds = {report.name for report in REPORTS if is_long(report, ragged())}
    assert of_rounds == {
        "overview",
        "performance",
        "exchange",
        "players",
        "large",
        "interrupted",
        "loyalty",
        "shoes",
        "account-days",
        "taxes",
    }


@pytest.mark.committed
@pytest.mark.usefixtures("two_days")
def test_twenty_years_of_which_none_is_closed_are_few_pieces() -> None:
    longest = Period.of_days(today() - DAY, today() + 7000 * DAY)
    assert len(OVERVIEW.pieces(longest)) <= 200
    with CaptureQueriesContext(connection) as queries:
        assert not is_long(OVERVIEW, longest)
    assert len(queries) == 3  # the last closed day, once for each kind of piece; the rounds


@pytest.mark.committed
@pytest.mark.usefixtures("two_days", "nothing_at_once")
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_long_one_is_made_by_a_worker_and_then_is_the_same_screen(
    manager: User, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = inside(manager, language)
    page = client.get(address("overview"), half_past())
    assert 'value="page"' in page.content.decode()
    assert "staff-chart" not in page.content.decode()
    asked: Any = client.post(
        reverse("reports:export", args=["report-overview"], query=half_past()), {"format": "page"}
    )
    export = Export.objects.get()
    made_at = reverse("reports:file", args=[export.public_id])
    assert asked.headers["Location"] == made_at
    assert "<progress" in client.get(made_at).content.decode()
    polled = client.get(made_at, headers={"hx-request": "true"})
    assert "HX-Refresh" not in polled.headers

    assert files.make_next_file(timezone.now(), SOURCES)
    assert client.get(made_at, headers={"hx-request": "true"}).headers["HX-Refresh"] == "true"
    screen = client.get(made_at)
    monkeypatch.setattr(report_sheets, "ROUNDS_AT_ONCE", 30_000)
    shown = client.get(address("overview"), half_past())
    assert report_of(screen) == report_of(shown)
    assert "staff-chart" in report_of(screen)
    assert f'href="{address("overview")}?period=week"' in screen.content.decode()
    assert client.get(reverse("reports:download", args=[export.public_id])).status_code == 404


def report_of(answer: Any) -> str:
    """Return the headlines, tables and charts of a page, without spaces and newlines."""
    page: str = answer.content.decode()
    return (
        page[page.index('<dl class="staff-figures">') :]
        .partition("</main>")[0]
        .replace(files_of(page), "")
        .replace(" ", "")
        .replace("\n", "")
    )


def files_of(page: str) -> str:
    """Return the part of a page that offers files."""
    end = "</section>"
    start = page.index('<section class="staff-screen"')
    return page[start : page.index(end, start) + len(end)]


@pytest.mark.committed
@pytest.mark.usefixtures("two_days", "nothing_at_once")
def test_a_screen_that_somebody_changed_is_not_shown(manager: User) -> None:
    source = SOURCES["report-overview"]
    export = files.request_file(source, QueryDict("period=week"), Format.PAGE, acting_user=manager)
    assert files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    assert "staff-chart" in files.fetch_screen(export, source, acting_user=manager)
    export.path.write_text("<script>")
    with pytest.raises(refusals.ExportRefused):
        files.fetch_screen(export, source, acting_user=manager)
    page = inside(manager).get(reverse("reports:file", args=[export.public_id]))
    assert "Ask for it again" in text(page)


def test_a_list_has_no_screen_of_a_worker(manager: User) -> None:
    asked = reverse("reports:export", args=["deposits"])
    assert inside(manager).post(asked, {"format": "page"}).status_code == 400
    assert not Export.objects.exists()


@pytest.mark.committed
def test_a_file_says_how_many_pieces_are_added_up_and_then_how_many_rows_there_will_be(
    two_days: None, manager: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played("carla@example.test", "15")
    export = files.request_file(
        SOURCES["report-players"], asked_half_past(), Format.DATA, acting_user=manager
    )
    seen: list[tuple[int, int, int | None]] = []

    def kept(pk: int, piece: Piece) -> None:
        row = Export.objects.get()
        seen.append((row.pieces_done, row.pieces, row.percent))
        page = inside(manager).get(reverse("reports:file", args=[export.public_id]))
        assert f"{row.pieces_done} of 2 parts of the period added up" in text(page)
        store_piece(pk, piece)

    monkeypatch.setattr("reports.exports.services.pieces.store_piece", kept)
    assert files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    assert seen == [(0, 2, 0), (1, 2, 50)]  # from 00:30 three days ago, and today until 23:59
    assert (export.state, export.pieces_done, export.rows, export.total) == ("done", 2, 3, 3)
    assert not StoredPiece.objects.exists()


@pytest.mark.committed
def test_cancelled_between_two_pieces_nothing_of_it_is_left(
    two_days: None, manager: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = files.request_file(
        SOURCES["report-overview"], asked_half_past(), Format.CSV, acting_user=manager
    )

    def cancelled(pk: int, piece: Piece) -> None:
        store_piece(pk, piece)
        assert StoredPiece.objects.count() == 1
        files.cancel_file(export.public_id, acting_user=manager)

    monkeypatch.setattr("reports.exports.services.pieces.store_piece", cancelled)
    assert files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    assert (export.state, export.pieces_done, StoredPiece.objects.count()) == ("cancelled", 0, 0)


@pytest.mark.committed
@pytest.mark.usefixtures("two_days")
def test_pieces_of_a_dead_worker_are_deleted(manager: User) -> None:
    export = files.request_file(
        SOURCES["report-overview"], QueryDict(""), Format.CSV, acting_user=manager
    )
    store_piece(export.pk, OVERVIEW.pieces(ragged())[0])
    files.cancel_file(export.public_id, acting_user=manager)
    files.delete_expired_files(timezone.now() - timedelta(days=1))
    assert not StoredPiece.objects.exists()


@pytest.mark.committed
@pytest.mark.usefixtures("two_days")
def test_files_of_every_report_are_made_of_pieces(manager: User) -> None:
    for name in NAMES:
        for form in FILES[:2]:
            export = files.request_file(
                SOURCES[f"report-{name}"], asked_half_past(), form, acting_user=manager
            )
            assert files.make_next_file(timezone.now(), SOURCES)
            export.refresh_from_db()
            pieces = BY_NAME[name].pieces(ragged())
            assert (export.state, export.pieces) == ("done", len(pieces)), name
            assert (export.pieces_done, export.rows) == (len(pieces), export.total), name
