"""Application configuration of `loyalty`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LoyaltyConfig(AppConfig):
    """Points for stakes, tiers, redemption."""

    name = "loyalty"
    verbose_name = _("Loyalty")
    default_auto_field = "django.db.models.BigAutoField"
