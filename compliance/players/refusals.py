"""Refusals of staff's acts about a player."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoteTooLong(Refusal):
    """More than a note takes."""

    code = "note_too_long"
    message = _("A note has at most 2000 characters.")


class HasPlayed(Refusal):
    """Real money has moved: the account is in the reports."""

    code = "has_played"
    message = _(
        "Real money has moved in this account, and the reports count it: it cannot become a test account."
    )


class TestAccountAlready(Refusal):
    __test__ = False  # of a test account; no test
    code = "test_account_already"
    message = _("This is a test account already, or is closed.")


class StillInUse(Refusal):
    """Running rounds or payments prevent closing."""

    code = "still_in_use"
