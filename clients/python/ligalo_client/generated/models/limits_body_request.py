from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.limit_values_body_request import LimitValuesBodyRequest


T = TypeVar("T", bound="LimitsBodyRequest")


@_attrs_define
class LimitsBodyRequest:
    """
    Attributes:
        reason (str):
        values (LimitValuesBodyRequest):
        accepted (bool | Unset): True if an unusual limit is intended; a refusal names what is unusual. Default: False.
        player (int | Unset): The player's number; left out: limits of the house.
    """

    reason: str
    values: LimitValuesBodyRequest
    accepted: bool | Unset = False
    player: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reason = self.reason

        values = self.values.to_dict()

        accepted = self.accepted

        player = self.player

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reason": reason,
                "values": values,
            }
        )
        if accepted is not UNSET:
            field_dict["accepted"] = accepted
        if player is not UNSET:
            field_dict["player"] = player

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limit_values_body_request import LimitValuesBodyRequest  # noqa: PLC0415

        d = dict(src_dict)
        reason = d.pop("reason")

        values = LimitValuesBodyRequest.from_dict(d.pop("values"))

        accepted = d.pop("accepted", UNSET)

        player = d.pop("player", UNSET)

        limits_body_request = cls(
            reason=reason,
            values=values,
            accepted=accepted,
            player=player,
        )

        limits_body_request.additional_properties = d
        return limits_body_request

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
