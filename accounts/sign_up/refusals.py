"""Why an account is not opened; nothing is stored then."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class EmailTakenError(Refusal):
    """Another account has this address; never shown as such to the person signing up."""

    code = "email_taken"
    message = _("This address cannot be used.")


class ConsentMissingError(Refusal):
    """Somebody signs up without agreeing to everything that is asked."""

    code = "consent_missing"
    message = _("You need to agree to every point to open an account.")
