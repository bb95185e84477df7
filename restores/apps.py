"""Application configuration of `restores`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RestoresConfig(AppConfig):
    """Detects that the database was restored or lost writes, and keeps the installation closed until two people release it."""

    name = "restores"
    verbose_name = _("Restores")
    default_auto_field = "django.db.models.BigAutoField"
