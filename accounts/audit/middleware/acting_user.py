"""Attribution of audited row changes on account pages to the signed-in user."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from internals.postgresql.direct import direct_session
from journal.services.recording import clear_acting_user, declare_acting_user_on_connection

_OWN: Final = frozenset({"accounts", "allauth"})
LIBRARY: Final = "allauth"
_ONLY_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OWNER: Final = "account_pages_of"
"""Attribute of a view elsewhere that does the work of these pages: `LIBRARY`, or "accounts"."""
_DECLARED: Final = "declares_who_acts"

# Writes of the libraries to audited tables: columns of existing rows, and rows that they add or delete. The database
# raises an alarm on any other write, whatever page it comes from.
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
"""allauth's page of recovery codes records that the codes were shown."""

WHILE_WRITING: Final = frozenset(
    [
        *(f"{table}.{column}" for table, columns in BY_LIBRARIES.items() for column in columns),
        *(f"{table}:{what}" for table, acts in ROWS_BY_LIBRARIES.items() for what in acts),
    ]
)


class OwnAccountMiddleware:
    """Declare the acting user and the allowed writes on pages of `accounts` and allauth.

    These pages have no transaction of ours. Staff services declare the acting user with the right they require; play writes
    no configured row.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Withdraw the declaration after the view, also after an error."""
        with ExitStack() as declared:
            setattr(request, _DECLARED, declared)
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: object, _names: object
    ) -> None:
        """Declare the acting user before a view that may write.

        Views of `accounts` are skipped for GET, HEAD and OPTIONS; allauth's may write even then.
        """
        owner = getattr(view, OWNER, view.__module__.partition(".")[0])
        reads = request.method in _ONLY_READING
        if owner not in _OWN or (reads and owner != LIBRARY):
            return
        declared: ExitStack = getattr(request, _DECLARED)
        declared.enter_context(direct_session())  # a declaration belongs to a session
        declared.callback(clear_acting_user)
        declare_acting_user_on_connection(
            request.user.pk, WHILE_READING if reads else WHILE_WRITING
        )
