"""Application configuration of `limits`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LimitsConfig(AppConfig):
    """What players may stake, lose, deposit and play, as they and the house limit it."""

    name = "limits"
    verbose_name = _("Limits")
    default_auto_field = "django.db.models.BigAutoField"
