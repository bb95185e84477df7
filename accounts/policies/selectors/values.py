"""The values that policies name: they come from the installation's settings, so that a text never contradicts them."""

from collections.abc import Mapping
from math import ceil
from typing import Final

from django.conf import settings

from accounts.models.users import DOCUMENT_GRACE

_DAY_HOURS: Final = 24
_MINUTE: Final = 60


def load_values() -> Mapping[str, str]:
    """Return the value of each placeholder in `accounts.policies.values.texts`."""
    return {
        "operator": settings.OPERATOR_NAME,
        "email": settings.OPERATOR_EMAIL,
        "minimum_age": str(settings.MINIMUM_AGE),
        "answer_days": str(settings.DISPUTE_ANSWER_DAYS),
        "payment_days": str(ceil(settings.PAY_WITHDRAWALS_HOURS / _DAY_HOURS)),
        "visits_kept_days": str(settings.VISITS_KEPT_DAYS),
        "rules_notice_hours": str(settings.RULES_NOTICE_HOURS),
        "idle_minutes": str(settings.PLAYER_IDLE_SECONDS // _MINUTE),
        "document_grace_days": str(DOCUMENT_GRACE.days),
        "retention_years": "10",
        "inactive_months": "12",
    }
