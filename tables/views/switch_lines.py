"""All switches as lines of a page: name, address of the form, state, last use."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models.users import User
from tables.models import RuleSet, Switching, Table
from tables.selectors.switch_states import (
    SwitchState,
    TableSwitchStates,
    load_switch_states,
    load_table_switch_states,
)


@dataclass(frozen=True, slots=True)
class SwitchLine:
    """A switch on the page. `key` identifies the line, `address` receives the form, `last` is its last use.

    `player` is the id of the player it stops, if any.
    """

    key: str
    name: str
    address: str
    stopped: bool
    last: Switching | None
    state: str = ""
    player: int | None = None


@dataclass(frozen=True, slots=True)
class TableSwitches:
    table: SwitchLine
    boxes: list[SwitchLine]

    @property
    def boxes_stopped(self) -> int:
        """Number of stopped boxes."""
        return sum(box.stopped for box in self.boxes)

    @property
    def addresses(self) -> list[str]:
        """Addresses that receive the forms of its boxes."""
        return [box.address for box in self.boxes]


@dataclass(frozen=True, slots=True)
class Switches:
    """All switches; players only if stopped, newest accounts first, with `more` if the list is cut."""

    house: SwitchLine
    rules: list[SwitchLine]
    tables: list[TableSwitches]
    players: list[SwitchLine]
    more: bool

    @property
    def stopped(self) -> int:
        """Number of switches that stop something."""
        each = [self.house, *self.rules, *(one.table for one in self.tables), *self.players]
        return sum(one.stopped for one in each) + sum(one.boxes_stopped for one in self.tables)


def load_switches() -> Switches:
    """Return the lines of all switches. Six queries, however many there are."""
    found = load_switch_states()
    return Switches(
        house=SwitchLine(
            "house", _("All play"), reverse("switches:house"), found.house.stopped, found.house.last
        ),
        rules=[_rules(one) for one in found.rules],
        tables=[_table(one, partial(_address, one.table.of)) for one in found.tables],
        players=[_player(one) for one in found.players],
        more=found.more,
    )


def load_table_switches(table: Table, address: Callable[[int | None], str]) -> TableSwitches:
    """Return the switches of a table; `address` gives the URL for a box, or the table's own for None. One query."""
    return _table(load_table_switch_states(table), address)


def _rules(one: SwitchState[RuleSet]) -> SwitchLine:
    family = one.of
    address = reverse("switches:rules", args=[family.pk])
    return SwitchLine(f"rules-{family.pk}", family.display_name, address, one.stopped, one.last)


def _player(one: SwitchState[User]) -> SwitchLine:
    player = one.of
    return SwitchLine(
        f"player-{player.pk}",
        f"{player.display_name}, {player.email}",
        reverse("switches:player", args=[player.pk]),
        one.stopped,
        one.last,
        player=player.pk,
    )


def _table(found: TableSwitchStates, at: Callable[[int | None], str]) -> TableSwitches:
    table = found.table.of
    return TableSwitches(
        SwitchLine(
            f"table-{table.pk}",
            table.display_name,
            at(None),
            found.table.stopped,
            found.table.last,
            table.get_status_display(),
        ),
        [
            SwitchLine(
                f"table-{table.pk}-box-{one.box}",
                _("Box %(n)d") % {"n": one.box},
                at(one.box),
                one.stopped,
                one.last,
            )
            for one in found.boxes
        ],
    )


def _address(table: Table, box: int | None) -> str:
    if box is None:
        return reverse("switches:table", args=[table.pk])
    return reverse("switches:box", args=[table.pk, box])
