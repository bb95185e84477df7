"""That staff looked at personal data of players: an event, at most one for each of them, what they saw and UTC day."""

import hashlib
from collections.abc import Iterable

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from journal.models import Kind
from journal.services import record, record_once

_FIRST = """
    INSERT INTO accounts_seen (staff_id, player_id, day) SELECT %s, player, %s FROM unnest(%s::bigint[]) AS player
    ON CONFLICT DO NOTHING RETURNING player_id
"""


def saw(user: User, player: User, what: str) -> bool:
    """Note that this member of staff has seen this player's data; `what` names the page. True for the first time that day."""
    return bool(saw_all(user, [player.pk], what))


@transaction.atomic
def saw_all(user: User, players: Iterable[int], what: str) -> list[int]:
    """The same of several players on one page; those who were seen for the first time that day.

    Two pages at the same moment make one event: the second waits for the rows of the first, which all write in one order.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [user.pk, timezone.now().date(), sorted(set(players))])
        first = sorted(row[0] for row in cursor.fetchall())
    for player in first:
        record(Kind.PLAYER_VIEWED, actor=user.pk, subject=f"user {player}", data={"page": what})
    return first


def saw_list(user: User, players: Iterable[int], asked: Iterable[str]) -> bool:
    """Note that this member of staff was shown these players (their numbers) in a list; `asked` names the filters, not their words.

    True for the first time that day.
    """
    shown = sorted(set(players))
    if not shown:
        return False
    data = {"players": shown, "asked": sorted(asked)}
    digest = hashlib.sha256(repr(data).encode()).hexdigest()[:24]
    once = f"{user.pk} {timezone.now().date()} {digest}"
    return record_once(Kind.PLAYERS_LISTED, actor=user.pk, subject="players", data=data, once=once)
