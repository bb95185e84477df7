"""Who has asked for a page that needs a sign-in."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def signed_in(request: HttpRequest) -> User:
    """The person signed in; of a page behind `login_required` only."""
    if not isinstance(request.user, User):
        raise TypeError("login_required lets nobody else in")
    return request.user


def player_of(request: HttpRequest) -> User:
    """The same where staff have no such page. Raises PermissionDenied."""
    if (person := signed_in(request)).is_staff:
        raise PermissionDenied
    return person
