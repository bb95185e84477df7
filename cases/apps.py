"""Application configuration of `cases`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasesConfig(AppConfig):
    """Cases of fraud, money laundering and player protection: queue, holds, evidence, decisions."""

    name = "cases"
    verbose_name = _("Cases")
    default_auto_field = "django.db.models.BigAutoField"
