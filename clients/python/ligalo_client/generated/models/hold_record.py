from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="HoldRecord")


@_attrs_define
class HoldRecord:
    """
    Attributes:
        amount (Money):
        case (UUID):
        due_at (datetime.datetime): After this time the compliance manager decides.
        escalated_at (datetime.datetime | None):
        held_at (datetime.datetime):
        player (int):
        withdrawal (UUID):
    """

    amount: Money
    case: UUID
    due_at: datetime.datetime
    escalated_at: datetime.datetime | None
    held_at: datetime.datetime
    player: int
    withdrawal: UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        case = str(self.case)

        due_at = self.due_at.isoformat()

        escalated_at: None | str
        if isinstance(self.escalated_at, datetime.datetime):
            escalated_at = self.escalated_at.isoformat()
        else:
            escalated_at = self.escalated_at

        held_at = self.held_at.isoformat()

        player = self.player

        withdrawal = str(self.withdrawal)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "case": case,
                "due_at": due_at,
                "escalated_at": escalated_at,
                "held_at": held_at,
                "player": player,
                "withdrawal": withdrawal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        case = UUID(d.pop("case"))

        due_at = datetime.datetime.fromisoformat(d.pop("due_at"))

        def _parse_escalated_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                escalated_at_type_0 = datetime.datetime.fromisoformat(data)

                return escalated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        escalated_at = _parse_escalated_at(d.pop("escalated_at"))

        held_at = datetime.datetime.fromisoformat(d.pop("held_at"))

        player = d.pop("player")

        withdrawal = UUID(d.pop("withdrawal"))

        hold_record = cls(
            amount=amount,
            case=case,
            due_at=due_at,
            escalated_at=escalated_at,
            held_at=held_at,
            player=player,
            withdrawal=withdrawal,
        )

        hold_record.additional_properties = d
        return hold_record

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
