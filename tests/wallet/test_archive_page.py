"""The archive in the back office: one person proposes to detach a month, another decides."""

import pytest
from django.utils import timezone

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from wallet.archive.models import ArchivedMonth, Detachment, DetachmentDecision

pytestmark = pytest.mark.database
PATH = "/staff/cash/archive/"


def month() -> ArchivedMonth:
    now = timezone.now()
    return ArchivedMonth.objects.create(
        source="wallet_entry", part="wallet_entry_2026_01", since=now, until=now, rows=1234
    )


def test_a_month_is_proposed_and_decided_by_two_people() -> None:
    one, manager = month(), staff(Role.COMPLIANCE_MANAGER)
    answer = inside(staff(Role.OPERATOR)).post(PATH, {"month": one.pk, "reason": "old"})
    assert answer["Location"] == PATH
    asked = Detachment.objects.get()
    shown = inside(manager).get(PATH).content.decode()
    assert f"{PATH}{asked.pk}/" in shown
    assert "wallet_entry_2026_01" in shown
    sent = {"verdict": "approve", "reason": ""}
    assert inside(manager).post(f"{PATH}{asked.pk}/", sent)["Location"] == PATH
    assert DetachmentDecision.objects.get().approved
    assert "approved by" in inside(manager).get(PATH).content.decode()


def test_an_auditor_reads_and_sends_nothing() -> None:
    one = month()
    auditor = inside(staff(Role.AUDITOR))
    assert "wallet_entry_2026_01" in auditor.get(PATH).content.decode()
    assert auditor.post(PATH, {"month": one.pk, "reason": "x"}).status_code == 403
    assert not Detachment.objects.exists()


def test_without_months_the_page_says_so() -> None:
    assert "No month is in the archive." in inside(staff(Role.AUDITOR)).get(PATH).content.decode()
