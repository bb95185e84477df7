"""Application configuration of `loyalty`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LoyaltyConfig(AppConfig):
    """Points for stakes, tiers, redemption."""

    name = "loyalty"
    verbose_name = _("Loyalty")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let points count where a return above 100 % has to be accepted."""
        from loyalty.selectors.tier_cost import greatest_point_share  # noqa: PLC0415  it needs the models
        from tables.selectors.returns import register_point_share  # noqa: PLC0415  as above

        register_point_share(greatest_point_share)
