"""Application configuration of `reports`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReportsConfig(AppConfig):
    """Daily figures, reports and exports."""

    name = "reports"
    verbose_name = _("Reports")
    default_auto_field = "django.db.models.BigAutoField"
