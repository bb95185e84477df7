"""The catalogue of all fields of a profile, and their values in force."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final

from profiles.values.definitions import METADATA, FieldDefinition, ProfileGroup
from profiles.values.money import MoneyFields
from profiles.values.operation import AccountFields, OperationFields, ReportingFields
from profiles.values.people import PeopleFields
from profiles.values.place import PlaceFields
from profiles.values.play import PlayFields
from profiles.values.protection import ProtectionFields
from profiles.values.records import RecordFields, ReturnFields, TaxFields

GROUPS: Final[Mapping[ProfileGroup, type[Any]]] = MappingProxyType(
    {
        ProfileGroup.PEOPLE: PeopleFields,
        ProfileGroup.PLACE: PlaceFields,
        ProfileGroup.MONEY: MoneyFields,
        ProfileGroup.PLAY: PlayFields,
        ProfileGroup.PROTECTION: ProtectionFields,
        ProfileGroup.RETURNS: ReturnFields,
        ProfileGroup.RECORDS: RecordFields,
        ProfileGroup.TAX: TaxFields,
        ProfileGroup.ACCOUNTS: AccountFields,
        ProfileGroup.REPORTING: ReportingFields,
        ProfileGroup.OPERATION: OperationFields,
    }
)
FIELDS: Final[Mapping[str, FieldDefinition]] = MappingProxyType(
    {one.name: one.metadata[METADATA] for group in GROUPS.values() for one in fields(group)}
)
"""Definition of each field, in the order of pages and files."""

GROUP_OF: Final[Mapping[str, ProfileGroup]] = MappingProxyType(
    {one.name: name for name, group in GROUPS.items() for one in fields(group)}
)


@dataclass(frozen=True, kw_only=True)
class ProfileValues(
    PeopleFields,
    PlaceFields,
    MoneyFields,
    PlayFields,
    ProtectionFields,
    ReturnFields,
    RecordFields,
    TaxFields,
    AccountFields,
    ReportingFields,
    OperationFields,
):
    """All values in force at a moment, of the licence and the country of residence together.

    `version` and `country_version` are the numbers of the versions that they come from; None: the
    country has no profile of its own.
    """

    version: int
    country_version: int | None
    name: str

    def minimum_age_in(self, country: str) -> int:
        """Return the minimum age of players from this country."""
        return max(self.minimum_age, self.minimum_ages.get(country, 0))
