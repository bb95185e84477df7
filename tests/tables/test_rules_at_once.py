"""Concurrent steps by several people and workers, each with its own connection."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import get_ident

import pytest
from django.db import transaction
from django.utils import timezone

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from journal.models import Event
from journal.refusals import Refusal
from tables.models import Mathematics, MoneyKind, RuleSetVersion, Table, VersionState, VersionStep
from tables.refusals import Misconfigured
from tables.selectors.house_tables import LIGALO
from tables.services import changes, mathematics, opening, studies, versions
from tables.services.founding import ensure_rule_set, ensure_table
from tables.values.questions import Question
from tests.tables.analyses import TOGETHER, together
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.threads import Running
from tests.waiting import is_blocked, wait_until, wait_until_blocked

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("nudges")]
SOFT = Rules.from_dict({"soft_17": "stand"}, PRESETS["ligalo"])
EIGHT = Rules.from_dict({"decks": 8}, PRESETS["ligalo"])


def proposed(rules: Rules) -> RuleSetVersion:
    table = an_open_table()
    with_mathematics(rules)
    version = versions.create_draft(table.version.rule_set_id, rules, acting_user=operator())
    return versions.propose_version(version.pk, reason="ask", acting_user=operator())


def approved(rules: Rules) -> RuleSetVersion:
    who = manager()
    return versions.approve_version(
        proposed(rules).pk, reason="fine", acting_user=who, at_once=True
    )


def counted(*acts: Callable[[], object]) -> list[bool]:
    """Run the calls at once and return, sorted, whether each succeeded or was refused."""
    left, done = list(acts), list[bool]()

    def tried() -> None:
        try:
            left.pop()()
        except Refusal:
            done.append(False)
        else:
            done.append(True)

    together(tried, count=len(acts))
    return sorted(done)


def test_a_version_is_approved_once() -> None:
    version, boss = proposed(SOFT), manager()

    def approve() -> object:
        return versions.approve_version(version.pk, reason="fine", acting_user=boss)

    assert counted(*[approve] * TOGETHER) == [False] * (TOGETHER - 1) + [True]
    assert version.steps.filter(to_state="approved").count() == 1


def test_drafts_made_at_once_are_numbered_one_by_one() -> None:
    table, who = an_open_table(), operator()

    together(lambda: versions.create_draft(table.version.rule_set_id, SOFT, acting_user=who))

    numbers = RuleSetVersion.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, TOGETHER + 2))


def test_of_two_concurrent_versions_one_is_in_force() -> None:
    both = [approved(SOFT), approved(EIGHT)]
    who, left = operator(), [version.pk for version in both]

    together(
        lambda: versions.schedule_version(left.pop(), None, reason="a fault", acting_user=who),
        count=2,
    )

    in_force = RuleSetVersion.objects.get(state=VersionState.ACTIVE)
    assert in_force.pk in {version.pk for version in both}
    assert Table.objects.get().version == in_force
    assert VersionStep.objects.filter(to_state="retired").count() == 2


def test_workers_bring_a_version_into_force_once() -> None:
    version = approved(SOFT)
    at = timezone.now() + timedelta(hours=1)
    versions.schedule_version(version.pk, at, reason="a fault", acting_user=operator())
    brought: list[int] = []

    together(lambda: brought.append(versions.activate_due(at)))

    assert sum(brought) == 1
    assert version.steps.filter(to_state="active").count() == 1


def test_workers_open_a_table_once() -> None:
    table = ensure_table(LIGALO, operator(), manager())
    opening.open_table(table.pk, reason="good morning", acting_user=operator())
    with_mathematics(LIGALO.rules)
    opened: list[int] = []

    together(lambda: opened.append(opening.open_ready_tables()))

    assert sum(opened) == 1
    assert Event.objects.filter(kind="table_opened", actor_id=None).count() == 1


def test_a_change_is_decided_once() -> None:
    table, boss = an_open_table(), manager()
    change = changes.propose_change(
        table.pk, {"max_bet_usd": 600_000}, reason="more", acting_user=operator()
    )

    together(
        lambda: changes.decide_change(change.pk, approved=True, reason="fine", acting_user=boss)
    )

    assert Event.objects.filter(kind="table_change_decided").count() == 1


def test_a_step_and_rules_that_do_not_go_together_are_not_both_taken() -> None:
    """At 7:4, a step of 0.0050 USD pays half a stored unit; each change alone is valid."""
    table, who, boss = an_open_table(), operator(), manager()
    odd = Rules.from_dict(
        {"blackjack_pays": "7:4", "surrender": "none", "insurance": "none"}, LIGALO.rules
    )
    version = approved(odd)
    fine = {"step": 50, "currencies": ["USD"], "chips": [1_000, 5_000, 10_000, 50_000, 100_000]}
    change = changes.propose_change(table.pk, fine, reason="finer", acting_user=who)

    with transaction.atomic():
        changes.decide_change(change.pk, approved=True, reason="fine", acting_user=boss)
        scheduled = Running(
            lambda: versions.schedule_version(version.pk, None, reason="a fault", acting_user=who)
        )
        wait_until_blocked()
    with pytest.raises(Misconfigured):
        scheduled.result()

    table.refresh_from_db()
    assert (table.step, table.version.rules) == (50, LIGALO.rules)


def test_versions_that_share_rows_are_asked_about_at_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each request starts with the row that the other needs next, and waits until the other has begun or is blocked."""
    there = ensure_rule_set("Another", MoneyKind.REAL, SOFT, operator(), manager()).rule_set_id
    here = an_open_table().version.rule_set_id
    to, back = (
        versions.create_draft(family, rules, acting_user=operator())
        for family, rules in ((here, SOFT), (there, LIGALO.rules))
    )
    ask, began = mathematics.request_mathematics, set[int]()

    def ask_together(rules: Rules, question: Question | None = None) -> Mathematics:
        row = ask(rules, question)
        if get_ident() not in began:
            began.add(get_ident())
            wait_until(lambda: len(began) == 2 or is_blocked(), "the other has not begun")
        return row

    monkeypatch.setattr(mathematics, "request_mathematics", ask_together)
    Mathematics.objects.all().delete()
    by = operator()
    assert counted(
        *(partial(studies.request_studies, one, acting_user=by) for one in (to, back))
    ) == [
        True,
        True,
    ]
    assert Event.objects.filter(kind="computation_asked").count() == 2
