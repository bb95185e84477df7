from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.limit_values import LimitValues


T = TypeVar("T", bound="LimitsInForce")


@_attrs_define
class LimitsInForce:
    """
    Attributes:
        player (int | None):
        values (LimitValues):
        version (str): Send it in quotes as `If-Match` to change only what you have seen.
    """

    player: int | None
    values: LimitValues
    version: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        player: int | None
        player = self.player

        values = self.values.to_dict()

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "player": player,
                "values": values,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limit_values import LimitValues  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_player(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        player = _parse_player(d.pop("player"))

        values = LimitValues.from_dict(d.pop("values"))

        version = d.pop("version")

        limits_in_force = cls(
            player=player,
            values=values,
            version=version,
        )

        limits_in_force.additional_properties = d
        return limits_in_force

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
