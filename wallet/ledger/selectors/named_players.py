"""Players whose withdrawals a broken line closes: owners of the accounts, transfers and rounds in its rows."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from django.db import connection

# Rows are written by the lines' own queries and contain only numbers and names of kinds.
_NAMED: Final = re.compile(
    r"\b(player|account|transfer|exchange|deposit|withdrawal|round)"
    r" (?:\d+\b(?!-)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
)
# For each kind of name: query of names and their players.
_OWNERS: Final[Mapping[str, str]] = {
    "player": "SELECT id::text, id FROM accounts_user WHERE id::text = ANY (%s)",
    "account": "SELECT id::text, player_id FROM wallet_account WHERE id::text = ANY (%s)",
    "transfer": "SELECT id::text, player_id FROM wallet_transfer WHERE id = ANY (%s::bigint[])",
    "deposit": "SELECT name, player_id FROM wallet_deposit, LATERAL (VALUES (id::text), (reference::text))"
    " AS called (name) WHERE name = ANY (%s)",
    "withdrawal": "SELECT name, player_id FROM wallet_withdrawal, LATERAL (VALUES (id::text), (reference::text))"
    " AS called (name) WHERE name = ANY (%s)",
    "round": "SELECT DISTINCT round_id::text, player_id FROM wallet_transfer WHERE round_id = ANY (%s::uuid[])",
}
_AS: Final = {"exchange": "transfer"}
Name = tuple[str, str]


def find_named_players(rows: Iterable[str]) -> frozenset[int] | None:
    """Return the players named by these rows; None if a row names nobody and may concern everybody."""
    named = [set(_names(row)) for row in rows]
    owners = _owners({name for names in named for name in names})
    found = [{player for name in names for player in owners[name]} for names in named]
    return frozenset().union(*found) if all(found) else None


def _names(row: str) -> Iterable[Name]:
    for found in _NAMED.finditer(row):
        kind, _, what = found[0].partition(" ")
        yield _AS.get(kind, kind), what


def _owners(names: set[Name]) -> Mapping[Name, set[int]]:
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for kind, what in names:
        wanted[kind].append(what)
    found: defaultdict[Name, set[int]] = defaultdict(set)
    with connection.cursor() as cursor:
        for kind, called in wanted.items():
            cursor.execute(_OWNERS[kind], [called])
            for what, player in cursor.fetchall():
                if player is not None:
                    found[kind, what].add(player)
    return found
