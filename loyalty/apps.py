"""Application configuration of `loyalty`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LoyaltyConfig(AppConfig):
    """Points for what players stake, the tiers they lead to, and what is done with them."""

    name = "loyalty"
    verbose_name = _("Loyalty")
    default_auto_field = "django.db.models.BigAutoField"
