"""Opening and closing of tables: at once, by one person. A table opens only with computed mathematics."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason, require_reason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from tables.models import RuleSetVersion, Switching, Table
from tables.refusals import ProfileContradicted, ReturnsNotAccepted
from tables.selectors.conformity import load_contradictions, require_conformity
from tables.selectors.returns import require_still_accepted
from tables.selectors.tables import find_mathematics
from tables.services.acting import attribute_table_changes
from tables.services.mathematics import request_mathematics
from tables.services.switches import bar_bets, save_switching

_LOG = logging.getLogger(__name__)
_WAITS = Table.Status.OPENING
AHEAD: Final = timedelta(seconds=15)
"""Time to the next run of the task that closes contradicting tables (config/schedule.py)."""


@transaction.atomic
def open_table(table_id: int, *, reason: str, acting_user: User) -> Table:
    """Open an approved table; without mathematics it opens by itself once they are computed. Locks the table.

    Raises ProfileContradicted for rules that the profile in force does not allow, ReturnsNotAccepted for unusual returns
    that nobody accepted, ChangedMeanwhile if it is not approved.
    """
    require(acting_user, Right.SWITCH_TABLES)
    table = _require_approved(table_id)
    if table.status == Table.Status.CLOSED:
        require_conformity(table)
        status = Table.Status.OPEN if is_ready(table.version) else _WAITS
        request_mathematics(table.version.rules)
        _switch(table, status, acting_user, require_reason(reason))
    return table


@transaction.atomic
def close_table(table_id: int, *, reason: str, acting_user: User) -> Table:
    """Close a table at once: no new bets; running rounds finish. Waits for bets being taken (`bar_bets`)."""
    require(acting_user, Right.SWITCH_TABLES)
    hangs = not bar_bets()
    table = _require_approved(table_id)
    if table.status != Table.Status.CLOSED:
        about = {"bets_in_flight": True} if hangs else {}
        _switch(table, Table.Status.CLOSED, acting_user, require_reason(reason), about=about)
    return table


def open_ready_tables() -> int:
    """Open the tables that waited for mathematics that are computed now; return how many. Idempotent.

    `upkeep` requests missing ones, as for all rules in force.
    """
    found = Table.objects.filter(status=_WAITS).order_by("pk").values_list("pk", flat=True)
    return sum(_open_ready(pk) for pk in list(found))


def close_contradicting_tables(now: datetime) -> int:
    """Close the tables whose rules the profile does not allow, each in its own transaction; return how many. Idempotent.

    Looks ahead until the next run, so that no bet is taken once a new version is in force. Three queries without any.
    """
    tables = Table.objects.filter(status__in=[_WAITS, Table.Status.OPEN]).order_by("pk")
    present = list(tables.select_related("version__rule_set"))
    found = load_contradictions(present, now + AHEAD)
    return sum(_close_contradicting(pk, now + AHEAD) for pk in found)


@transaction.atomic
def _close_contradicting(table_id: int, at: datetime) -> bool:
    hangs = not bar_bets()
    table = _lock_table(table_id)
    found = load_contradictions([table], at).get(table.pk, ())
    if table.status not in {_WAITS, Table.Status.OPEN} or not found:
        return False
    _close_by_profile(table, list(dict.fromkeys(one.field for one in found)), hangs=hangs)
    return True


def _close_by_profile(table: Table, fields: Sequence[str], *, hangs: bool = False) -> None:
    _LOG.warning("%s is closed by the profile: %s", table, ", ".join(fields))
    in_flight = {"bets_in_flight": True} if hangs else {}
    _switch(
        table,
        Table.Status.CLOSED,
        None,
        OwnReason.PROFILE.value,
        about={**in_flight, "profile_fields": list(fields)},
    )


def is_ready(version: RuleSetVersion) -> bool:
    """Return whether current mathematics are computed. Raises ReturnsNotAccepted for unusual returns nobody accepted."""
    mathematics = find_mathematics(version)
    if mathematics is None or not mathematics.is_current:
        return False
    require_still_accepted(version, mathematics)
    return True


@transaction.atomic
def _open_ready(table_id: int) -> bool:
    table = _lock_table(table_id)
    if table.status != _WAITS:
        return False
    try:
        if not is_ready(table.version):
            return False
        require_conformity(table)
    except ReturnsNotAccepted as error:
        _LOG.warning("%s stays closed: %s", table, ", ".join(error.names))
        _switch(
            table,
            Table.Status.CLOSED,
            None,
            OwnReason.UNUSUAL.value,
            about={"unusual": list(error.names)},
        )
        return False
    except ProfileContradicted as error:
        _close_by_profile(table, error.names)
        return False
    _switch(table, Table.Status.OPEN, None, OwnReason.COMPUTED.value)
    return True


def _require_approved(table_id: int) -> Table:
    table = _lock_table(table_id)
    if not table.is_approved:
        raise ChangedMeanwhile(detail=f"{table}: {table.status}")
    return table


def _lock_table(table_id: int) -> Table:
    tables = Table.objects.select_for_update(no_key=True, of=("self",))
    return tables.select_related("version__rule_set").get(pk=table_id)


def _switch(
    table: Table,
    status: Table.Status,
    acting_user: User | None,
    reason: str,
    *,
    about: Mapping[str, object] | None = None,
) -> None:
    before, table.status = table.status, status
    attribute_table_changes(acting_user)
    table.save(update_fields=["status"])
    closed = status == Table.Status.CLOSED
    switching = Switching(
        what=Switching.What.TABLE,
        table=table,
        stopped=closed,
        reason=reason,
        acting_user=acting_user,
    )
    save_switching(switching)
    record(
        EventKind.TABLE_CLOSED if closed else EventKind.TABLE_OPENED,
        actor=acting_user.pk if acting_user else None,
        subject=f"table {table.slug}",
        data={
            "before": before,
            "after": status.value,
            "reason": reason,
            **(about or {}),
        },
    )
