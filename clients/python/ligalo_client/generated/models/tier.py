from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Tier")


@_attrs_define
class Tier:
    """
    Attributes:
        multiplier (float): Points are multiplied by it.
        name (str):
        point_value (Money):
        threshold (str): Points with two decimals, in quotes.
    """

    multiplier: float
    name: str
    point_value: Money
    threshold: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        multiplier = self.multiplier

        name = self.name

        point_value = self.point_value.to_dict()

        threshold = self.threshold

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "multiplier": multiplier,
                "name": name,
                "point_value": point_value,
                "threshold": threshold,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        multiplier = d.pop("multiplier")

        name = d.pop("name")

        point_value = Money.from_dict(d.pop("point_value"))

        threshold = d.pop("threshold")

        tier = cls(
            multiplier=multiplier,
            name=name,
            point_value=point_value,
            threshold=threshold,
        )

        tier.additional_properties = d
        return tier

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
