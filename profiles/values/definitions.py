"""What a field of a profile is: its group, kind, label and how two profiles combine."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from internals.texts import Text
from profiles.values.kinds import Combine, ValueKind

METADATA: Final = "profile"


class ProfileGroup(StrEnum):
    """Groups of fields, in the order of pages and files."""

    PEOPLE = "people"
    PLACE = "place"
    MONEY = "money"
    PLAY = "play"
    PROTECTION = "protection"
    RETURNS = "returns"
    RECORDS = "records"
    TAX = "tax"
    ACCOUNTS = "accounts"
    REPORTING = "reporting"
    OPERATION = "operation"


GROUP_LABELS: Final = {
    ProfileGroup.PEOPLE: _("People"),
    ProfileGroup.PLACE: _("Place"),
    ProfileGroup.MONEY: _("Money"),
    ProfileGroup.PLAY: _("Play"),
    ProfileGroup.PROTECTION: _("Player protection"),
    ProfileGroup.RETURNS: _("Return"),
    ProfileGroup.RECORDS: _("Records"),
    ProfileGroup.TAX: _("Tax"),
    ProfileGroup.ACCOUNTS: _("Accounts"),
    ProfileGroup.REPORTING: _("Reporting"),
    ProfileGroup.OPERATION: _("Operation"),
}


@dataclass(frozen=True, slots=True)
class FieldDefinition:
    """One field of a profile. `zero_is_none`: 0 means that nothing applies, so it never wins a minimum."""

    kind: ValueKind
    combine: Combine
    label: Text
    zero_is_none: bool = False


def define(kind: ValueKind, combine: Combine, label: Text, *, zero_is_none: bool = False) -> Any:
    """Return the dataclass field of a profile's field."""
    definition = FieldDefinition(kind, combine, label, zero_is_none)
    return field(metadata={METADATA: definition})
