"""Audit of staff accounts: events of an administrator's acts, and the access log as a file."""

import pytest
from django.http import QueryDict
from django.utils import timezone

from accounts.models.staff import StaffAccess
from accounts.models.users import State, User
from accounts.roles.values import Right, Role
from accounts.staff.selectors import staff_accounts
from accounts.staff.services import account_changes, rights_review
from journal.models import Event, EventKind
from reports.catalogue.registry import SOURCES
from tests.accounts.staff import inside, staff
from tests.accounts.test_staffing import PAGE, SARA, admin, made

pytestmark = pytest.mark.database


def told(kind: EventKind) -> tuple[int | None, str, object]:
    event = Event.objects.get(kind=kind.value)
    return event.actor_id, event.subject, event.data


@pytest.mark.empty
def test_each_act_is_an_event() -> None:
    ada, sara = admin(), made()
    about, why = f"user {sara.pk}", {"reason": "seen at the door"}
    account_changes.renew_invitation(sara.pk, acting_user=ada)
    assert told(EventKind.STAFF_INVITED) == (ada.pk, about, {})
    account_changes.end_sessions(sara.pk, reason="seen at the door", acting_user=ada)
    assert told(EventKind.STAFF_SESSIONS_ENDED) == (ada.pk, about, why)
    account_changes.reset_second_factor(sara.pk, reason="seen at the door", acting_user=ada)
    assert told(EventKind.STAFF_FACTOR_RESET) == (ada.pk, about, why)
    account_changes.set_state(sara.pk, State.CLOSED, reason="left", acting_user=ada)
    assert told(EventKind.ACCOUNT_STATE_CHANGED) == (
        ada.pk,
        about,
        {"from": "active", "to": "closed", "reason": "left"},
    )
    assert User.objects.get(pk=sara.pk).email == SARA.email


@pytest.mark.empty
def test_a_review_is_an_event_with_what_was_found() -> None:
    ada = admin()
    seen = staff_accounts.review_digest(list(staff_accounts.staff_accounts()))
    review = rights_review.record_review(seen, note="all well", acting_user=ada)
    assert told(EventKind.STAFF_REVIEWED) == (
        ada.pk,
        f"review {review.pk}",
        {"people": 1, "note": "all well"},
    )


def test_the_access_log_goes_into_a_file_with_every_function_and_time() -> None:
    sara, auditor = staff(Role.CASHIER, "sara"), staff(Role.AUDITOR)
    StaffAccess.objects.create(user=sara, seen_at=timezone.now(), seen_from="10.1.2.3")
    client = inside(auditor)
    assert "/staff/reports/export/staff/" in client.get(PAGE).text
    assert "/staff/reports/export/staff/" not in inside(admin()).get(PAGE).text
    source = SOURCES["staff"]
    assert source.rights == (Right.VIEW_REPORTS, Right.VIEW_STAFF)
    (section,) = source.sheet(QueryDict(), auditor).sections
    (row,) = [one for one in section.rows if one.pk == sara.pk]
    told = {column.key: column.value(row) for column in section.columns}
    assert (told["name"], told["roles"], told["seen_from"]) == (
        "Sara",
        str(Role.CASHIER.label),
        "10.1.2.3",
    )
    assert all(told[key] for key in ("created", "seen_at", "second_factor", "password_set"))
