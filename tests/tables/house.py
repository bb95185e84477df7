"""Tables of the house, and the operator and manager responsible for them."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

import blackjack
from accounts.models.users import User
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_staff
from blackjack.rules import Rules
from tables.models import Mathematics, MoneyKind, RuleSetVersion, Table, VersionState
from tables.selectors.house_tables import LIGALO, HouseTable
from tables.services.founding import ensure_rule_set, ensure_table
from tables.services.steps import bring_into_force, lock_family, take_step

PASSWORD = "a long password of staff"


def operator(name: str = "olga") -> User:
    """Return an operator, who edits and proposes."""
    return register_demo_staff(f"{name}@house.example", PASSWORD, name.title(), Role.OPERATOR)


def manager(name: str = "marta") -> User:
    """Return a compliance manager, who approves."""
    return register_demo_staff(
        f"{name}@house.example", PASSWORD, name.title(), Role.COMPLIANCE_MANAGER
    )


def a_founded_table(house: HouseTable = LIGALO) -> Table:
    """Return one of the house's tables, closed, creating it if needed; most databases have `LIGALO` already."""
    table = Table.objects.filter(slug=house.slug).first() or ensure_table(
        house, operator(), manager()
    )
    if house != LIGALO:
        values = {name: getattr(table, name) for name in house.values}
        as_asked = (table.version.rules, values) == (house.rules, house.values)
        assert as_asked, "another table has this slug: mark the test `empty`"
    return table


def an_open_table(house: HouseTable = LIGALO, slug: str = "") -> Table:
    """Return one of the house's tables, open, with or without its mathematics."""
    table = a_founded_table(replace(house, slug=slug) if slug else house)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OPEN)
    table.refresh_from_db()
    return table


def with_mathematics(rules: Rules, **changes: Any) -> Mathematics:
    """Store mathematics for these rules as if a worker had computed them; `changes` override the result."""
    result = {
        "rtp": 0.976,  # below 100% even with the points of the tests' tiers
        "average_wager": 1.13,
        "insurance": {"rtp": 0.93},
        "side_bets": {},
        **changes,
    }
    now = timezone.now()
    done = {
        "state": Mathematics.State.DONE,
        "progress": 100,
        "library_version": blackjack.VERSION,
        "result": result,
        "chart": {},
        "started_at": now,
        "finished_at": now,
    }
    defaults = {"rules_json": rules.to_dict(), "asked_at": now, **done}
    row, _ = Mathematics.objects.update_or_create(digest=rules.digest, defaults=defaults)
    return row


def a_version(name: str, rules: Rules, money: MoneyKind = MoneyKind.REAL) -> RuleSetVersion:
    """Return the family's version in force, creating the family with these rules if needed."""
    return ensure_rule_set(name, money, rules, operator(), manager())


@transaction.atomic
def scheduled(table: Table, rules: Rules, at: datetime | None = None) -> RuleSetVersion:
    """Schedule other rules for the table's family, by default at once."""
    family = lock_family(table.version.rule_set_id)
    version = RuleSetVersion.objects.create(
        rule_set=family,
        number=family.versions.count() + 1,
        rules_json=rules.to_dict(),
        rules_hash=rules.digest,
        created_by=operator(),
    )
    for state, by in (("draft", operator()), ("proposed", operator()), ("approved", manager())):
        take_step(version, VersionState(state), by, reason="tests")
    take_step(version, VersionState.SCHEDULED, manager(), effective_at=at or version.created_at)
    return version


@transaction.atomic
def play_by(table: Table, rules: Rules) -> RuleSetVersion:
    """Bring other rules into force for the table's family now."""
    version = scheduled(table, rules)
    bring_into_force(version, manager())
    table.refresh_from_db()
    return version
