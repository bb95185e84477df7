"""Daily reports in the archive: as first made, compared with their digests, reviewed by two people."""

import gzip
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from psycopg import Connection
from pytest_django import Settings

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import load_rights
from accounts.roles.values import Role
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded, NotFound, ReasonMissing, Refusal
from journal.services.recording import record
from reports.archive.refusals import OwnDay, ReportAltered, ReportMissing, ReviewWaits
from reports.archive.services.reviewing import decide_review, propose_review
from reports.archive.services.verifying import check_report, verify_reports
from reports.archive.services.writing import archive_next_day, hash_file, report_path
from reports.catalogue.reports import REPORTS
from reports.dashboard.words.work_queue import count_queues
from reports.models import ArchivedDay, DayReview
from reports.selectors.queues import day_queues
from reports.values.period import start_of
from tests.accounts.staff import inside, staff
from tests.reports.days import DAY, all_earlier, close_all, played

pytestmark = pytest.mark.committed


@pytest.fixture(autouse=True)
def archive(settings: Settings, tmp_path: Path) -> None:
    settings.ARCHIVE = tmp_path / "archive"


@pytest.fixture
def day() -> ArchivedDay:
    """Archive yesterday, with a round of Ana's."""
    played("ana@example.test")
    all_earlier(DAY)
    close_all()
    while archive_next_day(timezone.now() + DAY):
        pass
    found = ArchivedDay.objects.order_by("-day").first()
    assert found is not None
    return found


def content(day: ArchivedDay, name: str) -> str:
    return gzip.decompress(report_path(day.day, name).read_bytes()).decode()


def alter(day: ArchivedDay, name: str) -> None:
    report_path(day.day, name).write_bytes(gzip.compress(b"nothing was won"))


def test_every_report_of_a_day_is_written_with_its_digest(day: ArchivedDay) -> None:
    assert set(day.files) == {one.name for one in REPORTS if one.own is None}
    for name, written in day.files.items():
        assert hash_file(report_path(day.day, name)) == written["sha256"]
    assert "ana@example.test" in content(day, "players")
    assert "No activity" in content(day, "voids")
    told = Event.objects.get(kind=EventKind.REPORTS_ARCHIVED, subject=f"day {day}")
    assert f"players {day.files['players']['sha256']}" in told.data["files"]
    assert verify_reports() == 0


def test_a_day_is_archived_once_and_not_before_its_decisions_are_known() -> None:
    played("ana@example.test")
    all_earlier(DAY)
    close_all()
    last = timezone.now().date() - DAY
    end = start_of(last + DAY)
    while ArchivedDay.objects.filter(day=last - DAY).count() == 0 and archive_next_day(end):
        pass

    assert archive_next_day(end + timedelta(hours=5)) is None
    assert archive_next_day(end + timedelta(hours=6)) == last
    assert archive_next_day(end + timedelta(hours=6)) is None


def test_later_play_does_not_change_an_archived_report(day: ArchivedDay) -> None:
    before = content(day, "players")
    played("berta@example.test")

    archive_next_day(timezone.now() + 2 * DAY)

    assert content(day, "players") == before
    assert verify_reports() == 0


@pytest.mark.parametrize("fault", ["altered", "missing"])
def test_a_changed_file_is_refused_and_raises_one_alarm(day: ArchivedDay, fault: str) -> None:
    wanted: type[Refusal] = ReportMissing
    if fault == "altered":
        alter(day, "players")
        wanted = ReportAltered
    else:
        report_path(day.day, "players").unlink()

    with pytest.raises(wanted):
        check_report(day, "players")
    assert verify_reports() == 1

    (told,) = Event.objects.filter(kind=EventKind.REPORT_ALTERED)
    assert (told.severity, told.subject) == ("alarm", f"day {day}")
    assert told.data == {"report": "players", "code": wanted.code}
    page = inside(staff(Role.AUDITOR)).get(
        reverse("reports:archived_file", args=[day.pk, "players"])
    )
    assert page.status_code == 503
    assert str(wanted.message) in unescape(page.content.decode())
    assert check_report(day, "voids").exists()


def test_a_file_and_a_row_changed_together_do_not_match_the_event(day: ArchivedDay) -> None:
    alter(day, "players")
    day.files["players"]["sha256"] = hash_file(report_path(day.day, "players"))

    with pytest.raises(ReportAltered):
        check_report(day, "players")
    with pytest.raises(NotFound):
        check_report(day, "nothing")


def test_a_day_is_reviewed_and_signed_off_by_another_person(day: ArchivedDay) -> None:
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)

    review = propose_review(day, acting_user=analyst, reason="nothing unusual")
    with pytest.raises(ReviewWaits):
        propose_review(day, acting_user=manager, reason="again")
    decide_review(review.pk, approved=True, acting_user=manager)

    told = Event.objects.get(kind=EventKind.DAY_SIGNED_OFF)
    assert (told.actor_id, told.data["proposed_by"]) == (manager.pk, analyst.pk)


