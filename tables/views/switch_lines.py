"""All switches with their state, time, person and reason."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models.users import User
from pages.names import select_name
from tables.models import House, RuleSet, Switching, Table

MOST_PLAYERS: Final = 50
_What = Switching.What


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
    """Return the state of all switches. Six queries, however many there are."""
    last = _last_throws()
    found = User.objects.filter(play_stopped=True, is_staff=False).order_by("-pk")
    players = list(found[: MOST_PLAYERS + 1])
    of_players = _last_of(players)
    approved = Table.objects.exclude(status__in=[Table.Status.PROPOSED, Table.Status.REFUSED])
    return Switches(
        house=SwitchLine(
            "house",
            _("All play"),
            reverse("switches:house"),
            House.objects.get().stopped,
            last.get((_What.HOUSE, None, None, None)),
        ),
        rules=[
            SwitchLine(
                f"rules-{family.pk}",
                family.display_name,
                reverse("switches:rules", args=[family.pk]),
                family.stopped,
                last.get((_What.RULES, family.pk, None, None)),
            )
            for family in RuleSet.objects.order_by(select_name())
        ],
        tables=[
            _table(table, last)
            for table in approved.select_related("version__rule_set").order_by(select_name())
        ],
        players=[
            SwitchLine(
                f"player-{player.pk}",
                f"{player.display_name}, {player.email}",
                reverse("switches:player", args=[player.pk]),
                player.play_stopped,
                of_players.get(player.pk),
                player=player.pk,
            )
            for player in players[:MOST_PLAYERS]
        ],
        more=len(players) > MOST_PLAYERS,
    )


_Throws = dict[tuple[str, int | None, int | None, int | None], Switching]


def _last_throws() -> _Throws:
    names = ("what", "rule_set_id", "table_id", "box")
    rows = Switching.objects.exclude(what=_What.PLAYER).select_related("acting_user")
    newest = rows.order_by(*names, "-id").distinct(*names)
    return {(row.what, row.rule_set_id, row.table_id, row.box): row for row in newest}


def _last_of(players: Iterable[User]) -> dict[int | None, Switching]:
    rows = Switching.objects.filter(player__in=[one.pk for one in players]).select_related(
        "acting_user"
    )
    return {row.player_id: row for row in rows.order_by("player_id", "-id").distinct("player_id")}


def load_table_switches(table: Table, address: Callable[[int | None], str]) -> TableSwitches:
    """Return the switches of a table; `address` gives the URL for a box, or the table's own for None. One query."""
    return _table(table, _last_throws(), address)


def _table(
    table: Table, last: _Throws, address: Callable[[int | None], str] | None = None
) -> TableSwitches:
    at = address or partial(_address, table)
    return TableSwitches(
        SwitchLine(
            f"table-{table.pk}",
            table.display_name,
            at(None),
            table.status == Table.Status.CLOSED,
            last.get((_What.TABLE, None, table.pk, None)),
            table.get_status_display(),
        ),
        [
            SwitchLine(
                f"table-{table.pk}-box-{box}",
                _("Box %(n)d") % {"n": box},
                at(box),
                box in table.stopped_boxes,
                last.get((_What.BOX, None, table.pk, box)),
            )
            for box in sorted({*table.box_numbers, *table.stopped_boxes})
        ],
    )


def _address(table: Table, box: int | None) -> str:
    if box is None:
        return reverse("switches:table", args=[table.pk])
    return reverse("switches:box", args=[table.pk, box])
