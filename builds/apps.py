"""Application configuration of `builds`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BuildsConfig(AppConfig):
    """Builds that were found at starts, and which of them two people have accepted: play stays closed with any other."""

    name = "builds"
    verbose_name = _("Builds")
    default_auto_field = "django.db.models.BigAutoField"
