"""Application configuration of `cases`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasesConfig(AppConfig):
    """Cases of fraud, money laundering and player protection: queue, holds, evidence, decisions."""

    name = "cases"
    verbose_name = _("Cases")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the words of cases in events and letters, and what the wallet, the access log and voids ask cases."""
        from accounts.models.audit_views import Look  # noqa: PLC0415 - needs the models
        from accounts.models.letters import Letter  # noqa: PLC0415 - needs the models
        from cases.selectors.holds import must_hold  # noqa: PLC0415 - needs the models
        from cases.selectors.looks import find_hidden_cases  # noqa: PLC0415 - needs the models
        from cases.selectors.openings import has_open_case  # noqa: PLC0415 - needs the models
        from cases.services.judgements import require_judged  # noqa: PLC0415 - needs the models
        from cases.services.site_holds import (  # noqa: PLC0415 - needs the models
            hold_player,
            note_reversal,
        )
        from cases.services.voids import check_void  # noqa: PLC0415 - needs the models
        from cases.words.events import register_case_events  # noqa: PLC0415 - needs the models
        from cases.words.told_reviews import (  # noqa: PLC0415 - needs the models
            read_decision,
            read_reviews,
        )
        from compliance.erasure.selectors.obstacles import (  # noqa: PLC0415 - needs the models
            register_open_cases,
        )
        from compliance.looks.selectors import register_hidden  # noqa: PLC0415 - needs the models
        from compliance.messages.words.letters import (  # noqa: PLC0415 - needs the models
            register_letter_words,
        )
        from compliance.voids.services.approval import register_check  # noqa: PLC0415 - needs the models
        from wallet.cash.selectors.reviews import (  # noqa: PLC0415 - needs the models
            register_review_reader,
        )
        from wallet.cash.services.outside_checks import (  # noqa: PLC0415 - needs the models
            OutsideCheck,
            register_outside_check,
        )

        register_case_events()
        register_outside_check(
            "cases", OutsideCheck(must_hold, require_judged, hold_player, note_reversal)
        )
        register_open_cases("cases", has_open_case)
        register_check(check_void)
        register_hidden(Look.Kind.CASEWORK, find_hidden_cases)
        register_letter_words(Letter.Kind.OUTCOME, read_decision)
        register_review_reader("cases", read_reviews)
