"""Application configuration of `cases`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasesConfig(AppConfig):
    """Cases of fraud, money laundering and player protection: queue, holds, evidence, decisions."""

    name = "cases"
    verbose_name = _("Cases")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the pages of events how values of cases are written."""
        from cases.words.events import register_case_events  # noqa: PLC0415  # needs the models

        register_case_events()
