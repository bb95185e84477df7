"""Switches that stop and resume play: the whole house, a rule set, a box, a player. Tables are closed in `opening`.

A stop takes effect at the next round; running ones finish. Only play stops, not the bank.
"""

from typing import Final

from django.db import OperationalError, connection, transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from journal.models import EventKind
from journal.services.recording import record
from tables.models import House, RuleSet, Switching, Table
from tables.refusals import NoSuchBox, NoSuchPlayer
from tables.selectors.switches import TAKING_BETS

WAIT: Final = "3s"  # longest wait for bets being taken, which last milliseconds
NUMBERING: Final = 0x4C696773
"""Advisory lock from a use's number to its commit."""

_What = Switching.What


@transaction.atomic
def switch_house(*, stopped: bool, reason: str, acting_user: User) -> Switching | None:
    """Stop or resume all play. None if nothing changed. Raises NotPermitted, ReasonMissing."""
    require(acting_user, Right.SWITCH_EVERYTHING)
    reason = require_reason(reason)
    hangs = stopped and not bar_bets()
    house = House.objects.select_for_update(no_key=True).get()
    if house.stopped == stopped:
        return None
    House.objects.update(stopped=stopped)
    switching = Switching(what=_What.HOUSE, stopped=stopped, reason=reason, acting_user=acting_user)
    return record_switching(switching, "house", bets_in_flight=hangs)


@transaction.atomic
def switch_rules(
    rule_set_id: int, *, stopped: bool, reason: str, acting_user: User
) -> Switching | None:
    """Stop or resume all tables of a rule set; their own status is kept. Raises as `switch_house`."""
    require(acting_user, Right.SWITCH_EVERYTHING)
    reason = require_reason(reason)
    hangs = stopped and not bar_bets()
    family = RuleSet.objects.select_for_update(no_key=True).get(pk=rule_set_id)
    if family.stopped == stopped:
        return None
    RuleSet.objects.filter(pk=family.pk).update(stopped=stopped)
    switching = Switching(
        what=_What.RULES, rule_set=family, stopped=stopped, reason=reason, acting_user=acting_user
    )
    return record_switching(switching, f"rule set {family.name}", bets_in_flight=hangs)


@transaction.atomic
def switch_box(
    table_id: int, box: int, *, stopped: bool, reason: str, acting_user: User
) -> Switching | None:
    """Stop or resume one box of a table. Raises NoSuchBox, and as `switch_house`."""
    require(acting_user, Right.SWITCH_TABLES)
    reason = require_reason(reason)
    hangs = stopped and not bar_bets()
    tables = Table.objects.select_for_update(no_key=True, of=("self",))
    table = tables.select_related("version").get(pk=table_id)
    boxes = set(table.stopped_boxes)
    if (box in boxes) == stopped:
        return None
    if stopped and box not in table.box_numbers:
        raise NoSuchBox(detail=f"{table}: {box}")
    table.stopped_boxes = sorted(boxes | {box} if stopped else boxes - {box})
    table.save(update_fields=["stopped_boxes"])
    switching = Switching(
        what=_What.BOX,
        table=table,
        box=box,
        stopped=stopped,
        reason=reason,
        acting_user=acting_user,
    )
    return record_switching(switching, f"table {table.slug}", bets_in_flight=hangs)


@transaction.atomic
def switch_player(
    player_id: int, *, stopped: bool, reason: str, acting_user: User
) -> Switching | None:
    """Stop or resume a player's play; account and bank are not affected. Raises NoSuchPlayer, and as `switch_house`.

    Waits for a running bet, which locks the player's row.
    """
    require(acting_user, Right.SWITCH_PLAYERS)
    reason = require_reason(reason)
    players = User.objects.select_for_update(no_key=True).filter(is_staff=False)
    player = players.filter(pk=player_id).first()
    if player is None:
        raise NoSuchPlayer(detail=str(player_id))
    if player.play_stopped == stopped:
        return None
    User.objects.filter(pk=player.pk).update(play_stopped=stopped)
    switching = Switching(
        what=_What.PLAYER, player=player, stopped=stopped, reason=reason, acting_user=acting_user
    )
    return record_switching(switching, f"user {player.pk}")


def bar_bets() -> bool:
    """Take the lock that bets share: wait for bets being taken, and block new ones until this transaction ends.

    False if a bet holds it longer than `WAIT`: the stop then goes ahead without the lock.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [WAIT])
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TAKING_BETS])
    except OperationalError:
        return False
    return True


def save_switching(switching: Switching) -> None:
    """Save the use of a switch. Numbers rise in the order of the commits: live tables look for a higher one than theirs.

    Take all other locks before.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [NUMBERING])
    switching.save(force_insert=True)


def record_switching(
    switching: Switching, subject: str, *, bets_in_flight: bool = False
) -> Switching:
    """Save the use of a switch, with its event."""
    save_switching(switching)
    data: dict[str, object] = {
        "what": switching.what,
        **({"box": switching.box} if switching.box else {}),
        "before": {"stopped": not switching.stopped},
        "after": {"stopped": switching.stopped},
        "reason": switching.reason,
        **({"bets_in_flight": True} if bets_in_flight else {}),
    }
    record(
        EventKind.PLAY_STOPPED if switching.stopped else EventKind.PLAY_RESUMED,
        actor=switching.acting_user_id,
        subject=subject,
        data=data,
    )
    return switching
