"""Changes of a table: proposed by one person, applied with the approval of another, effective for the next round."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from limits.selectors.sets import load_limit_set
from tables.models import RuleSet, Table, TableChange, TableChangeDecision, VersionState
from tables.refusals import Misconfigured, NothingToChange, Problem
from tables.services.acting import attribute_table_changes
from tables.services.steps import lock_family
from tables.services.validity import find_table_doubts, verify_table

_FLOW: Final = DecisionFlow(TableChangeDecision, build_right_check(Right.APPROVE_TABLES))
FIELDS: Final = (
    "name",
    "name_es",
    "kind",
    "min_bet_usd",
    "max_bet_usd",
    "min_player",
    "max_player",
    "max_round_usd",
    "max_insurance",
    "min_side",
    "max_side",
    "step",
    "chips",
    "currencies",
    "hands_per_minute",
    "hands_per_day",
    "min_seconds_between_rounds",
    "rounds_before_shoe_change",
    "max_bet_ratio",
    "opens",
    "closes",
    "hints",
    "bet_formula",
)
_DOUBTED: Final = frozenset({"max_bet_usd", "max_round_usd", "max_side"})
Values = Mapping[str, Any]


@transaction.atomic
def propose_table(
    slug: str,
    rule_set_id: int,
    values: Values,
    *,
    reason: str,
    acting_user: User,
    accepted: bool = False,
) -> TableChange:
    """Propose a new table for a rule set with a version in force. It can be opened once another person approves.

    Its `kind` never changes. `accepted`: see `tables.services.validity.verify_table`. Locks the rule set. Raises
    NotPermitted, ReasonMissing, Misconfigured.
    """
    require(acting_user, Right.EDIT_TABLES)
    in_force = lock_family(rule_set_id).versions.filter(state=VersionState.ACTIVE)
    version = in_force.select_related("rule_set").first()
    if version is None:
        raise Misconfigured([Problem("rule_set", _("This family has no rules in force yet."))])
    table = Table(slug=slug, version=version, status=Table.Status.PROPOSED)
    _see_free(table)
    _set_values(table, values)
    doubtful = _see_doubts(table, accepted=accepted)
    attribute_table_changes(acting_user)
    _insert(table)
    change = TableChange(table=table, values=table_values(table), accepted=doubtful)
    return _create_change(change, {}, reason, acting_user)


@transaction.atomic
def propose_change(
    table_id: int, values: Values, *, reason: str, acting_user: User, accepted: bool = False
) -> TableChange:
    """Propose new values of a table. Locks the rule set, then the table.

    `accepted`: see `tables.services.validity.verify_table`; only used if `max_bet_usd`, `max_round_usd` or `max_side`
    changes. Raises Misconfigured with a problem per field, NothingToChange, ChangedMeanwhile for a refused table.
    """
    require(acting_user, Right.EDIT_TABLES)
    table = _lock_table(table_id)
    if table.status == Table.Status.REFUSED:
        raise ChangedMeanwhile(detail=f"{table}: {table.status}")
    before = table_values(table)
    _set_values(table, values)
    if table.kind != before["kind"]:
        raise Misconfigured([Problem("kind", _("The kind of a table never changes."))])
    new = {name: getattr(table, name) for name in FIELDS if getattr(table, name) != before[name]}
    doubtful = not _DOUBTED.isdisjoint(new) and _see_doubts(table, accepted=accepted)
    verify_table(table)
    if not new:
        raise NothingToChange
    change = TableChange(table=table, values=new, accepted=doubtful)
    return _create_change(change, {name: before[name] for name in new}, reason, acting_user)


def _see_doubts(table: Table, *, accepted: bool) -> bool:
    """Return whether its limits have warnings. Raises Misconfigured for warnings that are not `accepted`."""
    house = None if table.rule_set.is_play_money else load_limit_set(None)
    limits = house.values if house else {}
    verify_table(table, accepted=accepted, house=limits)
    return bool(find_table_doubts(table, limits))


@transaction.atomic
def decide_change(
    change_id: int, *, approved: bool, reason: str, acting_user: User
) -> TableChangeDecision:
    """Decide as another person; an approved change is applied if still valid. Locks the rule set, then the table.

    Raises ChangedMeanwhile if a later change of the same fields is approved already or the table was refused,
    Misconfigured if the values are no longer valid. A new table has its values since its proposal; refusing that
    proposal ends the table and frees its slug.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    change = TableChange.objects.get(pk=change_id)
    table = _lock_table(change.table_id)
    founds = _founds(change, table)

    def carry_out() -> dict[str, object]:
        if approved and (
            table.status == Table.Status.REFUSED or (not founds and _is_overtaken(change))
        ):
            raise ChangedMeanwhile(detail=f"{table}: {table.status}")
        before = {
            name: value for name, value in table_values(table).items() if name in change.values
        }
        attribute_table_changes(acting_user)
        if approved:
            _apply(table, {} if founds else change.values)
        if founds:
            _approve_new_table(table, Table.Status.CLOSED if approved else Table.Status.REFUSED)
        return {"before": before}

    decision, is_new = _FLOW.decide(change, verdict, carry_out)
    if is_new:
        _record_decision(change, decision)
    return decision


