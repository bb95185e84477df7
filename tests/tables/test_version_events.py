"""Events of the steps of a rules version: who, from and to which state, which rules, why."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from blackjack.rules import Rules
from journal.models import Event
from tables.models import RuleSetVersion
from tables.services import versions
from tests.tables.house import an_open_table, manager, operator
from tests.tables.test_versions import EIGHT, SOFT, a_draft, a_proposal, approved

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
# The version, and the expected fields of its event: actor, before, after, reason.
Told = tuple[RuleSetVersion, int | None, str, str, str]


def drafted() -> Told:
    return a_draft(), operator().pk, "", "draft", ""


def edited() -> Told:
    draft, olaf = a_draft(), operator("olaf")
    changed = versions.edit_draft(draft.pk, EIGHT, seen=draft.rules_hash, acting_user=olaf)
    return changed, olaf.pk, "draft", "draft", ""


def proposed() -> Told:
    return a_proposal(), operator().pk, "draft", "proposed", "players ask"


def refused() -> Told:
    version = versions.refuse_version(a_proposal().pk, reason="too generous", acting_user=manager())
    return version, manager().pk, "proposed", "refused", "too generous"


def scheduled() -> Told:
    at = timezone.now() + timedelta(hours=1)
    version = versions.schedule_version(approved().pk, at, reason="a fault", acting_user=operator())
    return version, operator().pk, "approved", "scheduled", "a fault"


def in_force() -> Told:
    version = versions.schedule_version(
        approved().pk, None, reason="a fault", acting_user=operator()
    )
    return version, operator().pk, "scheduled", "active", ""


def in_force_by_the_worker() -> Told:
    version = scheduled()[0]
    assert versions.activate_due(timezone.now() + timedelta(hours=2)) == 1
    return version, None, "scheduled", "active", ""


def retired() -> Told:
    before = an_open_table().version
    versions.schedule_version(approved().pk, None, reason="a fault", acting_user=operator())
    return before, operator().pk, "active", "retired", ""


@pytest.mark.parametrize(
    ("kind", "act", "rules"),
    [
        ("table_rules_drafted", drafted, SOFT),
        ("table_rules_edited", edited, EIGHT),
        ("table_rules_proposed", proposed, SOFT),
        ("table_rules_refused", refused, SOFT),
        ("table_rules_scheduled", scheduled, SOFT),
        ("table_rules_in_force", in_force, SOFT),
        ("table_rules_in_force", in_force_by_the_worker, SOFT),
        ("table_rules_retired", retired, None),
    ],
)
def test_a_step_is_an_event(kind: str, act: Callable[[], Told], rules: Rules | None) -> None:
    version, actor, before, after, reason = act()
    event = Event.objects.get(kind=kind, subject=f"rules {version}", data__after=after)
    assert event.actor_id == actor
    said = {name: event.data[name] for name in ("version", "before", "after", "reason")}
    assert said == {"version": version.pk, "before": before, "after": after, "reason": reason}
    assert event.data["rules_hash"] == (rules.digest if rules else version.rules_hash)
    at = version.steps.get(to_state="scheduled").effective_at if after == "scheduled" else None
    assert event.data.get("effective_at") == (at.isoformat() if at else None)
