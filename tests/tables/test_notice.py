"""Notice period before new rules for real money: nobody can shorten it alone."""

from datetime import datetime, timedelta
from typing import Final

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from journal.refusals import ReasonMissing
from tables.models import RuleSetVersion, Table
from tables.refusals import NoticeTooShort
from tables.selectors.house_tables import FRIENDLY
from tables.services import versions
from tests.accounts.staff import inside
from tests.fixtures.profiles import ProfileChange
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.tables.pages import opened, sent
from tests.tables.refusals import refused
from tests.tables.test_versions import EIGHT, SOFT

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
NOW: Final = datetime.fromisoformat("2026-11-22T12:00:00+00:00")
DAY: Final = timedelta(hours=24)
A_LITTLE: Final = timedelta(microseconds=1)


def an_approved(table: Table, *, at_once: bool = False, same: bool = False) -> RuleSetVersion:
    rules = table.version.rules if same else (EIGHT if table.is_play_money else SOFT)
    draft = versions.create_draft(table.version.rule_set_id, rules, acting_user=operator())
    versions.propose_version(draft.pk, reason="players ask", acting_user=operator())
    with_mathematics(rules)
    boss = manager()
    return versions.approve_version(draft.pk, reason="checked", acting_user=boss, at_once=at_once)


def schedule(version: RuleSetVersion, at: datetime | None, reason: str = "") -> RuleSetVersion:
    return versions.schedule_version(version.pk, at, acting_user=operator(), reason=reason)


@pytest.mark.parametrize("at", [None, NOW + A_LITTLE, NOW + DAY - A_LITTLE])
@pytest.mark.parametrize("reason", ["", "it is urgent"])
def test_a_schedule_below_the_notice_is_refused(at: datetime | None, reason: str) -> None:
    version = an_approved(an_open_table())
    with time_machine.travel(NOW, tick=False):
        error = refused(NoticeTooShort, lambda: schedule(version, at, reason))
    assert "24" in str(error.message)


def test_the_notice_to_the_moment_is_enough_and_is_of_the_profile(profile: ProfileChange) -> None:
    table = an_open_table()
    first = an_approved(table)
    with time_machine.travel(NOW, tick=False):
        assert schedule(first, NOW + DAY).state == "scheduled"
        versions.unschedule_version(first.pk, reason="not yet", acting_user=operator())
        profile(rules_notice_hours=48)
        refused(NoticeTooShort, lambda: schedule(first, NOW + 2 * DAY - A_LITTLE))
        assert schedule(first, NOW + 2 * DAY).state == "scheduled"


def test_a_correction_may_skip_the_notice_with_a_reason() -> None:
    table = an_open_table()
    version = an_approved(table, at_once=True)
    refused(ReasonMissing, lambda: schedule(version, None))
    schedule(version, None, "the help said S17")
    table.refresh_from_db()
    assert table.version == version
    said = version.steps.values_list("to_state", "reason", "at_once")
    assert ("approved", "checked", True) in said
    assert ("scheduled", "the help said S17", False) in said


def test_rescheduling_needs_the_notice_again() -> None:
    version = an_approved(an_open_table())
    with time_machine.travel(NOW, tick=False):
        schedule(version, NOW + DAY)
    with time_machine.travel(NOW + DAY / 2, tick=False):
        versions.unschedule_version(version.pk, reason="not yet", acting_user=operator())
        refused(NoticeTooShort, lambda: schedule(version, NOW + DAY))


def test_play_money_closed_tables_and_the_same_rules_need_none() -> None:
    assert schedule(an_approved(an_open_table(FRIENDLY)), None).state == "active"
    table = an_open_table()
    assert schedule(an_approved(table, same=True), None).state == "active"
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    table.refresh_from_db()
    assert schedule(an_approved(table), None).state == "active"


def test_the_pages_ask_for_confirmation_and_reason_if_needed() -> None:
    version = an_approved(an_open_table())
    client = inside(operator(), "es")
    page = opened(client, "step", version.pk, "schedule")
    assert "24 horas" in page
    assert 'name="reason"' in page
    soon = (timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    where = reverse("tables:step", args=[version.pk, "schedule"])
    answer = client.post(where, {"effective_at": soon, "reason": "pronto"})
    assert answer.status_code == 422
    assert "corrección de un error" in answer.content.decode()
    version.refresh_from_db()
    assert version.state == "approved"


def test_the_reason_is_not_asked_without_players_to_notify() -> None:
    version = an_approved(an_open_table(FRIENDLY))
    client = inside(operator(), "es")
    assert 'name="reason"' not in opened(client, "step", version.pk, "schedule")
    sent(client, "step", version.pk, "schedule", effective_at="")
    version.refresh_from_db()
    assert version.state == "active"
