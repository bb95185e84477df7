"""Players who may be one person: found when an account is opened, which is kept from play until staff have decided, or corrected."""

from django.db import connection

from accounts.identity.selectors.duplicate_accounts import find_alike
from accounts.models.identity import Double
from accounts.models.users import User
from journal.models import Kind
from journal.services.recording import record


def record_suspects(user: User) -> list[Double]:
    """Note who has the same letters in the name and the same birth date as this player, however they are written (`likeness`).

    In the transaction that opens the account, or corrects whose it is. Two people who sign up at the same moment come one after
    the other here. Of a pair the later account is the one in doubt; what is noted already is not noted again.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('born ' || %s, 0))", [user.birth_date]
        )
    pairs = [sorted((user, other), key=lambda one: one.pk) for other in find_alike(user)]
    found = [_noted(newer, other) for other, newer in pairs]
    made = [one for one in found if one is not None]
    for newer in sorted({one.newer_id for one in made}):
        data = {"players": [one.other_id for one in made if one.newer_id == newer]}
        record(Kind.DOUBLE_SUSPECTED, subject=f"user {newer}", data=data)
    return made


def _noted(newer: User, other: User) -> Double | None:
    double, made = Double.objects.get_or_create(newer=newer, other=other)
    return double if made else None
