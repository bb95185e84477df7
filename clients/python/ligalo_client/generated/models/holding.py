from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Holding")


@_attrs_define
class Holding:
    """
    Attributes:
        available (Money):
        currency (str):
        in_play (Money):
        withdrawing (Money):
    """

    available: Money
    currency: str
    in_play: Money
    withdrawing: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        available = self.available.to_dict()

        currency = self.currency

        in_play = self.in_play.to_dict()

        withdrawing = self.withdrawing.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "available": available,
                "currency": currency,
                "in_play": in_play,
                "withdrawing": withdrawing,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        available = Money.from_dict(d.pop("available"))

        currency = d.pop("currency")

        in_play = Money.from_dict(d.pop("in_play"))

        withdrawing = Money.from_dict(d.pop("withdrawing"))

        holding = cls(
            available=available,
            currency=currency,
            in_play=in_play,
            withdrawing=withdrawing,
        )

        holding.additional_properties = d
        return holding

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
