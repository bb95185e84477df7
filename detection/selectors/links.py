"""Linked accounts: what players share, read for `detection.services.links`, and the groups that it stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import numpy as np
from django.db import connection

from accounts.models.identity import DoubleDecision
from detection.models import AccountLink, LinkedAccount
from signals.columns import Ints
from signals.links import Group
from signals.traces import Links, Shared, Traces

WINDOW: Final = timedelta(days=365)
"""Visits and payments older than this link nobody. Document numbers and present phone numbers do for ever."""

KINDS: Final = {Shared[kind.name]: kind.value for kind in AccountLink.Kind}
_SHARED_OF: Final = {value: shared for shared, value in KINDS.items()}

# A value of one player alone is dropped here, so that few rows leave the database. Test accounts share the devices of
# staff and providers: they are linked among themselves only.
_ALL_SHARED: Final = """
    WITH seen AS (
        SELECT player, value, kind, u.is_test_account::int AS test, min(first) AS first, max(last) AS last
        FROM ({sources}) AS source JOIN accounts_user u ON u.id = player
        WHERE NOT u.is_staff AND NOT u.is_guest GROUP BY player, value, kind, test
    ), shared AS (
        SELECT kind, value, test FROM seen GROUP BY kind, value, test HAVING count(*) > 1
    )
    SELECT player, kind, hashtextextended(value, test),
        extract(epoch FROM first)::float8, extract(epoch FROM last)::float8
    FROM seen JOIN shared USING (kind, value, test)
"""
_SOURCES: Final = {
    Shared.DEVICE: """
        SELECT player_id AS player, device AS value, {kind} AS kind, begun_at AS first, seen_at AS last
        FROM accounts_visit WHERE device <> '' AND begun_at >= %(since)s""",
    Shared.METHOD: """
        SELECT deposit.player_id, method.digest, {kind}, deposit.created_at, deposit.created_at
        FROM wallet_payment_method method JOIN wallet_deposit deposit ON deposit.id = method.deposit_id
        WHERE deposit.created_at >= %(since)s""",
    Shared.DOCUMENT: """
        SELECT player_id, digest, {kind}, at, at FROM accounts_identitynumber""",
    Shared.PHONE: """
        SELECT player_id, number, {kind}, entered_at, entered_at FROM accounts_phonenumber""",
}
# Network and browser decide only together with something else: only visits of players who share it are read.
_VISITS: Final = """
    SELECT player_id, {kind}, hashtextextended(
            CASE family(accounts_visit.address) WHEN 6 THEN host(network(set_masklen(accounts_visit.address, 64)))
                ELSE host(accounts_visit.address) END
            || ' ' || agent, u.is_test_account::int),
        extract(epoch FROM begun_at)::float8, extract(epoch FROM seen_at)::float8
    FROM accounts_visit JOIN accounts_user u ON u.id = player_id
    WHERE accounts_visit.address IS NOT NULL AND agent <> '' AND begun_at >= %(since)s AND player_id = ANY(%(players)s)
"""

_Row = tuple[int, int, int, float, float]


@dataclass(frozen=True, slots=True)
class PlayerTraces:
    """Traces of players. `Traces.account` is the place in `players`, which ascend. `merged` is as in `find_components`."""

    players: Ints
    traces: Traces
    merged: Ints


def load_traces(now: datetime) -> PlayerTraces:
    """Return what players share with others. Three queries, whose work grows with the visits and payments of a year."""
    sources = " UNION ALL ".join(source.format(kind=int(kind)) for kind, source in _SOURCES.items())
    shared = _ALL_SHARED.format(sources=sources)
    values = {"since": now - WINDOW}
    rows = _fetch(shared, values)
    players = sorted({row[0] for row in rows})
    rows += _fetch(_VISITS.format(kind=int(Shared.NETWORK)), {**values, "players": players})
    numbers = np.array(players, np.int64)
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    if not columns:
        return PlayerTraces(numbers, Traces.empty(), np.zeros((0, 2), np.int64))
    account = np.searchsorted(numbers, columns[0]).astype(np.int64)
    return PlayerTraces(numbers, Traces(account, *columns[1:]), _load_merged(numbers))


def _fetch(sql: str, values: Mapping[str, Any]) -> list[_Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[_Row] = cursor.fetchall()
    return rows


def _load_merged(players: Ints) -> Ints:
    """Places of accounts that staff found to be one person, as (newer, other)."""
    found = np.array(list_merged(), np.int64).reshape(-1, 2)
    known = found[np.isin(found, players).all(axis=1)]
    return np.searchsorted(players, known).astype(np.int64)


def list_merged() -> list[tuple[int, int]]:
    """Return accounts that staff found to be of one person, as (newer, other). One query."""
    rows = DoubleDecision.objects.filter(same=True)
    return list(rows.values_list("double__newer", "double__other"))


def find_linked_players(player_id: int) -> list[int]:
    """Return the other players of a player's group, ascending. One query."""
    own = LinkedAccount.objects.filter(player=player_id).values("component")
    others = LinkedAccount.objects.filter(component__in=own).exclude(player=player_id)
    return list(others.order_by("player").values_list("player", flat=True))


def are_linked(one: int, other: int) -> bool:
    """Return whether two players are in one group. One query."""
    rows = LinkedAccount.objects.filter(player__in=(one, other)).values_list("component", flat=True)
    return len(rows) == 2 and len(set(rows)) == 1  # noqa: PLR2004 - a pair


def load_group(player_id: int) -> Group | None:
    """Return a player's group for judging and drawing; None for a player who is linked to nobody. Three queries at most."""
    own = LinkedAccount.objects.filter(player=player_id).first()
    return None if own is None else next(list_groups([own.component]))[1]


def list_groups(components: Sequence[int] | None = None) -> Iterator[tuple[list[int], Group]]:
    """Yield all groups, or those of some components, with their players: merged duplicates are left out. Three queries."""
    accounts = LinkedAccount.objects.order_by("component", "player")
    if components is not None:
        accounts = accounts.filter(component__in=components)
    duplicates = {newer for newer, _other in list_merged()}
    members: dict[int, list[int]] = {}
    component_of: dict[int, int] = {}
    for player, component in accounts.values_list("player", "component"):
        component_of[player] = component
        if player not in duplicates:
            members.setdefault(component, []).append(player)
    links = _load_links(component_of, all_groups=components is None)
    for component, players in members.items():
        yield players, _build_group(players, links.get(component, {}))


_Kinds = dict[tuple[int, int], int]


def _load_links(component_of: dict[int, int], *, all_groups: bool) -> dict[int, _Kinds]:
    """Kinds by pair of players, by component."""
    rows = (
        AccountLink.objects.all()
        if all_groups
        else AccountLink.objects.filter(one__in=component_of)
    )
    found: dict[int, _Kinds] = {}
    for one, other, kind in rows.values_list("one", "other", "kind").iterator():
        kinds = found.setdefault(component_of.get(one, 0), {})
        kinds[one, other] = kinds.get((one, other), 0) | int(_SHARED_OF[kind])
    return found


def _build_group(players: list[int], kinds: _Kinds) -> Group:
    place = {player: number for number, player in enumerate(players)}
    rows = sorted(
        (place[one], place[other], shared)
        for (one, other), shared in kinds.items()
        if one in place and other in place
    )
    columns = np.array(rows, np.int64).reshape(-1, 3)
    links = Links(columns[:, 0], columns[:, 1], columns[:, 2])
    return Group(tuple(map(str, players)), links)
