"""The gate's terms in the profile in force."""

from accounts.gate.values.terms import GateTerms, LocationChecks, LocationMoment
from profiles.selectors.in_force import profile_in_force


def load_terms(country: str = "") -> GateTerms:
    """Return what the gate asks of a player who lives in this country. No query, as `profile_in_force`."""
    profile = profile_in_force(country)
    return GateTerms(
        asks_register=profile.exclusion_register,
        register_max_age_hours=profile.register_max_age_hours,
        asks_sanctions=profile.sanctions_list,
        sanctions_max_age_hours=profile.sanctions_max_age_hours,
        location_checks=LocationChecks(profile.location_checks),
        location_when=frozenset(map(LocationMoment, profile.location_when)),
        location_minutes=profile.location_minutes,
        allows_doubt=profile.location_on_doubt == "allow",
        countries=frozenset(profile.countries_allowed),
        asks_play_money=profile.gate_asks_play_money,
    )
