"""Refusals of staff acts on a player."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoteTooLong(Refusal):
    """A note above its maximum length."""

    code = "note_too_long"
    message = _("A note has up to 2000 characters.")


class HasPlayed(Refusal):
    """Real money has moved, so the account is in the reports and cannot become a test account."""

    code = "has_played"
    message = _(
        "Real money has moved in this account, and the reports count it: it cannot become a test account."
    )


class TestAccountAlready(Refusal):
    __test__ = False  # not a pytest class
    code = "test_account_already"
    message = _("This is a test account already, or is closed.")


class StillInUse(Refusal):
    """Running rounds or payments prevent the closing of the account."""

    code = "still_in_use"
