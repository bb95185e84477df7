"""Opening and closing of tables: at once, by one person. A table opens only with computed mathematics."""

import logging
from collections.abc import Sequence

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason, require_reason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from tables.models import RuleSetVersion, Switching, Table
from tables.refusals import ReturnsNotAccepted
from tables.selectors.returns import require_still_accepted
from tables.selectors.tables import find_mathematics
from tables.services.acting import attribute_table_changes
from tables.services.mathematics import request_mathematics
from tables.services.switches import bar_bets, save_switching

_LOG = logging.getLogger(__name__)
_WAITS = Table.Status.OPENING


@transaction.atomic
def open_table(table_id: int, *, reason: str, acting_user: User) -> Table:
    """Open an approved table; without mathematics it opens by itself once they are computed. Locks the table.

    Raises ReturnsNotAccepted for unusual returns that nobody accepted, ChangedMeanwhile if it is not approved.
    """
    require(acting_user, Right.SWITCH_TABLES)
    table = _require_approved(table_id)
    if table.status == Table.Status.CLOSED:
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
        _switch(
            table, Table.Status.CLOSED, acting_user, require_reason(reason), bets_in_flight=hangs
        )
    return table


def open_ready_tables() -> int:
    """Open the tables that waited for mathematics that are computed now; return how many. Idempotent.

    `upkeep` requests missing ones, as for all rules in force.
    """
    found = Table.objects.filter(status=_WAITS).order_by("pk").values_list("pk", flat=True)
    return sum(_open_ready(pk) for pk in list(found))


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
    except ReturnsNotAccepted as error:
        _LOG.warning("%s stays closed: %s", table, ", ".join(error.names))
        _switch(table, Table.Status.CLOSED, None, OwnReason.UNUSUAL.value, unusual=error.names)
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
    bets_in_flight: bool = False,
    unusual: Sequence[str] = (),
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
            **({"bets_in_flight": True} if bets_in_flight else {}),
            **({"unusual": list(unusual)} if unusual else {}),
        },
    )
