"""Audit log of staff views: one row per user, object and hour; one event per user, player and UTC day.

The rows answer who viewed an object and what a user viewed (`compliance.looks`); the events record views of personal data.
"""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from accounts.models.audit_views import Look
from accounts.models.users import User
from journal.models import EventKind
from journal.services.recording import record, record_once

_LOOKED = """
    INSERT INTO accounts_look (staff_id, kind, object, hour, at)
    SELECT %(staff)s, kind, object, %(hour)s, %(now)s
    FROM unnest(%(kinds)s::text[], %(objects)s::text[]) AS looked (kind, object)
    ON CONFLICT DO NOTHING
"""
_FIRST = f"""
    WITH looked AS ({_LOOKED})
    INSERT INTO accounts_seen (staff_id, player_id, day)
    SELECT %(staff)s, player, %(day)s FROM unnest(%(players)s::bigint[]) AS player
    ON CONFLICT DO NOTHING RETURNING player_id
"""  # noqa: S608  built from the constant above
MOST_ROUNDS: Final = 1000
"""Maximum number of rounds recorded per page or file view: more than any list shows or a shoe has."""

ViewedObject = tuple[Look.Kind, object]
"""Kind of the viewed object, and its number or public id."""


def record_player_view(user: User, player: User, what: str, *things: ViewedObject) -> bool:
    """Record a view of this player's data; `what` names the page, `things` the other objects on it.

    Return True for the first view of the day.
    """
    return bool(record_player_views(user, [player.pk], what, *things))


@transaction.atomic
def record_player_views(
    user: User, players: Iterable[int], what: str, *things: ViewedObject
) -> list[int]:
    """Record views of several players on one page. Return the ids of those viewed for the first time that day, ascending.

    Concurrent pages make one event: all write rows in the same order, so the second one waits.
    """
    numbers = sorted(set(players))
    all_of_it = [*((Look.Kind.PLAYER, number) for number in numbers), *things]
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, {**_looked(user, all_of_it), "players": numbers})
        first = sorted(row[0] for row in cursor.fetchall())
    for player in first:
        record(
            EventKind.PLAYER_VIEWED, actor=user.pk, subject=f"user {player}", data={"page": what}
        )
    return first


def record_object_views(user: User, *things: ViewedObject) -> None:
    """Record views of these objects, once per object and hour."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOKED, _looked(user, things))


def list_viewed_rounds(references: Iterable[object]) -> list[ViewedObject]:
    """Return the listed rounds as audit objects, by public id; at most `MOST_ROUNDS`."""
    return [(Look.Kind.ROUND, one) for one in islice(references, MOST_ROUNDS)]


def _looked(user: User, things: Sequence[ViewedObject]) -> dict[str, Any]:
    now = timezone.now()
    # One lock order for all writers.
    things = sorted(set(things), key=lambda one: (one[0], str(one[1])))
    return {
        "staff": user.pk,
        "now": now,
        "day": now.date(),
        "hour": now.replace(minute=0, second=0, microsecond=0),
        "kinds": [kind.value for kind, _thing in things],
        "objects": [str(thing) for _kind, thing in things],
    }


def record_list_view(user: User, players: Iterable[int], filters: Iterable[str]) -> bool:
    """Record that this staff user was shown these players (ids) in a list; `filters` are the names of the filters, without values.

    Return True for the first time that day, False also for an empty list.
    """
    shown = sorted(set(players))
    if not shown:
        return False
    data = {"players": shown, "asked": sorted(filters)}
    digest = hashlib.sha256(repr(data).encode()).hexdigest()[:24]
    once = f"{user.pk} {timezone.now().date()} {digest}"
    return record_once(
        EventKind.PLAYERS_LISTED, actor=user.pk, subject="players", data=data, once=once
    )
