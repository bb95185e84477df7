"""Players whom the exclusion register lists, and exclusions that it caused."""

from typing import Final

from django.db import connection
from django.db.models import QuerySet

from accounts.models.gate import RegisterListing

_LISTED: Final = """
    WITH register AS (
        SELECT id, numbers FROM accounts_listload
        WHERE kind = 'register' AND in_force_at IS NOT NULL ORDER BY serial DESC LIMIT 1
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
_CHANGES: Final = f"""{_LISTED}
    (SELECT person.id, true FROM accounts_user AS person JOIN listed ON listed.player_id = person.id
     WHERE NOT person.is_staff AND person.state <> 'closed'
       AND NOT EXISTS (SELECT FROM excluded WHERE excluded.player_id = person.id) LIMIT %(most)s)
    UNION ALL
    (SELECT player_id, false FROM excluded
     WHERE NOT EXISTS (SELECT FROM listed WHERE listed.player_id = excluded.player_id) LIMIT %(most)s)"""  # noqa: S608 - constants


def find_register_changes(most: int) -> tuple[list[int], list[int]]:
    """Return ids of listed players who are not excluded yet, and of excluded ones who are no longer listed.

    At most so many of each. One query, which compares all numbers with the whole register.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, {"most": most})
        rows = cursor.fetchall()
    return [pk for pk, is_new in rows if is_new], [pk for pk, is_new in rows if not is_new]


_COMPARED: Final = """
    WITH register AS (
        SELECT id, numbers FROM accounts_listload
        WHERE kind = 'register' AND in_force_at IS NOT NULL ORDER BY serial DESC LIMIT 1
    )
    SELECT concat_ws(' ',
        (SELECT id FROM register),
        (SELECT count(*) FROM accounts_registernumber JOIN register USING (numbers)),
        (SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id))
         FROM accounts_gateanswer WHERE check_name = 'register' AND outcome = 'refused'),
        (SELECT count(*) FROM accounts_registerlisting),
        (SELECT count(*) FROM accounts_registerremoval))"""


def register_state() -> str:
    """Return a text that changes with the list in force, the numbers it is compared with, refusals and exclusions. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_COMPARED)
        (state,) = cursor.fetchone() or ("",)
    return str(state)


def active_listings(player: int) -> QuerySet[RegisterListing]:
    """Exclusions of a player that the register caused and that have not ended."""
    return RegisterListing.objects.filter(restriction__player=player, removal=None)
