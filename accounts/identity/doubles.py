"""Players who may be one person: found when an account is opened, which is kept from play until staff have decided, or corrected."""

from django.db import connection
from django.db.models import Q, QuerySet

from accounts.finding import players
from accounts.identity import likeness
from accounts.identity_models import Double
from accounts.models import State, User
from journal.models import Kind
from journal.services.recording import record


def suspect(user: User) -> list[Double]:
    """Note who has the same letters in the name and the same birth date as this player, however they are written (`likeness`).

    In the transaction that opens the account, or corrects whose it is. Two people who sign up at the same moment come one after
    the other here. Of a pair the later account is the one in doubt; what is noted already is not noted again.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('born ' || %s, 0))", [user.birth_date]
        )
    pairs = [sorted((user, other), key=lambda one: one.pk) for other in alike(user)]
    found = [_noted(newer, other) for other, newer in pairs]
    made = [one for one in found if one is not None]
    for newer in sorted({one.newer_id for one in made}):
        data = {"players": [one.other_id for one in made if one.newer_id == newer]}
        record(Kind.DOUBLE_SUSPECTED, subject=f"user {newer}", data=data)
    return made


def _noted(newer: User, other: User) -> Double | None:
    double, made = Double.objects.get_or_create(newer=newer, other=other)
    return double if made else None


def alike(user: User) -> list[User]:
    """Other players of that name and birth date, closed ones too; accounts for tests are nobody's. One query."""
    same_day = players().filter(birth_date=user.birth_date, is_test_account=False)
    others = same_day.exclude(pk=user.pk).order_by("id")
    return [one for one in others if likeness.alike(one.full_name, user.full_name)]


def in_doubt(player: int) -> bool:
    """Whether this account may be the second one of its person, or is. One query."""
    return Double.objects.filter(~Q(decision__same=False), newer=player).exists()


def waiting() -> QuerySet[Double]:
    """Pairs that nobody has decided, the oldest first; what is closed already needs no word."""
    rows = Double.objects.filter(decision=None).exclude(newer__state=State.CLOSED)
    return rows.select_related("newer", "other").order_by("pk")
