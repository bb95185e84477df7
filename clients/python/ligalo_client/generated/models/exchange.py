from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.exchange_status import ExchangeStatus

T = TypeVar("T", bound="Exchange")


@_attrs_define
class Exchange:
    """
    Attributes:
        attempt (int):
        nonce (int):
        status (ExchangeStatus):
    """

    attempt: int
    nonce: int
    status: ExchangeStatus
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attempt = self.attempt

        nonce = self.nonce

        status = self.status.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempt": attempt,
                "nonce": nonce,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        attempt = d.pop("attempt")

        nonce = d.pop("nonce")

        status = ExchangeStatus(d.pop("status"))

        exchange = cls(
            attempt=attempt,
            nonce=nonce,
            status=status,
        )

        exchange.additional_properties = d
        return exchange

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