def _record_decision(change: TableChange, decision: TableChangeDecision) -> None:
    record(
        EventKind.TABLE_CHANGE_DECIDED,
        actor=decision.decided_by_id,
        subject=f"table {change.table.slug}",
        data={
            "approved": decision.approved,
            "after": change.values,
            "before": load_replaced_values(decision),
            **({"limit_meant": True} if change.accepted else {}),
            "proposed_by": change.proposed_by_id,
            "reason": decision.reason,
        },
    )


def load_replaced_values(decision: TableChangeDecision) -> dict[str, Any]:
    """Return the replaced values as plain JSON."""
    decision.refresh_from_db(fields=["before"])
    return dict(decision.before)


def table_values(table: Table) -> dict[str, Any]:
    """Return all configurable values of a table."""
    return {name: getattr(table, name) for name in FIELDS}


def _plain(values: Values) -> dict[str, Any]:
    """Return the values as event data: JSON types, times as text."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(values), cls=DjangoJSONEncoder))
    return plain


def _lock_table(table_id: int) -> Table:
    """Lock and return the table, its rule set first: changes of rules and of the table are checked one after the other."""
    lock_family(RuleSet.objects.values_list("pk", flat=True).get(versions__tables=table_id))
    tables = Table.objects.select_for_update(no_key=True, of=("self",))
    return tables.select_related("version__rule_set").get(pk=table_id)


def _apply(table: Table, values: Values) -> None:
    _set_values(table, values)
    verify_table(table)
    if values:
        table.save(update_fields=[*values])


def _is_overtaken(change: TableChange) -> bool:
    """Return whether a later change of the same fields is approved already."""
    later = TableChange.objects.filter(table=change.table_id, pk__gt=change.pk)
    return later.filter(decision__approved=True, values__has_any_keys=[*change.values]).exists()


def _founds(change: TableChange, table: Table) -> bool:
    """Return whether this change proposes the table itself; later changes of the proposal don't approve it."""
    is_proposed = table.status == Table.Status.PROPOSED
    return is_proposed and not table.changes.filter(pk__lt=change.pk).exists()


def _approve_new_table(table: Table, status: Table.Status) -> None:
    table.status = status
    table.save(update_fields=["status"])


def _set_values(table: Table, values: Values) -> None:
    """Set the values on the instance, converted by the model's fields. Raises Misconfigured."""
    problems = []
    for name, value in values.items():
        if name not in FIELDS:
            problems.append(Problem(name, _("There is no such field.")))
            continue
        field = Table._meta.get_field(name)  # noqa: SLF001  # documented Django API
        try:
            setattr(table, name, field.clean(value, table))  # type: ignore[union-attr]  # FIELDS are columns, not relations
        except ValidationError as error:
            problems.append(Problem(name, " ".join(error.messages)))
    if problems:
        raise Misconfigured(problems)


def _insert(table: Table) -> None:
    """Insert the table. Raises Misconfigured if its slug was taken concurrently."""
    try:
        with transaction.atomic():
            table.save(force_insert=True)
    except IntegrityError as error:
        if Table.objects.filter(slug=table.slug).exists():
            raise _address_taken_error() from error
        raise


def _address_taken_error() -> Misconfigured:
    return Misconfigured([Problem("slug", _("There is a table with this address already."))])


def _see_free(table: Table) -> None:
    try:
        Table._meta.get_field("slug").clean(table.slug, table)  # noqa: SLF001  # as above
    except ValidationError as error:
        raise Misconfigured([Problem("slug", " ".join(error.messages))]) from error
    if Table.objects.filter(slug=table.slug).exclude(status=Table.Status.REFUSED).exists():
        raise _address_taken_error()


def _create_change(change: TableChange, before: Values, reason: str, proposer: User) -> TableChange:
    change.reason, change.proposed_by = require_reason(reason), proposer
    change.save(force_insert=True)
    change.refresh_from_db(fields=["values"])
    record(
        EventKind.TABLE_CHANGE_PROPOSED,
        actor=proposer.pk,
        subject=f"table {change.table.slug}",
        data={
            "before": _plain(before),
            "after": change.values,
            **({"limit_meant": True} if change.accepted else {}),
            "reason": change.reason,
        },
    )
    return change
