"""Sources that the gate's checks need and that the operator supplies."""

from datetime import datetime

from accounts.gate.selectors.lists import list_in_force
from accounts.gate.selectors.providers import asked_checks
from accounts.gate.selectors.terms import load_terms
from accounts.gate.values.facts import is_current
from accounts.gate.values.signed_lists import ListKind
from accounts.gate.values.terms import LocationChecks
from accounts.models.networks import NetworkCountry
from profiles.selectors.in_force import profile_in_force


def find_missing_sources(now: datetime) -> list[str]:
    """Return the checks that the licence's profile asks for and that have neither a current source nor a provider.

    "register", "location", "sanctions", "joint_limits".
    """
    terms, asked = load_terms(), asked_checks()
    present = {
        "register": not terms.asks_register
        or _is_list_current(ListKind.REGISTER, terms.register_max_age_hours, now),
        "location": terms.location_checks is LocationChecks.NONE
        or (terms.location_checks is LocationChecks.NETWORK and NetworkCountry.objects.exists()),
        "sanctions": not terms.asks_sanctions
        or _is_list_current(ListKind.SANCTIONS, terms.sanctions_max_age_hours, now),
        "joint_limits": not profile_in_force().joint_limits,
    }
    return [check for check, there in present.items() if not there and check not in asked]


def _is_list_current(kind: ListKind, hours: int, now: datetime) -> bool:
    load = list_in_force(kind)
    return load is not None and is_current(load.day, hours, now)
