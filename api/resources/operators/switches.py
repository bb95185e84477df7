"""Switches of play as the operator's systems read them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from accounts.models.users import User
from tables.models import RuleSet, Table
from tables.selectors.switch_states import SwitchState, load_switch_states


@dataclass(frozen=True, slots=True)
class SwitchRecord:
    """A switch with its last use."""

    what: str
    stopped: bool
    changed_at: datetime | None
    reason: str | None
    rule_set: str | None = None
    table: str | None = None
    box: int | None = None
    player: int | None = None


def list_switch_records() -> list[SwitchRecord]:
    """Return all switches. Six queries, however many there are."""
    return list(_build())


def _build() -> Iterator[SwitchRecord]:
    found = load_switch_states()
    yield _record(found.house)
    yield from (_record(one) for one in found.rules)
    for table in found.tables:
        yield _record(table.table)
        yield from (_record(one) for one in table.boxes)
    yield from (_record(one) for one in found.players)


def _record(
    one: "SwitchState[RuleSet] | SwitchState[Table] | SwitchState[User] | SwitchState[None]",
) -> SwitchRecord:
    return SwitchRecord(
        what=one.what.value,
        stopped=one.stopped,
        changed_at=one.last.at if one.last else None,
        reason=one.last.reason if one.last else None,
        rule_set=one.of.name if isinstance(one.of, RuleSet) else None,
        table=one.of.slug if isinstance(one.of, Table) else None,
        box=one.box,
        player=one.of.pk if isinstance(one.of, User) else None,
    )
