"""Players who may be one person: found when an account is opened, and kept from play until staff have decided."""

from django.db import connection
from django.db.models import Q, QuerySet

from accounts.finding import named, players, words
from accounts.identity_models import Double
from accounts.models import State, User
from journal.models import Kind
from journal.services import record

_MOST = 100


def suspect(user: User) -> list[Double]:
    """Note who has the same words in the name and the same birth date as this new player, whatever accents, case and order.

    In the transaction that opens the account. Two people who sign up at the same moment come one after the other here.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('born ' || %s, 0))", [user.birth_date]
        )
    found = [Double.objects.create(newer=user, other=other) for other in alike(user)]
    if found:
        data = {"players": [one.other_id for one in found]}
        record(Kind.DOUBLE_SUSPECTED, subject=f"user {user.pk}", data=data)
    return found


def alike(user: User) -> list[User]:
    """Other players of that name and birth date, closed ones too; accounts for tests are nobody's. One query."""
    same_day = players().filter(
        named(user.full_name), birth_date=user.birth_date, is_test_account=False
    )
    own = sorted(words(user.full_name))
    rows = same_day.exclude(pk=user.pk).order_by("id")[:_MOST]
    return [one for one in rows if sorted(words(one.full_name)) == own]


def in_doubt(player: int) -> bool:
    """Whether this account may be the second one of its person, or is. One query."""
    return Double.objects.filter(~Q(decision__same=False), newer=player).exists()


def waiting() -> QuerySet[Double]:
    """Pairs that nobody has decided, the oldest first; what is closed already needs no word."""
    rows = Double.objects.filter(decision=None).exclude(newer__state=State.CLOSED)
    return rows.select_related("newer", "other").order_by("pk")
