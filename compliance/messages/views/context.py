"""Context processor for the number of unread messages in the page header."""

from functools import cache

from django.http import HttpRequest

from accounts.models.users import User
from compliance.messages.selectors import messages


def provide_unread_messages(request: HttpRequest) -> dict[str, object]:
    """Provide `unread_messages`, a memoised function: no query unless a template shows it."""
    return {"unread_messages": cache(lambda: _unread(request))}


def _unread(request: HttpRequest) -> int:
    user = getattr(request, "user", None)
    return messages.count_unread(user) if isinstance(user, User) and not user.is_staff else 0
