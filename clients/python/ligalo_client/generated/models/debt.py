from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.cause_enum import CauseEnum

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Debt")


@_attrs_define
class Debt:
    """
    Attributes:
        amount (Money):
        cause (CauseEnum):
        disputed (bool):
        id (UUID): The round or the deposit.
        since (datetime.datetime):
    """

    amount: Money
    cause: CauseEnum
    disputed: bool
    id: UUID
    since: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        cause = self.cause.value

        disputed = self.disputed

        id = str(self.id)

        since = self.since.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "cause": cause,
                "disputed": disputed,
                "id": id,
                "since": since,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        cause = CauseEnum(d.pop("cause"))

        disputed = d.pop("disputed")

        id = UUID(d.pop("id"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        debt = cls(
            amount=amount,
            cause=cause,
            disputed=disputed,
            id=id,
            since=since,
        )

        debt.additional_properties = d
        return debt

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
