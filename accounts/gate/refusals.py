"""Refusals of the gate to staff."""

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