def test_who_reviewed_does_not_sign_off(day: ArchivedDay) -> None:
    manager = staff(Role.COMPLIANCE_MANAGER)
    review = propose_review(day, acting_user=manager, reason="nothing unusual")

    with pytest.raises(AnotherPersonNeeded):
        decide_review(review.pk, approved=True, acting_user=manager)

    assert not hasattr(DayReview.objects.get(), "decision")


def test_a_review_sent_back_is_made_again(day: ArchivedDay) -> None:
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)
    review = propose_review(day, acting_user=analyst, reason="nothing unusual")

    with pytest.raises(ReasonMissing):
        decide_review(review.pk, approved=False, acting_user=manager)
    decide_review(review.pk, approved=False, acting_user=manager, reason="see the void")

    assert propose_review(day, acting_user=analyst, reason="the void is right").pk != review.pk


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.CASHIER])
def test_others_do_not_review(role: Role, day: ArchivedDay) -> None:
    with pytest.raises(NotPermitted):
        propose_review(day, acting_user=staff(role), reason="nothing unusual")
    assert not DayReview.objects.exists()


def acted(owner: Connection[object], person: User, kind: EventKind) -> None:
    """Record that the person did this yesterday."""
    record(kind, actor=person.pk, subject="transfer 1")
    owner.execute("ALTER TABLE journal_event DISABLE TRIGGER USER")
    owner.execute(
        "UPDATE journal_event SET at = at - interval '1 day' WHERE kind = %s", [kind.value]
    )
    owner.execute("ALTER TABLE journal_event ENABLE TRIGGER USER")


def test_who_corrected_on_a_day_neither_reviews_nor_signs_it(
    day: ArchivedDay, owner_connection: Connection[object]
) -> None:
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)
    acted(owner_connection, analyst, EventKind.VOID_PROPOSED)
    acted(owner_connection, manager, EventKind.BALANCE_ADJUSTED)

    with pytest.raises(OwnDay):
        propose_review(day, acting_user=analyst, reason="nothing unusual")
    assert not DayReview.objects.exists()

    review = propose_review(day, acting_user=staff(Role.OPERATOR), reason="nothing unusual")
    with pytest.raises(OwnDay):
        decide_review(review.pk, approved=True, acting_user=manager)
    assert not hasattr(DayReview.objects.get(), "decision")


def test_an_altered_day_is_not_reviewed(day: ArchivedDay) -> None:
    alter(day, "voids")

    with pytest.raises(ReportAltered):
        propose_review(day, acting_user=staff(Role.OPERATOR), reason="nothing unusual")

    assert not DayReview.objects.exists()
    assert Event.objects.filter(kind=EventKind.REPORT_ALTERED).exists()


def test_pages_show_days_files_and_reviews(day: ArchivedDay) -> None:
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    address = reverse("reports:archived_day", args=[day.pk])

    assert address in client.get(reverse("reports:archive")).content.decode()
    assert client.post(address, {"reason": "nothing unusual"}).status_code == 303
    page = client.get(address).content.decode()
    assert day.files["players"]["sha256"] in page
    assert "nothing unusual" in page
    file = client.get(reverse("reports:archived_file", args=[day.pk, "players"]))
    assert hash_file(report_path(day.day, "players")) == day.files["players"]["sha256"]
    assert b"".join(file).startswith(b"\x1f\x8b")
    assert Event.objects.filter(kind=EventKind.EXPORT_DOWNLOADED, subject=f"day {day}").exists()

    decider = inside(staff(Role.COMPLIANCE_MANAGER))
    review = DayReview.objects.get()
    answer = decider.post(
        reverse("reports:decide_review", args=[review.pk]), {"verdict": "approve"}
    )
    assert answer.status_code == 303
    assert "signed off by" in decider.get(address).content.decode()


@pytest.mark.parametrize("sign_off", ["another_person", "none"])
def test_days_and_reviews_wait_in_the_work_queue_as_the_profile_says(
    sign_off: str, day: ArchivedDay, profile: Callable[..., None]
) -> None:
    profile(report_sign_off=sign_off)

    def waiting() -> dict[str, int]:
        return {one.key: one.rows.count() for one in day_queues()}

    days = ArchivedDay.objects.count() if sign_off != "none" else 0
    before = {"days_to_review": days, "day_reviews": 0}
    assert waiting() == before
    review = propose_review(
        day, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="nothing unusual"
    )
    assert waiting() == {"days_to_review": max(days - 1, 0), "day_reviews": 1}
    manager = staff(Role.COMPLIANCE_MANAGER)
    assert any(one.count == 1 for one in count_queues(load_rights(manager)))
    decide_review(review.pk, approved=False, acting_user=manager, reason="again")
    assert waiting() == before


def test_without_an_archive_in_the_profile_no_day_is_written(
    profile: Callable[..., None],
) -> None:
    profile(report_archive=False)
    played("ana@example.test")
    all_earlier(DAY)
    close_all()

    assert archive_next_day(timezone.now() + DAY) is None
    assert not ArchivedDay.objects.exists()
