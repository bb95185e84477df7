"""Who acts on the pages of one's own account: what they change in configured rows is noted as that person's."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from journal.services import acting_from_now_on, acting_no_more

_OWN: Final = frozenset({"accounts", "allauth"})
_WRITES_WHILE_READING: Final = "allauth"  # its page of recovery codes notes that they were seen
_ONLY_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_DECLARED: Final = "declares_who_acts"


class OwnAccountMiddleware:
    """Tells the database who writes on the pages of `accounts` and of allauth, which know no transaction of ours.

    Services of staff say it themselves, by the right that they require; play writes no configured row.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Take the declaration back when the page is done, whatever became of it."""
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
        writes = request.method not in _ONLY_READING or owner == _WRITES_WHILE_READING
        if writes and owner in _OWN:
            acting_from_now_on(request.user.pk)
            setattr(request, _DECLARED, True)
