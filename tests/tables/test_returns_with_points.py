"""Loyalty points in returns above 100 %, which need acceptance: for rules, opening tables and doubts about rules."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.roles.values import Role
from loyalty.services.tier_changes import decide_tiers
from loyalty.values.new_tier import NewTier
from tables.models import MoneyKind, RuleSetVersion, Table
from tables.refusals import ReturnsNotAccepted
from tables.services import opening, upkeep, versions
from tests.accounts.staff import inside, staff
from tests.loyalty.test_tiers import in_force, proposed
from tests.tables.house import a_founded_table, an_open_table, manager, operator, with_mathematics
from tests.tables.refusals import refused
from tests.tables.test_versions import EIGHT, a_proposal

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
DEAR = [NewTier("A", 0, 100, 5), NewTier("B", 50_000, 150, 100)]  # 1.5 % of the stakes


def approve(version: RuleSetVersion, *accepted: str) -> RuleSetVersion:
    return versions.approve_version(
        version.pk, reason="checked", acting_user=manager(), accepted=accepted, at_once=True
    )


def open_it(table: Table) -> Table:
    return opening.open_table(table.pk, reason="good morning", acting_user=operator())


def accept_tiers() -> None:
    """Put tiers into force whose approver accepted that players get back more than they stake."""
    made, boss = proposed(DEAR), staff(Role.COMPLIANCE_MANAGER)
    decide_tiers(made.pk, approved=True, acting_user=boss, reason="a week of it", accepted=True)


def test_a_version_that_returns_more_than_all_with_points_is_accepted_by_name() -> None:
    version = a_proposal()
    with_mathematics(version.rules, rtp=0.9812, average_wager=1.0)
    versions.schedule_version(approve(version).pk, None, reason="a fault", acting_user=operator())

    other = a_proposal(EIGHT)
    with_mathematics(EIGHT, rtp=0.9813, average_wager=1.0)  # Diamante adds 1.875 %
    error = refused(ReturnsNotAccepted, lambda: approve(other))
    assert error.names == ("hand",)
    assert approve(other, "hand").steps.get(to_state="approved").accepted == ["hand"]


def test_tiers_that_come_into_force_later_count_already() -> None:
    version = a_proposal()
    with_mathematics(version.rules, rtp=0.99, average_wager=1.0)
    in_force([NewTier("One", 0, 100, 5)])
    in_force(DEAR, effective_at=timezone.now() + timedelta(days=1))
    assert refused(ReturnsNotAccepted, lambda: approve(version)).names == ("hand",)


def test_a_table_opens_only_if_its_return_with_points_was_accepted() -> None:
    table = a_founded_table()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    in_force(DEAR)
    with_mathematics(table.version.rules, rtp=0.99, average_wager=1.0)
    assert refused(ReturnsNotAccepted, lambda: open_it(table)).names == ("hand",)

    with_mathematics(table.version.rules, rtp=0.98, average_wager=1.0)
    assert open_it(table).status == Table.Status.OPEN


def test_an_accepted_return_is_not_asked_again() -> None:
    table = an_open_table()
    with_mathematics(table.version.rules, rtp=0.99, average_wager=1.0)
    accept_tiers()
    assert upkeep.report_doubts() == 0
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    assert open_it(table).status == Table.Status.OPEN

    version = a_proposal()
    with_mathematics(version.rules, rtp=0.99, average_wager=1.0)
    assert refused(ReturnsNotAccepted, lambda: approve(version)).names == ("hand",)


def test_the_page_of_an_approval_says_the_return_with_points() -> None:
    version = a_proposal()
    with_mathematics(version.rules, rtp=0.99, average_wager=1.0)
    boss = inside(manager())
    page = boss.get(reverse("tables:step", args=[version.pk, "approve"])).text
    assert "Hand: 99.000%, with points 100.875%" in page
    page = boss.get(reverse("tables:version", args=[version.pk])).text
    assert "100.875% with points on the best tier" in page


def test_play_money_brings_no_points() -> None:
    version = versions.create_family("For fun", MoneyKind.PLAY, EIGHT, acting_user=operator())
    versions.propose_version(version.pk, reason="fun", acting_user=operator())
    with_mathematics(EIGHT, rtp=0.9999)
    assert approve(version).steps.get(to_state="approved").accepted == []
