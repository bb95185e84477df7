"""Refusals of sign-up; nothing is stored."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class EmailTakenError(Refusal):
    """Another account has this address; never shown to the person signing up."""

    code = "email_taken"
    message = _("This address cannot be used.")


class IdentityMissingError(Refusal):
    """Something that the profile asks before an account exists is missing."""

    code = "identity_missing"
    message = _("Enter everything that is asked to open an account.")


class ConsentMissingError(Refusal):
    """A consent is missing."""

    code = "consent_missing"
    message = _("You need to agree to every point to open an account.")
