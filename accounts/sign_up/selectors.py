"""What the profile asks before an account exists."""

from accounts.values.countries import COUNTRIES
from profiles.selectors.in_force import profile_in_force


def asked_at_sign_up(country: str) -> frozenset[str]:
    """Return the items asked of a person who lives in this country; without one, those of the licence. No query."""
    known = country if country in COUNTRIES else ""
    return frozenset(profile_in_force(known).identity_at_sign_up)
