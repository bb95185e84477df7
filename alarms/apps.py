"""Application configuration of `alarms`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AlarmsConfig(AppConfig):
    """Brings alarms to people on duty, and watches what has to happen regularly."""

    name = "alarms"
    verbose_name = _("Alarms")
    default_auto_field = "django.db.models.BigAutoField"
