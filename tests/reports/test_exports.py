"""Exports of lists and reports: content, where they are offered, access."""

import csv
import hashlib
import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event, EventKind
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.files import FILES, Format
from reports.models import Export
from tests.accounts.staff import inside, staff
from tests.reports.exporting import DEPOSITS, amounts, asked, content, made, some_deposits
from tests.wallet.cash import person
from wallet.cash.models import CorrectionKind, DepositState
from wallet.cash.services import corrections
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_a_file_is_made_announced_and_downloaded_by_its_requester(manager: User) -> None:
    some_deposits()
    export = made(manager)
    assert (export.state, export.rows, export.total) == ("done", 3, 3)
    assert amounts(export) == ["3.00", "2.00", "1.00"]
    assert hashlib.sha256(export.path.read_bytes()).hexdigest() == export.sha256
    page = inside(manager)
    sent = page.get(reverse("reports:download", args=[export.public_id]))
    assert content(sent) == export.path.read_bytes()
    kinds = Event.objects.filter(actor_id=manager.pk).values_list("kind", flat=True)
    assert list(kinds.order_by("pk")) == [EventKind.EXPORT_MADE, EventKind.EXPORT_DOWNLOADED]


def test_filters_of_the_page_are_those_of_the_file(manager: User) -> None:
    some_deposits()
    assert made(manager, params="currency=EUR").rows == 0
    assert made(manager, params="currency=USD&state=deposit.requested").rows == 3


def test_the_desks_search_is_that_of_the_file(manager: User) -> None:
    some_deposits()
    assert made(manager, params="amount=2").rows == 1
    assert made(manager, params="q=D-000000").rows == 0
    assert made(manager, params="state=withdrawal").rows == 0
    assert made(manager, params="since=2026-01-02&until=2026-01-01").rows == 0


@pytest.mark.parametrize(
    ("path", "role", "offered"),
    [
        ("/staff/cash/?currency=EUR", Role.AUDITOR, "/export/deposits/?currency=EUR"),
        ("/staff/cash/?state=withdrawal", Role.COMPLIANCE_ANALYST, "/export/withdrawals/?state="),
        ("/staff/cash/", Role.COMPLIANCE_MANAGER, "/export/corrections/"),
        (reverse("people:list") + "?left=1", Role.AUDITOR, "/export/staff/?left=1"),
    ],
)
def test_the_pages_of_long_lists_lead_to_their_files(path: str, role: Role, offered: str) -> None:
    page: Any = inside(staff(role)).get(path)
    assert offered in page.content.decode()


def test_a_search_for_withdrawals_offers_no_file_of_deposits(manager: User) -> None:
    page: Any = inside(manager).get("/staff/cash/?state=withdrawal")
    assert "/export/deposits/" not in page.content.decode()


@pytest.mark.parametrize(
    ("path", "role"),
    [("/staff/cash/", Role.CASHIER), (reverse("people:list"), Role.ADMINISTRATOR)],
)
def test_exports_need_the_right(path: str, role: Role) -> None:
    page: Any = inside(staff(role)).get(path)
    assert "/export/" not in page.content.decode()


def test_filters_are_said_in_the_words_of_their_page(manager: User) -> None:
    client = inside(manager, "es")
    query = "?state=deposit.requested&currency=USD&page=2"
    page: Any = client.get(reverse("reports:export", args=["deposits"]) + query)
    text = page.content.decode()
    assert "deposit.requested" not in re.sub(r'action="[^"]*"', "", text)
    with translation.override("es"):
        words = DEPOSITS.describe(QueryDict(query[1:]))
        state = DepositState.REQUESTED.label
    assert [value for _label, value in words] == ["USD", state]
    assert all(f"{label}" in text and value in text for label, value in words)
    export = asked(manager, params=query[1:])
    listed: Any = client.get(reverse("reports:files"))
    assert str(state) in listed.content.decode()
    assert export.params["state"] == ["deposit.requested"]


def test_staff_are_exported_with_the_access_log() -> None:
    auditor = staff(Role.AUDITOR)
    answer = inside(auditor).post(
        reverse("reports:export", args=["staff"]), {"format": Format.DATA.value}
    )
    lines = [line for line in content(answer).decode().splitlines() if line[0] != "#"]
    assert lines[0].startswith("name,email,roles,state,second_factor,created,seen_at,seen_from")
    assert [line for line in lines if auditor.email in line and "Auditor" in line]


