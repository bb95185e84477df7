"""The values that policies name: those of the profile and of the installation, so that a text never contradicts them."""

from collections.abc import Mapping
from math import ceil
from typing import Final

from django.conf import settings

from profiles.selectors.in_force import profile_in_force

_DAY_HOURS: Final = 24
_MINUTE: Final = 60


def load_values() -> Mapping[str, str]:
    """Return the value of each placeholder in `accounts.policies.values.texts`, by the licence's profile."""
    profile = profile_in_force()
    kept = max(profile.rounds_kept_years, profile.money_kept_years, profile.identity_kept_years)
    return {
        "operator": settings.OPERATOR_NAME,
        "email": settings.OPERATOR_EMAIL,
        "minimum_age": str(profile.minimum_age),
        "answer_days": str(profile.dispute_answer_days),
        "payment_days": str(ceil(profile.pay_withdrawals_hours / _DAY_HOURS)),
        "visits_kept_days": str(profile.visits_kept_days),
        "rules_notice_hours": str(profile.rules_notice_hours),
        "idle_minutes": str(profile.player_idle_seconds // _MINUTE),
        "document_grace_days": str(profile.document_grace_days),
        "retention_years": str(kept),
        "inactive_months": str(profile.inactive_after_months),
    }
