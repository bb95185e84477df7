from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LoyaltyConfig(AppConfig):
    """Points for stakes, tiers, redemption."""

    name = "loyalty"
    verbose_name = _("Loyalty")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Include the value of points in the check for table returns above 100%."""
        from loyalty.selectors.tier_cost import greatest_point_share  # noqa: PLC0415  imports models
        from tables.selectors.returns import register_point_share  # noqa: PLC0415  as above

        register_point_share(greatest_point_share)
