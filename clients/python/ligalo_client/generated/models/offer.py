from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Offer")


@_attrs_define
class Offer:
    """
    Attributes:
        given (Money):
        given_rate (str): USD for one unit of the currency given.
        offer (str): Send it to accept the offer.
        received (Money):
        received_rate (str): USD for one unit of the currency received.
        spread (str): Share that the house keeps, as a fraction of 1.
        valid_until (datetime.datetime):
    """

    given: Money
    given_rate: str
    offer: str
    received: Money
    received_rate: str
    spread: str
    valid_until: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        given = self.given.to_dict()

        given_rate = self.given_rate

        offer = self.offer

        received = self.received.to_dict()

        received_rate = self.received_rate

        spread = self.spread

        valid_until = self.valid_until.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "given": given,
                "given_rate": given_rate,
                "offer": offer,
                "received": received,
                "received_rate": received_rate,
                "spread": spread,
                "valid_until": valid_until,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        given = Money.from_dict(d.pop("given"))

        given_rate = d.pop("given_rate")

        offer = d.pop("offer")

        received = Money.from_dict(d.pop("received"))

        received_rate = d.pop("received_rate")

        spread = d.pop("spread")

        valid_until = datetime.datetime.fromisoformat(d.pop("valid_until"))

        offer = cls(
            given=given,
            given_rate=given_rate,
            offer=offer,
            received=received,
            received_rate=received_rate,
            spread=spread,
            valid_until=valid_until,
        )

        offer.additional_properties = d
        return offer

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
