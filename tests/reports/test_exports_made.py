"""Background exports: made once, resumed, cancelled, abandoned, expired; long lists in constant memory."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from journal.models import Event, EventKind
from reports.catalogue.registry import SOURCES
from reports.exports import refusals
from reports.exports.services import claims, files
from reports.files import Format, write_sheet
from reports.models import Export
from reports.selectors.batches import newest_first
from tests.accounts.staff import inside
from tests.reports.exporting import DEPOSITS, amounts, asked, made, some_deposits
from wallet.cash.models import Deposit

pytestmark = pytest.mark.database


def test_the_folder_is_for_the_house_alone(manager: User, folder: Path) -> None:
    export = made(manager)
    assert folder.stat().st_mode & 0o077 == 0
    assert export.path.stat().st_mode & 0o077 == 0
    assert list(folder.iterdir()) == [export.path]


def test_asked_twice_it_is_one_and_a_sixth_is_refused(manager: User) -> None:
    assert asked(manager).pk == asked(manager).pk
    for currency in ("USD", "EUR", "COP", "VES"):
        asked(manager, params=f"currency={currency}")
    with pytest.raises(refusals.ExportRefused):
        asked(manager, params="currency=DOP")
    assert Export.objects.count() == 5


def test_a_file_expires_and_leaves_its_row(manager: User, folder: Path) -> None:
    export = made(manager)
    assert files.delete_expired_files(timezone.now()) == 0
    later = timezone.now() + timedelta(days=8)
    stray = folder / "left.part"
    stray.write_text("half")
    assert files.delete_expired_files(later) == 1
    export.refresh_from_db()
    assert (export.state, list(folder.iterdir())) == ("expired", [])
    with pytest.raises(refusals.ExportRefused):
        files.fetch_file(export, DEPOSITS, acting_user=manager)
    assert files.delete_expired_files(later) == 0


def test_a_removed_file_can_be_requested_again(manager: User) -> None:
    export = made(manager)
    export.path.unlink()
    page = inside(manager).get(reverse("reports:download", args=[export.public_id]), follow=True)
    assert "Ask for it again" in page.content.decode()


def test_cancelled_while_it_waits_it_is_never_made(manager: User) -> None:
    export = asked(manager)
    assert files.cancel_file(export.public_id, acting_user=manager)
    assert not files.make_next_file(timezone.now(), SOURCES)
    assert not files.cancel_file(export.public_id, acting_user=manager)


@pytest.mark.usefixtures("few")
def test_cancelled_while_it_is_made_nothing_is_left(
    manager: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_deposits()
    monkeypatch.setattr(claims, "_SECONDS_BETWEEN_LOOKS", 0.0)
    export = asked(manager)
    rows = newest_first

    def cancelled(found: QuerySet[Deposit]) -> Iterator[Deposit]:
        for row in rows(found):
            files.cancel_file(export.public_id, acting_user=manager)
            yield row

    monkeypatch.setattr("reports.catalogue.sources.newest_first", cancelled)
    files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    assert (export.state, list(folder.iterdir())) == ("cancelled", [])
    assert not Event.objects.filter(kind=EventKind.EXPORT_MADE).exists()


class Killed(BaseException):
    """Simulates a killed worker: `except Exception` does not catch it."""


@pytest.mark.usefixtures("few")
def test_a_killed_workers_file_is_made_by_the_next(
    manager: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_deposits()
    export = asked(manager)

    def dies(_rows: object) -> Iterator[Deposit]:
        yield from Deposit.objects.all()[:1]
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("reports.catalogue.sources.newest_first", dies)
        patch.setattr(Path, "unlink", lambda *_arguments, **_options: None)
        with pytest.raises(Killed):
            files.make_next_file(timezone.now(), SOURCES)
    assert [one.suffix for one in folder.iterdir()] == [".part"]
    # the claim of the killed worker is still valid
    assert not files.make_next_file(timezone.now(), SOURCES)
    assert files.make_next_file(timezone.now() + claims.LEASE, SOURCES)
    export.refresh_from_db()
    assert (export.state, export.attempts, amounts(export)) == ("done", 2, ["3.00", "2.00", "1.00"])


def test_a_file_that_kills_workers_is_given_up(manager: User) -> None:
    export = asked(manager)
    past = timezone.now() - timedelta(minutes=1)
    claim = {"state": "running", "claim": uuid4(), "claimed_until": past, "attempts": 3}
    Export.objects.filter(pk=export.pk).update(**claim)
    assert not files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    assert export.state == "failed"
    assert export.error == "3 workers began it and none came to an end."


def test_a_pdf_of_too_many_rows_is_refused_in_the_readers_language(
    manager: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.files.paper.ROWS", 2)
    some_deposits()
    export = made(manager, Format.PDF)
    assert (export.state, export.path.exists()) == ("failed", False)
    assert "2" in export.error


def test_a_failed_export_is_stored_and_reported(
    manager: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_arguments: object) -> int:
        raise ValueError("the disk is full")

    monkeypatch.setattr(files, "write_sheet", breaks)
    export = made(manager)
    assert (export.state, export.error) == (
        "failed",
        "It could not be created. The error is in the log.",
    )
    page = inside(manager).get(reverse("reports:file", args=[export.public_id]))
    assert export.error in page.content.decode()
    assert "the disk is full" not in page.content.decode()


def test_progress_is_seen_while_it_is_made(manager: User) -> None:
    export = asked(manager)
    Export.objects.filter(pk=export.pk).update(
        state="running", claim=uuid4(), claimed_until=timezone.now(), rows=500, total=2000
    )
    page = inside(manager).get(
        reverse("reports:file", args=[export.public_id]), headers={"hx-request": "true"}
    )
    assert 'value="25"' in page.content.decode()
    assert "hx-get" in page.content.decode()
    assert "<html" not in page.content.decode()


def test_a_long_list_is_read_in_batches_each_with_one_query(manager: User) -> None:
    some_deposits(5)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = [row.pk for row in newest_first(Deposit.objects.all(), size=2)]
    assert found == sorted(found, reverse=True)
    assert (len(found), len(queries)) == (5, 3)


@pytest.mark.slow
@pytest.mark.parametrize("form", [Format.CSV, Format.DATA, Format.XLSX])
def test_memory_does_not_grow_with_the_rows(form: Format, tmp_path: Path, manager: User) -> None:
    some_deposits(1)
    (deposit,) = Deposit.objects.select_related("player")
    sheet = DEPOSITS.sheet(QueryDict(), manager)

    def peak(rows: int) -> int:
        section = sheet.sections[0]
        repeated = type(section)(section.title, section.columns, (deposit for _ in range(rows)))
        one = replace(sheet, sections=[repeated])
        with (tmp_path / "file").open("w+b") as file:
            tracemalloc.start()
            assert write_sheet(one, file, form) == rows
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return most

    small, large = peak(2_000), peak(20_000)
    assert large < small + 300_000