def test_corrections_are_exported_with_their_people(manager: User) -> None:
    cashier = staff(Role.CASHIER)
    asked_for = corrections.propose_correction(
        CorrectionKind.BONUS,
        person(),
        Money.parse("5", "USD"),
        key=uuid4(),
        acting_user=cashier,
        reason="kept waiting",
    )
    address = reverse("reports:export", args=["corrections"])
    answer = inside(manager).post(address, {"format": Format.DATA.value})
    (line,) = csv.DictReader(
        line for line in content(answer).decode().splitlines() if line[0] != "#"
    )
    assert (line["number"], line["amount"], line["reason"]) == (
        asked_for.number,
        "5.00",
        "kept waiting",
    )
    assert (line["proposed_by"], line["decision"], line["decided_by"]) == (
        cashier.full_name,
        "waiting",
        "",
    )


@pytest.mark.parametrize("role", list(Role))
def test_report_files_need_the_right_to_reports(role: Role) -> None:
    # operators have no access to cash
    if role in {Role.CASHIER, Role.ADMINISTRATOR, Role.OPERATOR}:
        with pytest.raises(NotPermitted):
            asked(staff(role))
        assert not Export.objects.exists()
    else:
        assert asked(staff(role)).state == "waiting"


def test_another_persons_file_is_not_there(manager: User) -> None:
    export = made(manager)
    other = staff(Role.AUDITOR)
    with pytest.raises(NotPermitted):
        files.fetch_file(export, DEPOSITS, acting_user=other)
    for name in ("file", "download"):
        address = reverse(f"reports:{name}", args=[export.public_id])
        assert inside(other).get(address).status_code == 404
    assert not Event.objects.filter(kind=EventKind.EXPORT_DOWNLOADED).exists()


def test_downloading_needs_the_right_at_that_time(manager: User) -> None:
    export = made(manager)
    manager.groups.clear()
    with pytest.raises(NotPermitted):
        files.fetch_file(export, DEPOSITS, acting_user=manager)
    assert inside(manager).get(reverse("reports:files")).status_code == 403


def test_making_the_file_needs_the_right_at_that_time(manager: User) -> None:
    export = asked(manager)
    manager.groups.clear()
    files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    assert (export.state, export.path.exists()) == ("failed", False)


def test_unknown_exports_are_not_found(manager: User) -> None:
    assert inside(manager).get(reverse("reports:export", args=["passwords"])).status_code == 404


class TestPage:
    address = reverse("reports:export", args=["deposits"])

    @pytest.mark.parametrize("form", FILES)
    def test_a_small_file_comes_at_once_and_leaves_an_event(
        self, manager: User, form: Format
    ) -> None:
        some_deposits()
        answer = inside(manager).post(self.address, {"format": form.value})
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="deposits-')
        assert len(content(answer)) > 100
        event = Event.objects.get(kind=EventKind.EXPORT_DOWNLOADED)
        assert (event.actor_id, event.data["rows"]) == (manager.pk, 3)
        assert not Export.objects.exists()

    @pytest.mark.usefixtures("few")
    def test_a_long_one_is_made_in_the_background(self, manager: User) -> None:
        some_deposits()
        answer = inside(manager).post(f"{self.address}?currency=USD", {"format": "csv"})
        export = Export.objects.get()
        assert answer.headers["Location"] == reverse("reports:file", args=[export.public_id])
        assert (answer.status_code, export.params) == (303, {"currency": ["USD"]})
        assert not Event.objects.filter(kind=EventKind.EXPORT_DOWNLOADED).exists()

    def test_an_unknown_format_is_refused(self, manager: User) -> None:
        assert inside(manager).post(self.address, {"format": "exe"}).status_code == 400

    def test_a_report_of_no_period_is_refused(self, manager: User) -> None:
        asked = reverse("reports:export", args=["report-overview"], query={"period": "sometimes"})
        assert inside(manager).post(asked, {"format": "csv"}).status_code == 400
        assert not Event.objects.filter(kind=EventKind.EXPORT_DOWNLOADED).exists()

    @pytest.mark.parametrize(
        ("source", "query"),
        [
            ("events", {"since": "garbage"}),
            ("players", {"state": "bogus"}),
            ("hands", {"result": "bogus"}),
            ("deposits", {"since": "garbage"}),
        ],
    )
    def test_filters_that_the_page_refuses_make_no_file(
        self, source: str, query: dict[str, str]
    ) -> None:
        address = reverse("reports:export", args=[source], query=query)
        reader = inside(staff(Role.AUDITOR))
        assert reader.post(address, {"format": "csv"}).status_code == 400
        assert not Event.objects.filter(kind=EventKind.EXPORT_DOWNLOADED).exists()
        assert not Export.objects.exists()

    def test_a_cashier_has_no_list_of_everybody(self) -> None:
        page = inside(staff(Role.CASHIER))
        assert page.get(self.address).status_code == 403
        assert page.post(self.address, {"format": "csv"}).status_code == 403

    def test_the_file_is_in_the_language_of_its_requester(self, manager: User) -> None:
        some_deposits(1)
        answer = inside(manager, "es").post(self.address, {"format": "csv"})
        assert "1,00;USD" in content(answer).decode("utf-8-sig")
