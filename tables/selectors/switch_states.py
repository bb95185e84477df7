"""All switches with their state and last use."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from accounts.models.users import User
from pages.names import select_name
from tables.models import House, RuleSet, Switching, Table

MOST_PLAYERS: Final = 50
Stopped = TypeVar("Stopped", bound="RuleSet | Table | User | None")
_What = Switching.What


@dataclass(frozen=True, slots=True)
class SwitchState(Generic[Stopped]):
    """A switch, the row that it stops (None: the house), and its last use, if any."""

    what: Switching.What
    of: Stopped
    stopped: bool
    last: Switching | None
    box: int | None = None


@dataclass(frozen=True, slots=True)
class TableSwitchStates:
    """The switch of a table, and those of its boxes."""

    table: SwitchState[Table]
    boxes: Sequence[SwitchState[Table]]


@dataclass(frozen=True, slots=True)
class SwitchStates:
    """All switches; players only if stopped, newest accounts first, with `more` if the list is cut."""

    house: SwitchState[None]
    rules: Sequence[SwitchState[RuleSet]]
    tables: Sequence[TableSwitchStates]
    players: Sequence[SwitchState[User]]
    more: bool


def load_switch_states() -> SwitchStates:
    """Return the state of all switches. Six queries, however many there are."""
    last = _last_uses()
    found = User.objects.filter(play_stopped=True, is_staff=False).order_by("-pk")
    players = list(found[: MOST_PLAYERS + 1])
    approved = Table.objects.exclude(status__in=[Table.Status.PROPOSED, Table.Status.REFUSED])
    tables = approved.select_related("version__rule_set").order_by(select_name())
    stopped, used = House.objects.get().stopped, last.get((_What.HOUSE, None, None, None))
    return SwitchStates(
        house=SwitchState(_What.HOUSE, None, stopped, used),
        rules=[_of_rules(one, last) for one in RuleSet.objects.order_by(select_name())],
        tables=[_of_table(table, last) for table in tables],
        players=_of_players(players[:MOST_PLAYERS]),
        more=len(players) > MOST_PLAYERS,
    )


def load_table_switch_states(table: Table) -> TableSwitchStates:
    """Return the switches of one table. One query."""
    return _of_table(table, _last_uses())


_LastUses = dict[tuple[str, int | None, int | None, int | None], Switching]


def _last_uses() -> _LastUses:
    names = ("what", "rule_set_id", "table_id", "box")
    rows = Switching.objects.exclude(what=_What.PLAYER).select_related("acting_user")
    newest = rows.order_by(*names, "-id").distinct(*names)
    return {(row.what, row.rule_set_id, row.table_id, row.box): row for row in newest}


def _of_rules(rules: RuleSet, last: _LastUses) -> SwitchState[RuleSet]:
    used = last.get((_What.RULES, rules.pk, None, None))
    return SwitchState(_What.RULES, rules, rules.stopped, used)


def _of_table(table: Table, last: _LastUses) -> TableSwitchStates:
    used = last.get((_What.TABLE, None, table.pk, None))
    closed = table.status == Table.Status.CLOSED
    return TableSwitchStates(
        SwitchState(_What.TABLE, table, closed, used),
        [
            SwitchState(
                _What.BOX,
                table,
                box in table.stopped_boxes,
                last.get((_What.BOX, None, table.pk, box)),
                box,
            )
            for box in sorted({*table.box_numbers, *table.stopped_boxes})
        ],
    )


def _of_players(players: Iterable[User]) -> list[SwitchState[User]]:
    rows = Switching.objects.filter(player__in=players).select_related("acting_user")
    newest = rows.order_by("player_id", "-id").distinct("player_id")
    last = {row.player_id: row for row in newest}
    return [SwitchState(_What.PLAYER, one, one.play_stopped, last.get(one.pk)) for one in players]
