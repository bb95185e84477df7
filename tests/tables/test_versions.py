"""Life of a rules version in the services, by two persons."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.roles.refusals import NotPermitted
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from journal.models import Event
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing
from tables.models import (
    Mathematics,
    MoneyKind,
    RuleSetVersion,
    VersionState,
)
from tables.refusals import MathematicsMissing, Misconfigured, ReturnsNotAccepted, TimeInPast
from tables.services import versions
from tables.tasks import activate_rules
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.tables.refusals import everything, refused

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
SOFT = Rules.from_dict({"soft_17": "stand"}, PRESETS["ligalo"])
EIGHT = Rules.from_dict({"decks": 8}, PRESETS["ligalo"])


def a_draft(rules: Rules = SOFT) -> RuleSetVersion:
    table = an_open_table()
    return versions.create_draft(table.version.rule_set_id, rules, acting_user=operator())


def a_proposal(rules: Rules = SOFT) -> RuleSetVersion:
    return versions.propose_version(a_draft(rules).pk, reason="players ask", acting_user=operator())


def approved(rules: Rules = SOFT, **result: Any) -> RuleSetVersion:
    version = a_proposal(rules)
    with_mathematics(rules, **result)
    return versions.approve_version(
        version.pk, reason="checked", acting_user=manager(), at_once=True
    )


def test_a_version_comes_into_force_by_two_persons_and_every_table_plays_it() -> None:
    table = an_open_table()
    before = table.version
    version = versions.schedule_version(
        approved().pk, None, reason="a fault", acting_user=operator()
    )

    table.refresh_from_db()
    before.refresh_from_db()
    version.refresh_from_db()
    assert (table.version, table.version.rules) == (version, SOFT)
    assert (before.state, version.state) == (VersionState.RETIRED, VersionState.ACTIVE)
    steps = [(step.to_state, step.acting_user) for step in version.steps.all()]
    assert steps == [
        ("draft", operator()),
        ("proposed", operator()),
        ("approved", manager()),
        ("scheduled", operator()),
        ("active", operator()),
    ]


def test_every_step_is_an_event_with_person_and_reason() -> None:
    version = approved()

    event = Event.objects.get(kind="table_rules_approved", subject="rules Lígalo 2")
    assert event.actor_id == manager().pk
    assert (event.data["before"], event.data["after"]) == ("proposed", "approved")
    assert (event.data["reason"], event.data["rules_hash"]) == ("checked", version.rules_hash)


def test_the_proposer_cannot_approve() -> None:
    version = a_proposal()
    with_mathematics(SOFT)
    both = manager("both")
    both.groups.add(*operator().groups.all())
    theirs = versions.propose_version(
        versions.create_draft(version.rule_set_id, EIGHT, acting_user=both).pk,
        reason="mine",
        acting_user=operator(),
    )
    with_mathematics(EIGHT)

    refused(
        AnotherPersonNeeded,
        lambda: versions.approve_version(theirs.pk, reason="and approved", acting_user=both),
    )
    assert (
        versions.approve_version(version.pk, reason="another's", acting_user=both).state
        == "approved"
    )


def test_a_draft_may_be_edited_until_it_is_proposed() -> None:
    version = a_draft()
    edited = versions.edit_draft(version.pk, EIGHT, seen=SOFT.digest, acting_user=operator("omar"))
    edited.refresh_from_db()
    assert edited.rules == EIGHT
    refused(
        ChangedMeanwhile,
        lambda: versions.edit_draft(
            version.pk, PRESETS["live"], seen=SOFT.digest, acting_user=operator()
        ),
    )

    versions.propose_version(version.pk, reason="ready", acting_user=operator())
    refused(
        ChangedMeanwhile,
        lambda: versions.edit_draft(version.pk, SOFT, seen=EIGHT.digest, acting_user=operator()),
    )


@pytest.mark.parametrize(
    ("act", "more", "error"),
    [
        (versions.propose_version, {"reason": " "}, ReasonMissing),
        (versions.schedule_version, {"effective_at": None}, ChangedMeanwhile),
        (versions.unschedule_version, {"reason": "x"}, ChangedMeanwhile),
        (versions.refuse_version, {"reason": ""}, ReasonMissing),
        (versions.approve_version, {"reason": "x"}, NotPermitted),
    ],
)
def test_invalid_changes_of_a_draft(
    act: Callable[..., object], more: dict[str, Any], error: type[Exception]
) -> None:
    version, who = a_draft(), operator()

    refused(error, lambda: act(version.pk, acting_user=who, **more))


@pytest.mark.parametrize(
    ("act", "more"),
    [
        (versions.propose_version, {"reason": "x"}),
        (versions.edit_draft, {"rules": EIGHT, "seen": SOFT.digest}),
        (versions.schedule_version, {"effective_at": None}),
    ],
)
def test_a_manager_does_not_edit(act: Callable[..., object], more: dict[str, Any]) -> None:
    version, who = a_draft(), manager()

    refused(NotPermitted, lambda: act(version.pk, acting_user=who, **more))


def test_another_operator_does_not_refuse_and_a_draft_is_not_approved() -> None:
    version, other, boss = a_draft(), operator("omar"), manager()

    refused(
        NotPermitted, lambda: versions.refuse_version(version.pk, reason="x", acting_user=other)
    )
    refused(
        ChangedMeanwhile, lambda: versions.approve_version(version.pk, reason="x", acting_user=boss)
    )


def test_nothing_is_approved_without_mathematics_of_this_library() -> None:
    version = a_proposal()
    refused(
        MathematicsMissing,
        lambda: versions.approve_version(version.pk, reason="x", acting_user=manager()),
    )
    with_mathematics(SOFT)
    Mathematics.objects.update(library_version="0.0.1")
    refused(
        MathematicsMissing,
        lambda: versions.approve_version(version.pk, reason="x", acting_user=manager()),
    )


@pytest.mark.parametrize(
    ("result", "names"),
    [
        ({"rtp": 1.0001}, ("hand",)),
        ({"rtp": 0.74}, ("hand",)),
        ({"insurance": {"rtp": 0.7499}}, ("insurance",)),
        ({"side_bets": {"top_3": {"rtp": 0.6}, "21+3": {"rtp": 0.75}}}, ("side:top_3",)),
    ],
)
def test_unusual_returns_are_accepted_by_name(result: dict[str, Any], names: tuple[str]) -> None:
    version = a_proposal()
    with_mathematics(SOFT, **result)

    error = refused(
        ReturnsNotAccepted,
        lambda: versions.approve_version(version.pk, reason="x", acting_user=manager()),
    )
    assert error.names == names
    done = versions.approve_version(
        version.pk, reason="a gift", acting_user=manager(), accepted=names
    )
    assert done.steps.get(to_state="approved").accepted == list(names)


def test_returns_at_the_edge_are_usual() -> None:
    assert approved(rtp=0.98125, average_wager=1.0, insurance={"rtp": 0.75}).state == "approved"


def test_play_money_returns_what_it_will() -> None:
    version = versions.create_family("For fun", MoneyKind.PLAY, SOFT, acting_user=operator())
    versions.propose_version(version.pk, reason="fun", acting_user=operator())
    with_mathematics(SOFT, rtp=1.4)

    done = versions.approve_version(version.pk, reason="fun", acting_user=manager())
    assert done.steps.get(to_state="approved").accepted == []


def test_inverted_rules_are_for_play_money_only() -> None:
    inverted = Rules.from_dict({"inverted": True}, PRESETS["friendly"])
    operator()

    error = refused(
        Misconfigured,
        lambda: versions.create_family("Odd", MoneyKind.REAL, inverted, acting_user=operator()),
    )
    assert [one.field for one in error.problems] == ["inverted"]
    assert versions.create_family("Fun", MoneyKind.PLAY, inverted, acting_user=operator()).pk


def test_rules_that_a_table_cannot_pay_are_refused_beside_the_field() -> None:
    table = an_open_table()
    rules = Rules.from_dict({"blackjack_pays": "4:3"}, PRESETS["ligalo"])

    error = refused(
        Misconfigured,
        lambda: versions.create_draft(table.version.rule_set_id, rules, acting_user=operator()),
    )
    assert [one.field for one in error.problems] == ["blackjack_pays"]


def test_a_scheduled_version_waits_for_its_time() -> None:
    version = approved()
    at = timezone.now() + timedelta(hours=2)
    refused(
        TimeInPast,
        lambda: versions.schedule_version(
            version.pk,
            timezone.now() - timedelta(minutes=1),
            reason="a fault",
            acting_user=operator(),
        ),
    )
    versions.schedule_version(version.pk, at, reason="a fault", acting_user=operator())

    before = everything()
    assert versions.activate_due(at - timedelta(seconds=1)) == 0
    assert everything() == before


def test_the_task_brings_what_is_due_into_force_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    table = an_open_table()
    version = approved()
    at = timezone.now() + timedelta(hours=2)
    versions.schedule_version(version.pk, at, reason="a fault", acting_user=operator())
    monkeypatch.setattr(timezone, "now", lambda: at)

    activate_rules()
    activate_rules()

    table.refresh_from_db()
    assert table.version == version
    assert version.steps.get(to_state="active").acting_user is None


def test_a_version_taken_off_the_schedule_stays_approved() -> None:
    version = approved()
    versions.schedule_version(
        version.pk, timezone.now() + timedelta(hours=1), reason="a fault", acting_user=operator()
    )
    versions.unschedule_version(version.pk, reason="not yet", acting_user=operator())

    version.refresh_from_db()
    assert version.state == "approved"
    assert not versions.due_versions(timezone.now() + timedelta(hours=2)).exists()


def test_a_version_without_current_mathematics_waits_and_they_are_asked_for() -> None:
    version = approved()
    due = timezone.now() + timedelta(hours=2)
    versions.schedule_version(version.pk, due, reason="a fault", acting_user=operator())
    Mathematics.objects.filter(digest=SOFT.digest).update(library_version="0.0.1")

    assert versions.activate_due(due) == 0

    version.refresh_from_db()
    assert version.state == "scheduled"
    assert Mathematics.objects.get(digest=SOFT.digest).state == "waiting"


def test_the_proposers_may_take_it_back_and_a_manager_refuse() -> None:
    mine, theirs = a_proposal(), a_proposal(EIGHT)

    versions.refuse_version(mine.pk, reason="thought better of it", acting_user=operator())
    versions.refuse_version(theirs.pk, reason="too generous", acting_user=manager())
    assert set(
        RuleSetVersion.objects.filter(pk__in=[mine.pk, theirs.pk]).values_list("state", flat=True)
    ) == {"refused"}
    refused(
        ChangedMeanwhile,
        lambda: versions.approve_version(mine.pk, reason="after all", acting_user=manager()),
    )


def test_returns_that_became_unusual_since_the_approval_keep_it_waiting() -> None:
    an_open_table()
    version, other = approved(), approved(EIGHT)
    due = timezone.now() + timedelta(hours=1)
    versions.schedule_version(version.pk, due, reason="a fault", acting_user=operator())
    with_mathematics(SOFT, rtp=1.001)
    with_mathematics(EIGHT, rtp=1.001)

    assert [versions.activate_due(due) for _ in range(2)] == [0, 0]

    version.refresh_from_db()
    assert version.state == "scheduled"
    event = Event.objects.get(kind="table_rules_wait")
    assert event.data == {"version": version.pk, "returns": ["hand"]}
    refused(
        ReturnsNotAccepted,
        lambda: versions.schedule_version(other.pk, None, reason="a fault", acting_user=operator()),
    )
    with_mathematics(SOFT)
    assert versions.activate_due(due) == 1


def test_an_accepted_version_comes_into_force() -> None:
    an_open_table()
    with_mathematics(SOFT, rtp=1.001)
    version = a_proposal()
    versions.approve_version(
        version.pk, reason="fine", accepted=("hand",), acting_user=manager(), at_once=True
    )

    versions.schedule_version(version.pk, None, reason="a fault", acting_user=operator())

    version.refresh_from_db()
    assert version.state == "active"
