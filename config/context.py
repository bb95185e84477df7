from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest

from builds.selectors import build_in_force
from profiles.selectors.in_force import house_default, profile_in_force
from profiles.values.fields import ProfileValues


def operator(_request: HttpRequest) -> dict[str, dict[str, Any]]:
    """Context processor: `operator` with name, contact, regulators, licence, minimum age and the demo flag."""
    profile = _profile()
    return {
        "operator": {
            "name": settings.OPERATOR_NAME,
            "site": settings.OPERATOR_SITE,
            "email": settings.OPERATOR_EMAIL,
            "phone": settings.OPERATOR_PHONE,
            "address": settings.OPERATOR_ADDRESS,
            "regulators": profile.regulators,
            "play_warning": profile.play_warning,
            "licence": profile.licence,
            "answer_days": profile.dispute_answer_days,
            "minimum_age": str(profile.minimum_age),
            "is_demo": settings.DEMO_PROVIDER_ENABLED,
            "build": build_in_force(),
        },
    }


def _profile() -> ProfileValues:
    try:
        return profile_in_force()
    except OperationalError:  # an error page is drawn without the database
        return house_default()
