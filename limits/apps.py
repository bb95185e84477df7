"""Application configuration of `limits`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LimitsConfig(AppConfig):
    """Limits on stakes, losses, deposits and time, set by players and by the house."""

    name = "limits"
    verbose_name = _("Limits")
    default_auto_field = "django.db.models.BigAutoField"
