"""Application configuration of `compliance`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ComplianceConfig(AppConfig):
    """Hands, shoes, players, voids, events, build check."""

    name = "compliance"
    verbose_name = _("Compliance")
    default_auto_field = "django.db.models.BigAutoField"
