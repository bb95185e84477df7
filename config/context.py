from typing import Any

from django.conf import settings
from django.http import HttpRequest


def operator(_request: HttpRequest) -> dict[str, dict[str, Any]]:
    """Context processor: `operator` with name, contact, regulators, minimum age and the demo flag."""
    return {
        "operator": {
            "name": settings.OPERATOR_NAME,
            "site": settings.OPERATOR_SITE,
            "email": settings.OPERATOR_EMAIL,
            "phone": settings.OPERATOR_PHONE,
            "address": settings.OPERATOR_ADDRESS,
            "regulators": settings.REGULATORS,
            "answer_days": settings.DISPUTE_ANSWER_DAYS,
            "minimum_age": str(settings.MINIMUM_AGE),
            "is_demo": settings.DEMO_PROVIDER_ENABLED,
        },
    }
