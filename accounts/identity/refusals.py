"""Refusals about identity."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class VerificationRefusedError(Refusal):
    """Already verified, staff or closed account, or no description of the document."""

    code = "verification_refused"
    message = _("This account is verified already, or no reason was given.")


class DocumentExpiredError(Refusal):
    """The document has expired."""

    code = "document_expired"
    message = _("This document has expired.")


class DuplicateUndecided(Refusal):
    """The account may be a duplicate; staff have to decide first."""

    code = "still_in_doubt"
    message = _("This may be a second account of the same person. Decide that first.")


class NumberMissing(Refusal):
    """The document number is unknown."""

    code = "number_missing"
    message = _("Enter the number of the document first.")


class FileTooLarge(Refusal):
    """File above the size limit."""

    code = "too_large"
    field = "file"
    message = _("This file is too large. Take the photograph at a lower resolution.")


class TooManyDocuments(Refusal):
    """Daily upload limit reached."""

    code = "too_many_documents"
    field = "file"
    message = _("You have sent too many documents today. Continue tomorrow, or contact us.")


class UploadsNotAccepted(Refusal):
    """Staff or closed account, which takes no documents."""

    code = "not_taken"
    field = "file"
    message = _("This account takes no documents.")


class DocumentUnreadable(Refusal):
    """The file is missing or was altered; an alarm event is recorded."""

    code = "document_unreadable"
    status = HTTPStatus.GONE
    message = _("The file of this document cannot be read. An alarm was raised.")


class NothingToExamine(Refusal):
    """Verification by copy without an upload to examine."""

    code = "nothing_to_examine"
    message = _("This player has no pending document, so there is no copy to verify with.")


class DocumentNotOpened(Refusal):
    """Verification by copies that this staff user has not opened."""

    code = "not_looked_at"
    message = _("Open every pending document before you verify.")


class PersonUnchanged(Refusal):
    """The values are unchanged."""

    code = "nothing_corrected"
    message = _("This is already on record. Nothing has changed.")


class ImplausiblePerson(Refusal):
    """An unknown country, or an impossible birth date."""

    code = "odd_person"
    message = _("No document matches this. Check the birth date and the country.")


class AddressMissing(Refusal):
    """No residential address in the country of residence."""

    code = "address_missing"
    message = _("The residential address is missing. Enter it first.")


class AddressUnchanged(Refusal):
    """This address is in force already."""

    code = "address_unchanged"
    message = _("This is already on record. Nothing has changed.")


class DocumentNotAccepted(Refusal):
    """The profile does not accept this kind of document."""

    code = "document_not_accepted"
    field = "document_kind"
    message = _("This kind of document is not accepted. Choose another one.")
