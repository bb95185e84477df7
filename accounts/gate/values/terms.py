"""What the profile in force asks of the gate."""

from dataclasses import dataclass, field
from enum import StrEnum


class LocationChecks(StrEnum):
    """How the location of a player is found."""

    NONE = "none"
    NETWORK = "network"
    PROVIDER = "provider"


class LocationMoment(StrEnum):
    """When the location is asked anew."""

    SIGN_IN = "sign_in"
    FIRST_BET = "first_bet"
    NETWORK_CHANGE = "network_change"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True)
class GateTerms:
    """Checks before real money, and how old their answers may be. Nothing is asked by default."""

    asks_register: bool = False
    register_max_age_hours: int = 48
    asks_sanctions: bool = False
    sanctions_max_age_hours: int = 168
    location_checks: LocationChecks = LocationChecks.NONE
    location_when: frozenset[LocationMoment] = field(default_factory=frozenset)
    location_minutes: int = 30
    allows_doubt: bool = False
    countries: frozenset[str] = field(default_factory=frozenset)  # empty: any
    asks_play_money: bool = False

    @property
    def asks_location(self) -> bool:
        return self.location_checks is not LocationChecks.NONE

    @property
    def asks_nothing(self) -> bool:
        """True if no check beyond identity is made: the gate then needs no statement."""
        return not (self.asks_register or self.asks_sanctions or self.asks_location)
