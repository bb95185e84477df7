"""Changing a table: proposed by one person, applied with the approval of another, effective for the next round."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.services import require, requires
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import Flow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from limits.selectors.sets import set_in_force
from tables.models import RuleSet, Table, TableChange, TableChangeDecision, VersionState
from tables.refusals import Misconfigured, NothingToChange, Problem
from tables.services.acting import acting_on_tables
from tables.services.steps import lock_family
from tables.services.validity import doubts_of_table, verify_table

_FLOW: Final = Flow(TableChangeDecision, requires(Right.APPROVE_TABLES))
FIELDS: Final = (
    "name",
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
    """A new table of a family that has rules in force. It can be opened once another person approved its values; its `kind` never changes.

    `accepted`: see `tables.services.validity.verify_table`.
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
    acting_on_tables(acting_user)
    _insert(table)
    change = TableChange(table=table, values=values_of(table), accepted=doubtful)
    return _create_change(change, {}, reason, acting_user)


@transaction.atomic
def propose(
    table_id: int, values: Values, *, reason: str, acting_user: User, accepted: bool = False
) -> TableChange:
    """Propose new values. Raises Misconfigured with each field's problem, NothingToChange, ChangedMeanwhile for a refused table.

    `accepted`: see `tables.services.validity.verify_table`; only used if a limit changes.
    """
    require(acting_user, Right.EDIT_TABLES)
    table = _lock_table(table_id)
    if table.status == Table.Status.REFUSED:
        raise ChangedMeanwhile(detail=f"{table}: {table.status}")
    before = values_of(table)
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
    """Whether something about its limits is doubtful and meant. Raises Misconfigured where it is not meant."""
    house = None if table.rule_set.is_play_money else set_in_force(None)
    limits = house.values if house else {}
    verify_table(table, accepted=accepted, house=limits)
    return bool(doubts_of_table(table, limits))


@transaction.atomic
def decide(
    change_id: int, *, approved: bool, reason: str, acting_user: User
) -> TableChangeDecision:
    """Decide as another person; an approved change is applied if still valid. Raises Misconfigured.

    Approving a change older than the last applied one raises ChangedMeanwhile. A new table has its values since its proposal;
    refusing the proposal ends the table and frees its address.
    """
    verdict = _FLOW.verdict(approved=approved, acting_user=acting_user, reason=reason)
    change = TableChange.objects.get(pk=change_id)
    table = _lock_table(change.table_id)
    founds = _founds(change, table)

    def carry_out() -> dict[str, object]:
        if approved and (
            table.status == Table.Status.REFUSED or (not founds and _is_overtaken(change))
        ):
            raise ChangedMeanwhile(detail=f"{table}: {table.status}")
        before = {name: value for name, value in values_of(table).items() if name in change.values}
        acting_on_tables(acting_user)
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
            "before": decision_before(decision),
            **({"limit_meant": True} if change.accepted else {}),
            "proposed_by": change.proposed_by_id,
            "reason": decision.reason,
        },
    )


def decision_before(decision: TableChangeDecision) -> dict[str, Any]:
    """The replaced values as plain JSON."""
    decision.refresh_from_db(fields=["before"])
    return dict(decision.before)


def values_of(table: Table) -> dict[str, Any]:
    """All that can be configured about a table."""
    return {name: getattr(table, name) for name in FIELDS}


def _plain(values: Values) -> dict[str, Any]:
    """Values as in an event: times as text."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(values), cls=DjangoJSONEncoder))
    return plain


def _lock_table(table_id: int) -> Table:
    """The table, its family locked before it: new rules and a new step are compared one after the other."""
    lock_family(RuleSet.objects.values_list("pk", flat=True).get(versions__tables=table_id))
    tables = Table.objects.select_for_update(no_key=True, of=("self",))
    return tables.select_related("version__rule_set").get(pk=table_id)


def _apply(table: Table, values: Values) -> None:
    _set_values(table, values)
    verify_table(table)
    if values:
        table.save(update_fields=[*values])


def _is_overtaken(change: TableChange) -> bool:
    """Whether a later change of the same fields is approved already."""
    later = TableChange.objects.filter(table=change.table_id, pk__gt=change.pk)
    return later.filter(decision__approved=True, values__has_any_keys=[*change.values]).exists()


def _founds(change: TableChange, table: Table) -> bool:
    """Whether it proposes the table itself; a later correction of the proposal approves nothing."""
    is_proposed = table.status == Table.Status.PROPOSED
    return is_proposed and not table.changes.filter(pk__lt=change.pk).exists()


def _approve_new_table(table: Table, status: Table.Status) -> None:
    table.status = status
    table.save(update_fields=["status"])


def _set_values(table: Table, values: Values) -> None:
    """Set the values on the object, converted by its fields. Raises Misconfigured."""
    problems = []
    for name, value in values.items():
        if name not in FIELDS:
            problems.append(Problem(name, _("There is no such field.")))
            continue
        field = Table._meta.get_field(name)  # noqa: SLF001  # Django's documented way to a field
        try:
            setattr(table, name, field.clean(value, table))  # type: ignore[union-attr]  # FIELDS are columns, no relations
        except ValidationError as error:
            problems.append(Problem(name, " ".join(error.messages)))
    if problems:
        raise Misconfigured(problems)


def _insert(table: Table) -> None:
    """Raises Misconfigured where somebody has taken the address at this very moment."""
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
