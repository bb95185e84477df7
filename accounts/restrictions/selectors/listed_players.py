"""Players whom the exclusion register lists, and exclusions that it caused."""

from typing import Final

from django.db import connection
from django.db.models import QuerySet

from accounts.models.gate import RegisterListing

_LISTED: Final = """
    WITH register AS (
        SELECT id, numbers FROM accounts_listload
        WHERE kind = 'register' AND in_force_at IS NOT NULL ORDER BY id DESC LIMIT 1
    ), listed AS (
        SELECT own.player_id FROM register
        JOIN accounts_registernumber AS own ON own.numbers = register.numbers
        JOIN accounts_identitynumber AS number ON number.id = own.number_id AND number.withdrawn_at IS NULL
        JOIN accounts_registerentry AS entry
          ON entry.load_id = register.id AND entry.country = own.country AND entry.digest = own.digest
        UNION
        SELECT player_id FROM accounts_gateanswer WHERE check_name = 'register' AND outcome = 'refused'
    ), excluded AS (
        SELECT restriction.player_id FROM accounts_registerlisting AS listing
        JOIN accounts_restriction AS restriction ON restriction.id = listing.restriction_id
        WHERE NOT EXISTS (SELECT FROM accounts_registerremoval WHERE listing_id = listing.restriction_id)
    )"""
_NEW: Final = f"""{_LISTED}
    SELECT person.id FROM accounts_user AS person JOIN listed ON listed.player_id = person.id
    WHERE NOT person.is_staff AND person.state <> 'closed' AND person.id NOT IN (SELECT player_id FROM excluded)
    ORDER BY person.id LIMIT %s"""  # noqa: S608 - constants
_GONE: Final = f"""{_LISTED}
    SELECT player_id FROM excluded WHERE player_id NOT IN (SELECT player_id FROM listed)
    ORDER BY player_id LIMIT %s"""  # noqa: S608 - constants


def find_newly_listed(most: int) -> list[int]:
    """Return ids of listed players whom the register has not excluded yet. One query."""
    return _ids(_NEW, most)


def find_no_longer_listed(most: int) -> list[int]:
    """Return ids of players whom the register excluded and no longer lists. One query."""
    return _ids(_GONE, most)


def active_listings(player: int) -> QuerySet[RegisterListing]:
    """Exclusions of a player that the register caused and that have not ended."""
    return RegisterListing.objects.filter(restriction__player=player, removal=None)


def _ids(sql: str, most: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, [most])
        return [row[0] for row in cursor.fetchall()]
