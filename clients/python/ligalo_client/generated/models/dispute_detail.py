from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.dispute_state import DisputeState
from ..models.subject_enum import SubjectEnum

if TYPE_CHECKING:
    from ..models.reply import Reply


T = TypeVar("T", bound="DisputeDetail")


@_attrs_define
class DisputeDetail:
    """
    Attributes:
        at (datetime.datetime):
        id (UUID):
        number (str):
        replies (list[Reply]):
        round_ (None | UUID):
        state (DisputeState):
        subject (SubjectEnum):
        text (str):
    """

    at: datetime.datetime
    id: UUID
    number: str
    replies: list[Reply]
    round_: None | UUID
    state: DisputeState
    subject: SubjectEnum
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        id = str(self.id)

        number = self.number

        replies = []
        for replies_item_data in self.replies:
            replies_item = replies_item_data.to_dict()
            replies.append(replies_item)

        round_: None | str
        if isinstance(self.round_, UUID):
            round_ = str(self.round_)
        else:
            round_ = self.round_

        state = self.state.value

        subject = self.subject.value

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "id": id,
                "number": number,
                "replies": replies,
                "round": round_,
                "state": state,
                "subject": subject,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.reply import Reply  # noqa: PLC0415

        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        id = UUID(d.pop("id"))

        number = d.pop("number")

        replies = []
        _replies = d.pop("replies")
        for replies_item_data in _replies:
            replies_item = Reply.from_dict(replies_item_data)

            replies.append(replies_item)

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

        state = DisputeState(d.pop("state"))

        subject = SubjectEnum(d.pop("subject"))

        text = d.pop("text")

        dispute_detail = cls(
            at=at,
            id=id,
            number=number,
            replies=replies,
            round_=round_,
            state=state,
            subject=subject,
            text=text,
        )

        dispute_detail.additional_properties = d
        return dispute_detail

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
