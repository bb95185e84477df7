"""Refusals of profile files and of changes of the profile in force."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ProfileRefused(Refusal):
    """A file or a change that no profile can have; `code` says what is wrong, `field` which field has it."""

    code = "profile_refused"
    message = _("This profile cannot be used.")


class ProfileUnchanged(Refusal):
    """The proposed values are in force already."""

    code = "profile_unchanged"
    message = _("These values are in force already.")
