"""Refusals of preferences."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class PreferenceRefusedError(Refusal):
    """Preference outside its list of choices."""

    code = "preference_refused"
    message = _("This choice is not available.")
