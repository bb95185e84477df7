from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.dispute_state import DisputeState
from ..models.subject_enum import SubjectEnum

T = TypeVar("T", bound="Dispute")


@_attrs_define
class Dispute:
    """
    Attributes:
        at (datetime.datetime):
        id (UUID):
        number (str):
        state (DisputeState):
        subject (SubjectEnum):
        text (str):
    """

    at: datetime.datetime
    id: UUID
    number: str
    state: DisputeState
    subject: SubjectEnum
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        id = str(self.id)

        number = self.number

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
                "state": state,
                "subject": subject,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        id = UUID(d.pop("id"))

        number = d.pop("number")

        state = DisputeState(d.pop("state"))

        subject = SubjectEnum(d.pop("subject"))

        text = d.pop("text")

        dispute = cls(
            at=at,
            id=id,
            number=number,
            state=state,
            subject=subject,
            text=text,
        )

        dispute.additional_properties = d
        return dispute

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
