"""Switches that stop the next bet: house, rule set, table, boxes, player.

Running rounds can always be finished.
"""

from django.utils import timezone

from accounts.models.users import User
from builds.refusals import ClosedByBuild
from builds.selectors import is_build_open
from casino.limits.services.pace import find_hours_refusal
from casino.play.selectors.player_money import PlayerMoney
from casino.refusals import (
    ALL_BOXES_STOPPED,
    BOX_STOPPED,
    HOUSE_STOPPED,
    LINKS_MISSING,
    PLAYER_STOPPED,
    RULES_STOPPED,
    TABLE_CLOSED,
    TABLE_OPENING,
    BetRefused,
)
from casino.values.boxes import stake_field
from journal.refusals import NotAllowed, Refusal
from profiles.selectors.in_force import profile_in_force
from profiles.selectors.links import find_link_problem
from restores.refusals import ClosedAfterRestore
from restores.selectors import is_open
from tables.models import Table
from tables.values.conformity import find_rule_contradictions


def find_table_refusal(table: Table, *, house_stopped: bool) -> Refusal | None:
    """Return the refusal if nobody may bet at this table, else None."""
    if house_stopped:
        return find_house_refusal()
    if table.status != Table.Status.OPEN:
        is_opening = table.status == Table.Status.OPENING
        return BetRefused(TABLE_OPENING if is_opening else TABLE_CLOSED, code="table_closed")
    return find_stop_refusal(table)


def find_profile_refusal(table: Table) -> Refusal | None:
    """Return the refusal if the profile in force does not allow the table's rules; their returns are judged when it closes."""
    if table.is_play_money:
        return None
    rules, profile = table.version.rules, profile_in_force()
    found = next(find_rule_contradictions(rules, profile, live=table.is_live), None)
    if found is not None:
        return BetRefused(TABLE_CLOSED, code="profile_contradicted", field=found.field)
    return find_links_refusal(table)


def find_links_refusal(table: Table, country: str = "") -> Refusal | None:
    """Return the refusal of real-money bets while a link that the profile requires is missing or not reachable."""
    if table.is_play_money or (problem := find_link_problem(country)) is None:
        return None
    return BetRefused(LINKS_MISSING, code="required_links", field=problem.group)


def find_house_refusal() -> Refusal:
    """Return why all play is stopped: after a restore, by a build that nobody accepted, or else by staff."""
    if not is_open():
        return ClosedAfterRestore()
    if not is_build_open():
        return ClosedByBuild()
    return BetRefused(HOUSE_STOPPED, code="play_stopped")


def find_stop_refusal(table: Table) -> Refusal | None:
    """Return the refusal if profile, rule set or stopped boxes let nobody bet at this table, else None."""
    if refusal := find_profile_refusal(table):
        return refusal
    if table.rule_set.stopped:
        return BetRefused(RULES_STOPPED, code="rules_stopped")
    if playable_boxes(table) <= set(table.stopped_boxes):
        return BetRefused(ALL_BOXES_STOPPED, code="box_stopped")
    return None


def find_switch_refusal(player: User, table: Table, player_money: PlayerMoney) -> Refusal | None:
    """Return the refusal if a switch stops this player's bets at this table, else None."""
    refusal = find_table_refusal(table, house_stopped=player_money.house_stopped)
    if refusal is None and player.play_stopped:
        return NotAllowed(PLAYER_STOPPED, code="player_stopped")
    return refusal or find_links_refusal(table, player.country)


def find_switch_or_hours_refusal(
    player: User, table: Table, player_money: PlayerMoney
) -> Refusal | None:
    """Return the refusal by a switch or by the table's hours, else None."""
    return find_switch_refusal(player, table, player_money) or find_hours_refusal(
        table, timezone.now()
    )


def playable_boxes(table: Table) -> set[int]:
    """The boxes that players may bet on."""
    return set(table.box_numbers)


def check_switches(player: User, table: Table, player_money: PlayerMoney, boxes: list[int]) -> None:
    """Raise the `Refusal` if a switch stops bets on these boxes."""
    if (refusal := find_switch_refusal(player, table, player_money)) is not None:
        raise refusal
    for box in boxes:
        if box in table.stopped_boxes:
            raise BetRefused(BOX_STOPPED % {"n": box}, code="box_stopped", field=stake_field(box))
