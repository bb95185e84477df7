"""Attribution of table changes to the acting user."""

from accounts.models.users import User
from journal.services import recording


def attribute_table_changes(user: User | None) -> None:
    """Attribute table changes to this person until the transaction ends; None is the application itself."""
    recording.declare_acting_user(user.pk if user else None)
