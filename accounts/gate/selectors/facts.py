"""What is known about a player at the gate, in one statement."""

import json
from datetime import datetime
from typing import Any, Final

from django.db import connection

from accounts.gate.values.facts import GateFacts, GateOutcome, ProviderAnswer

_FACTS: Final = """
    WITH register AS (
        SELECT id, day, numbers FROM accounts_listload
        WHERE kind = 'register' AND in_force_at IS NOT NULL ORDER BY serial DESC LIMIT 1
    ), hashed AS (
        SELECT own.country, own.digest FROM accounts_registernumber AS own
        JOIN accounts_identitynumber AS number ON number.id = own.number_id AND number.withdrawn_at IS NULL
        JOIN register ON register.numbers = own.numbers
        WHERE own.player_id = %(player)s
    )
    SELECT (SELECT day FROM register),
           EXISTS (SELECT FROM hashed),
           EXISTS (SELECT FROM hashed JOIN accounts_registerentry AS entry USING (country, digest)
                   WHERE entry.load_id = (SELECT id FROM register)),
           (SELECT day FROM accounts_listload
            WHERE kind = 'sanctions' AND in_force_at IS NOT NULL ORDER BY serial DESC LIMIT 1),
           EXISTS (SELECT FROM accounts_sanctionsmatch AS match
                   LEFT JOIN accounts_sanctionsdecision AS decision ON decision.match_id = match.id
                   WHERE match.player_id = %(player)s AND decision.same IS DISTINCT FROM false),
           (SELECT json_agg(json_build_object(
                       'check', check_name, 'outcome', outcome, 'address', host(address),
                       'country', country, 'valid_until', valid_until))
            FROM accounts_gateanswer WHERE player_id = %(player)s)"""


def load_facts(player: int) -> GateFacts:
    """Return what the lists in force and the providers' kept answers say about a player. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, {"player": player})
        row = cursor.fetchone()
    if row is None:
        raise LookupError(player)
    return GateFacts(
        register_day=row[0],
        is_hashed=row[1],
        is_listed=row[2],
        sanctions_day=row[3],
        has_match=row[4],
        answers=_read_answers(row[5]),
    )


def _read_answers(found: Any) -> tuple[ProviderAnswer, ...]:
    rows = json.loads(found) if isinstance(found, str) else found or []
    return tuple(
        ProviderAnswer(
            check=row["check"],
            outcome=GateOutcome(row["outcome"]),
            valid_until=datetime.fromisoformat(row["valid_until"]),
            address=row["address"],
            country=row["country"],
        )
        for row in rows
    )
