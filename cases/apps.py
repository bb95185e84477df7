"""Application configuration of `cases`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasesConfig(AppConfig):
    """Cases of fraud, money laundering and player protection: queue, holds, evidence, decisions."""

    name = "cases"
    verbose_name = _("Cases")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the pages of events how values of cases are written, the access log which cases it hides, and voids what a case refuses."""
        from accounts.models.audit_views import Look  # noqa: PLC0415  # needs the models
        from cases.selectors.looks import find_hidden_cases  # noqa: PLC0415
        from cases.services.voids import check_void  # noqa: PLC0415
        from cases.words.events import register_case_events  # noqa: PLC0415
        from compliance.looks.selectors import register_hidden  # noqa: PLC0415
        from compliance.voids.services.approval import register_check  # noqa: PLC0415

        register_case_events()
        register_check(check_void)
        register_hidden(Look.Kind.CASEWORK, find_hidden_cases)
