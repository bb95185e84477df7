"""Application configuration of `reports`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReportsConfig(AppConfig):
    """The daily figures, the reports made of them, and their exports."""

    name = "reports"
    verbose_name = _("Reports")
    default_auto_field = "django.db.models.BigAutoField"
