"""What every page's header knows of the reader's messages."""

from functools import cache

from django.http import HttpRequest

from accounts.models.users import User
from compliance.messages.selectors import messages


def unread(request: HttpRequest) -> dict[str, object]:
    """`unread_messages` in every template; nothing is asked before one shows it."""
    return {"unread_messages": cache(lambda: _unread(request))}


def _unread(request: HttpRequest) -> int:
    user = getattr(request, "user", None)
    return messages.count_unread(user) if isinstance(user, User) and not user.is_staff else 0
