"""Telling the database who changes tables, so that what it writes down of every change has a name."""

from django.db import connection

from accounts.models import User

_BY_THE_CLOCK = 0


def acting(user: User | None) -> None:
    """Until the transaction ends, changes of tables are this person's; for None, nobody's but the application's own."""
    who = str(user.pk if user else _BY_THE_CLOCK)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('ligalo.acting_user', %s, true)", [who])
