"""Rights of a user."""

from accounts.models.users import User
from accounts.roles.values import Right, Role, rights_of_roles


def load_rights(user: User) -> frozenset[Right]:
    """Return the rights of a user; none for players and inactive staff. One query."""
    if not (user.is_staff and user.is_active):
        return frozenset()
    return rights_of_roles(user.groups.filter(name__in=Role.values).values_list("name", flat=True))


def has_right(user: User, right: Right) -> bool:
    """Return whether the user has the right now. One query."""
    return right in load_rights(user)
