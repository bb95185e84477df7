from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.destination_kind_enum import DestinationKindEnum
from ..types import UNSET, Unset

T = TypeVar("T", bound="Destination")


@_attrs_define
class Destination:
    """
    Attributes:
        holder (str): The player's own name.
        kind (DestinationKindEnum):
        bank (str | Unset):  Default: ''.
        country (str | Unset):  Default: ''.
        number (str | Unset): IBAN, or number. Default: ''.
    """

    holder: str
    kind: DestinationKindEnum
    bank: str | Unset = ""
    country: str | Unset = ""
    number: str | Unset = ""

    def to_dict(self) -> dict[str, Any]:
        holder = self.holder

        kind = self.kind.value

        bank = self.bank

        country = self.country

        number = self.number

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "holder": holder,
                "kind": kind,
            }
        )
        if bank is not UNSET:
            field_dict["bank"] = bank
        if country is not UNSET:
            field_dict["country"] = country
        if number is not UNSET:
            field_dict["number"] = number

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        holder = d.pop("holder")

        kind = DestinationKindEnum(d.pop("kind"))

        bank = d.pop("bank", UNSET)

        country = d.pop("country", UNSET)

        number = d.pop("number", UNSET)

        destination = cls(
            holder=holder,
            kind=kind,
            bank=bank,
            country=country,
            number=number,
        )

        return destination
