"""Fields about people: age, identity, address, registers."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import ByCountry, Combine, OneOf, SomeOf, Whole, YesNo


@dataclass(frozen=True, kw_only=True)
class PeopleFields:
    """Who may have an account and play."""

    minimum_age: int = define(Whole("years", 18, 99), Combine.MAXIMUM, _("Minimum age"))
    minimum_ages: Mapping[str, int] = define(
        ByCountry("years", 18, 99), Combine.MAXIMUM, _("Higher minimum ages by country")
    )
    documents_accepted: tuple[str, ...] = define(
        SomeOf(("national_id", "passport", "residence_permit", "driving_licence", "other")),
        Combine.INTERSECTION,
        _("Identity documents accepted"),
    )
    identity_before: str = define(
        OneOf(("withdrawal", "bet", "deposit")), Combine.MAXIMUM, _("Identity is verified before")
    )
    identity_at_sign_up: tuple[str, ...] = define(
        SomeOf(("name", "address", "phone", "document_number")),
        Combine.UNION,
        _("Asked before an account exists"),
    )
    address_required: bool = define(
        YesNo(), Combine.MAXIMUM, _("A residential address is required")
    )
    document_grace_days: int = define(
        Whole("days", 0, 365), Combine.MINIMUM, _("Play goes on after a document expires for")
    )
    exclusion_register: bool = define(
        YesNo(), Combine.MAXIMUM, _("A register of excluded people is asked")
    )
    register_max_age_hours: int = define(
        Whole("hours", 1, 744), Combine.MINIMUM, _("Maximum age of the register of excluded people")
    )
    sanctions_list: bool = define(YesNo(), Combine.MAXIMUM, _("A list of sanctions is asked"))
    sanctions_max_age_hours: int = define(
        Whole("hours", 1, 744), Combine.MINIMUM, _("Maximum age of the list of sanctions")
    )
    gate_asks_play_money: bool = define(
        YesNo(), Combine.MAXIMUM, _("These checks hold for play money too")
    )
