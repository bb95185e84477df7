"""Detection of possible duplicates among opened or corrected accounts; the newer account waits for staff."""

from django.db import connection

from accounts.identity.selectors.duplicate_accounts import find_similar_players
from accounts.models.identity import Double
from accounts.models.users import User
from journal.models import EventKind
from journal.services.recording import record


def record_possible_duplicates(user: User) -> list[Double]:
    """Record players with a similar name (`name_similarity`) and the same birth date. Return the new pairs.

    Runs in the transaction that opens or corrects the account; an advisory lock per birth date serialises
    concurrent sign-ups. The newer account of a pair is in doubt: it cannot play until staff decide. Known pairs
    are skipped.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('born ' || %s, 0))", [user.birth_date]
        )
    pairs = [sorted((user, other), key=lambda one: one.pk) for other in find_similar_players(user)]
    found = [_noted(newer, other) for other, newer in pairs]
    made = [one for one in found if one is not None]
    for newer in sorted({one.newer_id for one in made}):
        data = {"players": [one.other_id for one in made if one.newer_id == newer]}
        record(EventKind.DOUBLE_SUSPECTED, subject=f"user {newer}", data=data)
    return made


def _noted(newer: User, other: User) -> Double | None:
    double, made = Double.objects.get_or_create(newer=newer, other=other)
    return double if made else None
