"""Attribution of table changes to the acting user."""

from accounts.models.users import User
from journal.services import recording


def acting_on_tables(user: User | None) -> None:
    """Attribute table changes to this person until the transaction ends; None is the application itself."""
    recording.acting_as(user.pk if user else None)
