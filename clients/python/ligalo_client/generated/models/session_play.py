from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="SessionPlay")


@_attrs_define
class SessionPlay:
    """
    Attributes:
        net (Money):
        staked (Money):
        won (Money):
    """

    net: Money
    staked: Money
    won: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        net = self.net.to_dict()

        staked = self.staked.to_dict()

        won = self.won.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "net": net,
                "staked": staked,
                "won": won,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        net = Money.from_dict(d.pop("net"))

        staked = Money.from_dict(d.pop("staked"))

        won = Money.from_dict(d.pop("won"))

        session_play = cls(
            net=net,
            staked=staked,
            won=won,
        )

        session_play.additional_properties = d
        return session_play

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
