"""Fields about place: countries and the location of a player."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import Combine, OneOf, SomeOf, Whole


@dataclass(frozen=True, kw_only=True)
class PlaceFields:
    """Where play is allowed, and how that is checked."""

    countries_allowed: tuple[str, ...] = define(
        SomeOf(pattern=r"[A-Z]{2}"), Combine.LICENCE, _("Countries of players; empty: all")
    )
    location_checks: str = define(
        OneOf(("none", "network", "provider")), Combine.MAXIMUM, _("How the location is checked")
    )
    location_when: tuple[str, ...] = define(
        SomeOf(("sign_in", "first_bet", "network_change", "interval")),
        Combine.UNION,
        _("When the location is checked"),
    )
    location_minutes: int = define(
        Whole("minutes", 1, 1440), Combine.MINIMUM, _("Interval of location checks")
    )
    location_on_doubt: str = define(
        OneOf(("allow", "refuse")), Combine.MAXIMUM, _("Answer when the location is in doubt")
    )
