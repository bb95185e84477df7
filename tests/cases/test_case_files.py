"""The file of a case: its content, and its digest in the event chain."""

import hashlib
from uuid import uuid4

import pytest
from django.urls import reverse

from accounts.models.audit_views import Look
from cases.models import CaseOutcome, CaseTopic
from cases.services import records, work
from journal.models import Event, EventKind
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, guardian, officer, opened, player
from tests.cases.papers import text_of_file
from tests.compliance.cases import finished

pytestmark = pytest.mark.database


def test_the_file_is_complete_and_its_digest_is_an_event() -> None:
    round_, nora = finished(), analyst()
    case = opened(round_.player, "CC1")
    flag = case.flags.get().flag
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    records.write_note(case.public_id, "read the chart", key=uuid4(), acting_user=nora)
    work.decide_case(
        case.public_id, outcome=CaseOutcome.JUSTIFIED, acting_user=nora, reason="legal"
    )
    client = inside(nora)
    client.get(reverse("cases:case", args=[case.public_id]))
    answer = client.post(reverse("cases:file", args=[case.public_id]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    text = text_of_file(answer.content)
    for told in (
        *("Index", "Overview", "Evidence by signal", "Decisions", "Views of this case"),
        *(case.number, "Over 412 rounds the bet rose", "read the chart", nora.full_name, "legal"),
    ):
        assert told in text
    assert flag.rounds == []
    event = Event.objects.get(kind=EventKind.CASE_FILE_TAKEN)
    assert event.data["sha256"] == hashlib.sha256(answer.content).hexdigest()
    assert Look.objects.filter(kind=Look.Kind.CASEWORK).exists()


def test_the_file_of_a_kind_that_one_may_not_see_is_not_made() -> None:
    case = opened(player(), "AML1", kind=CaseTopic.LAUNDERING)
    address = reverse("cases:file", args=[case.public_id])
    for person in (analyst(), guardian()):
        assert inside(person).post(address).status_code == 404
    assert inside(officer()).post(address).status_code == 200
    event = Event.objects.get(kind=EventKind.CASE_FILE_TAKEN)
    assert set(event.data) == {"number", "sha256"}


def test_the_draft_of_a_report_is_a_file_of_its_own() -> None:
    case, lena = opened(player(), "AML1", kind=CaseTopic.LAUNDERING), officer()
    records.draft_report(case.public_id, "Money went through.", seen=0, acting_user=lena)
    answer = inside(lena).post(reverse("cases:report_file", args=[case.public_id]))
    assert answer.status_code == 200
    assert "Money went through." in text_of_file(answer.content)
    assert Event.objects.filter(kind=EventKind.CASE_FILE_TAKEN).count() == 1
