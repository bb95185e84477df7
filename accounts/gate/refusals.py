"""Refusals of the gate to staff, and to people who open an account."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class PersonListed(Refusal):
    """A player whom the exclusion register lists is not verified."""

    code = "register_listed"
    message = _("The exclusion register lists this person. They cannot be verified.")


class RegisterNotChecked(Refusal):
    """The profile asks the register, and it gave no valid answer."""

    code = "register_not_checked"
    message = _(
        "The exclusion register cannot be asked at the moment. Nobody can be verified until it is."
    )


class NewcomerListed(Refusal):
    """The exclusion register lists a person who opens an account."""

    code = "register_listed"
    field = "document_number"
    message = _("You are on the exclusion register, so you can't open an account.")


class NewcomerNotChecked(Refusal):
    """The profile asks the register before an account exists, and it gave no valid answer."""

    code = "register_unanswered"
    field = "document_number"
    message = _(
        "We can't check the exclusion register at the moment, so no account can be opened. Please try again later."
    )
