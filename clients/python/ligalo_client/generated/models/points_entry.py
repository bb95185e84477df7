from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.points_entry_kind_enum import PointsEntryKindEnum

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="PointsEntry")


@_attrs_define
class PointsEntry:
    """
    Attributes:
        at (datetime.datetime):
        balance (str): Points with two decimals, in quotes.
        kind (PointsEntryKindEnum):
        number (int):
        paid (Money | None): Money for redeemed points.
        points (str): Points with two decimals, in quotes.
        round_ (None | UUID):
    """

    at: datetime.datetime
    balance: str
    kind: PointsEntryKindEnum
    number: int
    paid: Money | None
    points: str
    round_: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        at = self.at.isoformat()

        balance = self.balance

        kind = self.kind.value

        number = self.number

        paid: dict[str, Any] | None
        if isinstance(self.paid, Money):
            paid = self.paid.to_dict()
        else:
            paid = self.paid

        points = self.points

        round_: None | str
        if isinstance(self.round_, UUID):
            round_ = str(self.round_)
        else:
            round_ = self.round_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "balance": balance,
                "kind": kind,
                "number": number,
                "paid": paid,
                "points": points,
                "round": round_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        balance = d.pop("balance")

        kind = PointsEntryKindEnum(d.pop("kind"))

        number = d.pop("number")

        def _parse_paid(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                paid_type_0 = Money.from_dict(data)

                return paid_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        paid = _parse_paid(d.pop("paid"))

        points = d.pop("points")

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

        points_entry = cls(
            at=at,
            balance=balance,
            kind=kind,
            number=number,
            paid=paid,
            points=points,
            round_=round_,
        )

        points_entry.additional_properties = d
        return points_entry

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
