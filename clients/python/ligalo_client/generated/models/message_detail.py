from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="MessageDetail")


@_attrs_define
class MessageDetail:
    """
    Attributes:
        at (datetime.datetime):
        balance_changes (list[Money]): For a message about several rounds: the sums by currency.
        id (str):
        rounds (list[UUID]): Rounds that it is about; of many, the first ones.
        text (str):
        title (str):
    """

    at: datetime.datetime
    balance_changes: list[Money]
    id: str
    rounds: list[UUID]
    text: str
    title: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        balance_changes = []
        for balance_changes_item_data in self.balance_changes:
            balance_changes_item = balance_changes_item_data.to_dict()
            balance_changes.append(balance_changes_item)

        id = self.id

        rounds = []
        for rounds_item_data in self.rounds:
            rounds_item = str(rounds_item_data)
            rounds.append(rounds_item)

        text = self.text

        title = self.title

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "balance_changes": balance_changes,
                "id": id,
                "rounds": rounds,
                "text": text,
                "title": title,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        balance_changes = []
        _balance_changes = d.pop("balance_changes")
        for balance_changes_item_data in _balance_changes:
            balance_changes_item = Money.from_dict(balance_changes_item_data)

            balance_changes.append(balance_changes_item)

        id = d.pop("id")

        rounds = []
        _rounds = d.pop("rounds")
        for rounds_item_data in _rounds:
            rounds_item = UUID(rounds_item_data)

            rounds.append(rounds_item)

        text = d.pop("text")

        title = d.pop("title")

        message_detail = cls(
            at=at,
            balance_changes=balance_changes,
            id=id,
            rounds=rounds,
            text=text,
            title=title,
        )

        message_detail.additional_properties = d
        return message_detail

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
