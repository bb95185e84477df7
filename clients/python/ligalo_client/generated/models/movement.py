from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.movement_kind_enum import MovementKindEnum

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Movement")


@_attrs_define
class Movement:
    """
    Attributes:
        amount (Money):
        at (datetime.datetime):
        balance (Money):
        id (str):
        kind (MovementKindEnum):
        label (str): The kind in the caller's language.
        note (str):
        receipt (None | str): Kind and id of the payment, if it is one: `deposit/…`.
        round_ (None | UUID):
    """

    amount: Money
    at: datetime.datetime
    balance: Money
    id: str
    kind: MovementKindEnum
    label: str
    note: str
    receipt: None | str
    round_: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        at = self.at.isoformat()

        balance = self.balance.to_dict()

        id = self.id

        kind = self.kind.value

        label = self.label

        note = self.note

        receipt: None | str
        receipt = self.receipt

        round_: None | str
        if isinstance(self.round_, UUID):
            round_ = str(self.round_)
        else:
            round_ = self.round_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "at": at,
                "balance": balance,
                "id": id,
                "kind": kind,
                "label": label,
                "note": note,
                "receipt": receipt,
                "round": round_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        balance = Money.from_dict(d.pop("balance"))

        id = d.pop("id")

        kind = MovementKindEnum(d.pop("kind"))

        label = d.pop("label")

        note = d.pop("note")

        def _parse_receipt(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        receipt = _parse_receipt(d.pop("receipt"))

        def _parse_round_(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                round_type_0 = UUID(data)

                return round_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        round_ = _parse_round_(d.pop("round"))

        movement = cls(
            amount=amount,
            at=at,
            balance=balance,
            id=id,
            kind=kind,
            label=label,
            note=note,
            receipt=receipt,
            round_=round_,
        )

        movement.additional_properties = d
        return movement

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
