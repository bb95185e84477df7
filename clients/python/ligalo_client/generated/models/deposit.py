from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.deposit_state import DepositState

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Deposit")


@_attrs_define
class Deposit:
    """
    Attributes:
        amount (Money):
        created_at (datetime.datetime):
        id (UUID):
        number (str): Number of the receipt.
        provider (str):
        state (DepositState):
    """

    amount: Money
    created_at: datetime.datetime
    id: UUID
    number: str
    provider: str
    state: DepositState
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        created_at = self.created_at.isoformat()

        id = str(self.id)

        number = self.number

        provider = self.provider

        state = self.state.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "created_at": created_at,
                "id": id,
                "number": number,
                "provider": provider,
                "state": state,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        id = UUID(d.pop("id"))

        number = d.pop("number")

        provider = d.pop("provider")

        state = DepositState(d.pop("state"))

        deposit = cls(
            amount=amount,
            created_at=created_at,
            id=id,
            number=number,
            provider=provider,
            state=state,
        )

        deposit.additional_properties = d
        return deposit

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
