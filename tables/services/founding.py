"""First rules and tables of a new house, before any mathematics."""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason
from blackjack.rules import Rules
from profiles.selectors.in_force import profile_in_force
from tables.models import MoneyKind, RuleSet, RuleSetVersion, Table, VersionState
from tables.selectors.house_tables import LABORATORY_TABLES, HouseTable
from tables.services.acting import attribute_table_changes
from tables.services.opening import open_table
from tables.services.steps import bring_into_force, lock_family, take_step
from tables.services.validity import verify_rules, verify_table

REASON = OwnReason.FOUNDED.value


@transaction.atomic
def ensure_rule_set(
    name: str,
    money: MoneyKind,
    rules: Rules,
    author: User,
    approver: User,
    *,
    name_es: str = "",
) -> RuleSetVersion:
    """Return the version in force of the rule set `name`; if there is none, put `rules` into force.

    Unlike `versions.approve_version` it does not wait for the mathematics: a table of the rule set opens only when they
    are computed and without unaccepted returns (`opening`). Author and approver must be two persons; PostgreSQL
    enforces it. Locks the rule set.
    """
    require(author, Right.EDIT_TABLES)
    require(approver, Right.APPROVE_TABLES)
    family, _ = RuleSet.objects.get_or_create(
        name=name, defaults={"name_es": name_es, "money": money}
    )
    lock_family(family.pk)
    present = family.versions.filter(state=VersionState.ACTIVE).first()
    if present is not None:
        return present
    verify_rules(rules, family)
    version = RuleSetVersion.objects.create(
        rule_set=family,
        number=family.versions.count() + 1,
        rules_json=rules.to_dict(),
        rules_hash=rules.digest,
        created_by=author,
    )
    take_step(version, VersionState.DRAFT, author)
    take_step(version, VersionState.PROPOSED, author, reason=REASON)
    take_step(version, VersionState.APPROVED, approver, reason=REASON)
    take_step(version, VersionState.SCHEDULED, approver, effective_at=version.created_at)
    bring_into_force(version, approver)
    return version


@transaction.atomic
def ensure_table(house: HouseTable, author: User, approver: User) -> Table:
    """Create one of the house's tables, closed, with its rule set as the profile in force allows it. Idempotent by slug."""
    require(author, Right.EDIT_TABLES)
    require(approver, Right.APPROVE_TABLES)
    present = Table.objects.filter(slug=house.slug).first()
    if present is not None:
        return present
    house = house.as_allowed(profile_in_force())
    name, name_es = house.family_names
    version = ensure_rule_set(name, house.money, house.rules, author, approver, name_es=name_es)
    table = Table(
        slug=house.slug,
        name=house.name,
        name_es=house.name_es,
        kind=house.kind,
        version=version,
        **house.values,
    )
    verify_table(table)
    attribute_table_changes(author)
    table.save()
    return table


@transaction.atomic
def open_laboratory_tables(author: User, approver: User) -> list[Table]:
    """Create and open the laboratory table of each preset; one that exists stays as it is. Raises NotPermitted.

    They open once their mathematics are computed.
    """
    known = set(Table.objects.values_list("slug", flat=True))
    opened = []
    for house in LABORATORY_TABLES.values():
        table = ensure_table(house, author, approver)
        if house.slug not in known:
            table = open_table(table.pk, reason=REASON, acting_user=author)
        opened.append(table)
    return opened
