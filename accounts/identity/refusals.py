"""Why something about identity is refused; nothing has changed then."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class VerificationRefusedError(Refusal):
    """Already verified, or nothing is said of what was seen."""

    code = "verification_refused"
    message = _("This account is verified already, or no reason was given.")


class DocumentExpiredError(Refusal):
    """A document that is valid no more proves nothing."""

    code = "document_expired"
    message = _("This document is valid no more.")


class StillInDoubt(Refusal):
    """Nobody is verified who may have another account."""

    code = "still_in_doubt"
    message = _(
        "This may be a second account of its person: whether it is has to be decided first."
    )


class NumberMissing(Refusal):
    """Nobody is verified of whose document the number is not known."""

    code = "number_missing"
    message = _("The number of the document is not known yet: it has to be entered first.")


class TooLarge(Refusal):
    """More than is taken."""

    code = "too_large"
    field = "file"
    message = _("This file is too large. Take the photograph at a lower resolution.")


class TooManyDocuments(Refusal):
    """More than anybody needs."""

    code = "too_many_documents"
    field = "file"
    message = _("You have sent many documents today. Go on tomorrow, or contact us.")


class NotTaken(Refusal):
    """The account is closed."""

    code = "not_taken"
    field = "file"
    message = _("This account takes no documents.")


class DocumentUnreadable(Refusal):
    """The file is gone, or is not what was sent: an alarm."""

    code = "document_unreadable"
    status = HTTPStatus.GONE
    message = _("The file of this document cannot be read. An alarm says so.")


class NothingToExamine(Refusal):
    """A verification by copy without a copy."""

    code = "nothing_to_examine"
    message = _("No document of this player waits: there is no copy by which to verify.")


class NotLookedAt(Refusal):
    """A verification by copies that this member of staff has not opened."""

    code = "not_looked_at"
    message = _("Open each document that waits before you verify by it.")


class NothingCorrected(Refusal):
    """It says what is kept."""

    code = "nothing_corrected"
    message = _("That is what is kept already: nothing has changed.")


class OddPerson(Refusal):
    """A country that is none, or a birth date that nobody living has."""

    code = "odd_person"
    message = _("No document says that. Check the birth date and the country.")
