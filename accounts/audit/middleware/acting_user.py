"""Attribute changes of configured rows on account pages to the signed-in person."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from journal.services.recording import acting_from_now_on, acting_no_more

_OWN: Final = frozenset({"accounts", "allauth"})
_LIBRARY: Final = "allauth"
_ONLY_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_DECLARED: Final = "declares_who_acts"

# What the libraries write in rows that are watched: columns of rows that were there, and rows that they add or delete. The
# database raises the alarm at anything else, whatever page it comes from.
BY_LIBRARIES: Final[Mapping[str, frozenset[str]]] = {
    "account_emailaddress": frozenset({"verified", "primary", "email"}),
    "accounts_user": frozenset({"password", "email", "state"}),
    "mfa_authenticator": frozenset({"data"}),
}
ROWS_BY_LIBRARIES: Final[Mapping[str, frozenset[str]]] = {
    "account_emailaddress": frozenset({"insert", "delete"}),
    "accounts_user": frozenset({"insert"}),
    "mfa_authenticator": frozenset({"insert", "delete"}),
}
WHILE_READING: Final = frozenset({"mfa_authenticator.data"})
"""Their page of recovery codes notes that the codes were seen."""

WHILE_WRITING: Final = frozenset(
    [
        *(f"{table}.{column}" for table, columns in BY_LIBRARIES.items() for column in columns),
        *(f"{table}:{what}" for table, acts in ROWS_BY_LIBRARIES.items() for what in acts),
    ]
)


class OwnAccountMiddleware:
    """Declare the acting user, and what they may write, on pages of `accounts` and allauth, which have no transaction of ours.

    Staff services declare it with the right they require; play writes no configured row.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Withdraw the declaration after the page, also after an error."""
        try:
            return self.get_response(request)
        finally:
            if getattr(request, _DECLARED, False):
                acting_no_more()

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: object, _names: object
    ) -> None:
        """Called by Django before a page."""
        owner = view.__module__.partition(".")[0]
        reads = request.method in _ONLY_READING
        if owner not in _OWN or (reads and owner != _LIBRARY):
            return
        acting_from_now_on(request.user.pk, WHILE_READING if reads else WHILE_WRITING)
        setattr(request, _DECLARED, True)
