"""Pending work on the overview: who sees what is waiting, and where it leads."""

from typing import Any

import pytest
from django.urls import reverse
from psycopg import Connection

from accounts.restrictions.services.restrictions import propose_lifting
from accounts.roles.values import Role
from accounts.staff.selectors import staff_accounts
from accounts.staff.services import rights_review
from compliance.models import CaseKind, CaseReason
from pages.filters import page_url
from pages.page_links import PageLink
from reports.dashboard.words import work_queue
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import restricted
from tests.casino import scenes
from tests.compliance.cases import approved as approved_case, proposed, won
from tests.reports.days import all_earlier
from tests.reports.test_dashboard import DAY, HOME, shown
from tests.wallet.rates import enter

pytestmark = pytest.mark.database


@pytest.mark.committed
def test_a_lifting_of_an_expired_restriction_is_not_queued(
    owner_connection: Connection[Any],
) -> None:
    row = restricted(ana_confirmed())
    propose_lifting(row.pk, acting_user=staff(Role.COMPLIANCE_ANALYST, "second"), reason="spoke")
    manager = inside(staff(Role.COMPLIANCE_MANAGER))
    assert "Restrictions to lift 1" in shown(manager)
    owner_connection.execute("ALTER TABLE accounts_restriction DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE accounts_restriction SET until = now()")
    assert "Restrictions to lift" not in shown(manager)


def test_every_kind_that_waits_has_a_page() -> None:
    assert all(reverse(queue.page) for queue in work_queue.all_queues())


def test_every_queue_has_one_label() -> None:
    keys = [queue.key for queue in work_queue.all_queues()]
    assert sorted(keys) == sorted(work_queue.LABELS)


def test_a_link_to_no_page_has_no_url() -> None:
    assert page_url(PageLink("reports:nowhere")) == ""
    assert page_url(None) == ""


@pytest.mark.committed
def test_rounds_open_for_a_month_are_queued() -> None:
    scenes.deal(scenes.ordinary)
    all_earlier(29 * DAY, sealed=False)
    assert "Rounds open for 30 days" not in shown(inside(staff(Role.OPERATOR)))
    all_earlier(DAY)
    operator = inside(staff(Role.OPERATOR))
    assert "Rounds open for 30 days 1" in shown(operator)
    assert "Rounds open for 30 days" not in shown(inside(staff(Role.AUDITOR)))
    answer: Any = operator.get(HOME)
    assert f'href="{reverse("rounds:list")}?age=month"' in answer.content.decode()


def test_suspended_stakes_are_queued_until_decided() -> None:
    case = approved_case(proposed(won(), reason=CaseReason.COLLUSION))
    auditor = inside(staff(Role.AUDITOR))
    assert "Cases with suspended stakes 1" in shown(auditor)
    answer: Any = auditor.get(HOME)
    assert f'href="{reverse("voids:list")}?stakes=held"' in answer.content.decode()
    approved_case(proposed(kind=CaseKind.KEEP, of=case, rounds=()))
    assert "Cases with suspended stakes" not in shown(auditor)


def test_queues_are_counted_for_those_with_the_right() -> None:
    enter("COP", "0.00025")
    enter("VES", "0.004")
    assert "Rates 2" in shown(inside(staff(Role.OPERATOR, "another")))
    assert "Rates 2" not in shown(inside(staff(Role.CASHIER)))


def test_a_due_rights_review_is_queued() -> None:
    admin, words = staff(Role.ADMINISTRATOR), "The rights of all staff are to be reviewed."
    for role in (Role.ADMINISTRATOR, Role.AUDITOR):
        assert words in shown(inside(staff(role)))
    assert words not in shown(inside(staff(Role.OPERATOR)))
    seen = staff_accounts.review_digest(list(staff_accounts.staff_accounts()))
    rights_review.record_review(seen, note="all well", acting_user=admin)
    assert words not in shown(inside(admin))
