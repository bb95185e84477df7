"""Application configuration of `cases`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasesConfig(AppConfig):
    """Cases of fraud, money laundering and player protection: queue, holds, evidence, decisions."""

    name = "cases"
    verbose_name = _("Cases")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the pages of events how values of cases are written, and the wallet which withdrawals must be held."""
        # The models are needed.
        from cases.selectors.holds import must_hold  # noqa: PLC0415
        from cases.services.scanning import hold_player  # noqa: PLC0415
        from cases.words.events import register_case_events  # noqa: PLC0415
        from wallet.cash.services.outside_checks import (  # noqa: PLC0415
            OutsideCheck,
            register_outside_check,
        )

        register_case_events()
        register_outside_check("cases", OutsideCheck(must_hold, hold_player))
