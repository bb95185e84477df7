"""Application configuration of `compliance`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ComplianceConfig(AppConfig):
    """What staff look at and decide: hands, shoes, players, voids, events, the build."""

    name = "compliance"
    verbose_name = _("Compliance")
    default_auto_field = "django.db.models.BigAutoField"
