"""Refusals of rights."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _


class NotPermitted(PermissionDenied):
    """The user's roles do not allow this; nothing was changed. Pages answer 403."""

    code = "not_permitted"
    message = _("Your role does not allow this.")
