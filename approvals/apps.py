"""Application configuration of `approvals`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApprovalsConfig(AppConfig):
    """Four-eyes approvals: one person proposes, another decides, the same way in every app."""

    name = "approvals"
    verbose_name = _("Approvals")
