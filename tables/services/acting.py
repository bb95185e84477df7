"""Telling the database who changes tables, so that what it writes down of every change has a name."""

from accounts.models.users import User
from journal.services import recording


def acting(user: User | None) -> None:
    """Until the transaction ends, changes of tables are this person's; for None, nobody's but the application's own."""
    recording.acting(user.pk if user else None)
