"""The texts of the error pages: what happened and what to do. One table for both sites."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from internals.texts import LazyText, Text


@dataclass(frozen=True, slots=True)
class ErrorText:
    """The text of an error page: `advice` for players, `staff_advice` for staff if theirs differs."""

    heading: Text
    advice: Text
    staff_advice: Text = ""


OLD_FORM: Final = "old_form"
KEPT_FORM: Final = "kept_form"
DOWN: Final = "down"
OUTCOME_UNKNOWN: Final = "outcome_unknown"
REFUSED: Final = "refused"

_NOTHING_CHANGED: Final[LazyText] = _("Nothing has changed. Go back and try again.")
_STALE_HEADING: Final[LazyText] = _("This form was too old")

TEXTS: Final[Mapping[HTTPStatus | str, ErrorText]] = {
    HTTPStatus.BAD_REQUEST: ErrorText(_("That request could not be read"), _NOTHING_CHANGED),
    HTTPStatus.UNAUTHORIZED: ErrorText(
        _("Please sign in"), _("Nothing has changed. Sign in and try again.")
    ),
    HTTPStatus.FORBIDDEN: ErrorText(
        _("You don't have access to this"),
        _(
            "This page belongs to staff or to another account. If it is yours, sign in with the account it belongs to."
        ),
        _("Nothing has changed."),
    ),
    REFUSED: ErrorText(_("This is not possible"), _("Nothing has changed.")),
    OLD_FORM: ErrorText(
        _STALE_HEADING, _("Nothing has changed. Go back to the form and send it again.")
    ),
    KEPT_FORM: ErrorText(
        _STALE_HEADING,
        _(
            "Nothing has changed. Go back to the form: what you typed is still there, except passwords. Check it and send it again."
        ),
    ),
    HTTPStatus.NOT_FOUND: ErrorText(
        _("Page not found"),
        _("Check the address, or go back to the tables."),
        pgettext_lazy("staff", "Check the address, or look for the page from the overview."),
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: ErrorText(
        _("Use the form on the page"),
        _("Nothing has changed. Go back and use the form on its page."),
    ),
    HTTPStatus.CONFLICT: ErrorText(
        _("This page was out of date"),
        _("What you sent was not applied. Go back to see how things stand now."),
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ErrorText(
        _("What you sent is too large"),
        _("Nothing was stored. Choose a smaller file or shorten the text, then send it again."),
    ),
    HTTPStatus.UNPROCESSABLE_ENTITY: ErrorText(_("This is not possible"), _NOTHING_CHANGED),
    HTTPStatus.TOO_MANY_REQUESTS: ErrorText(_("Too many attempts"), _("Nothing has changed.")),
    HTTPStatus.INTERNAL_SERVER_ERROR: ErrorText(
        _("Something went wrong"),
        _(
            "Our staff know about it. A hand in progress stays as it was, and we hold your bets. Go back and try again."
        ),
        _(
            "What you were doing was not done. Go back and try again; if it happens again, report the reference."
        ),
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: ErrorText(
        _("Try again shortly"),
        _(
            "This took too long, so we stopped it. Nothing has changed; a hand in progress stays as it was. Try again in a minute."
        ),
        _("This took too long and was stopped. Nothing has changed. Try again in a minute."),
    ),
    DOWN: ErrorText(
        _("Try again shortly"),
        _(
            "The site cannot reach its records right now. Nothing has changed; a hand in progress stays as it was. Try again in a minute."
        ),
        _("The database does not answer. Nothing has changed. Try again in a minute."),
    ),
    OUTCOME_UNKNOWN: ErrorText(
        _("We don't know yet whether this was done"),
        _(
            "The site lost the connection to its records at that moment. Go back and send it again: it counts only once."
        ),
        _(
            "The database did not confirm the change. Go back and send the form again: it counts only once."
        ),
    ),
}
"""Texts by status, and by name where one status has several."""


def find_error_text(name: HTTPStatus | str) -> ErrorText:
    """Return the text of a status or name; a status without a text of its own gets the one of 422."""
    return TEXTS.get(name, TEXTS[HTTPStatus.UNPROCESSABLE_ENTITY])
