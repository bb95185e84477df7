"""Refusals of signed lists. The codes are stored with the load and shown to staff."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ListRefused(Refusal):
    """A list that cannot be used; the list in force stays."""

    code = "list_unreadable"
    message = _("This is no list in our format.")


class ListForged(ListRefused):
    """The signature is not of the list's authority."""

    code = "list_signature"
    message = _("The signature of the list is wrong.")


class ListTruncated(ListRefused):
    """The signature at the end is missing."""

    code = "list_truncated"
    message = _("The list has no signature at its end: it is not complete.")


class ListIncomplete(ListRefused):
    """The number of entries is not the one that the list names."""

    code = "list_incomplete"
    message = _("The list has another number of entries than it says.")


class ListOfOtherKind(ListRefused):
    """A list of another kind, or with other keys for document numbers."""

    code = "list_other_kind"
    message = _("This is a list of another kind, or made with another key for document numbers.")


class ListOfAnotherDay(ListRefused):
    """The list is not of today or yesterday."""

    code = "list_another_day"
    message = _("The list is of another day.")


class ListOlder(ListRefused):
    """A list with the same or a higher serial number is in force."""

    code = "list_older"
    message = _("A list with the same or a higher serial number is in force.")


class ListEntryWrong(ListRefused):
    """An entry is malformed, or there twice."""

    code = "list_entry"
    message = _("An entry of the list is malformed, or there twice.")


class ListNotConfigured(ListRefused):
    """No file or no key file is set for this list."""

    code = "list_not_configured"
    message = _("No file or no key is set for this list on this installation.")
