from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProfilesConfig(AppConfig):
    """Everything a regulator may prescribe, as versions that two people agree on."""

    name = "profiles"
    verbose_name = _("Profiles")
    default_auto_field = "django.db.models.BigAutoField"
