from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.subject_enum import SubjectEnum
from ..types import UNSET, Unset

T = TypeVar("T", bound="NewDisputeRequest")


@_attrs_define
class NewDisputeRequest:
    """
    Attributes:
        subject (SubjectEnum):
        text (str): Never a password or a card's number.
        round_ (UUID | Unset): A round of the player.
    """

    subject: SubjectEnum
    text: str
    round_: UUID | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        subject = self.subject.value

        text = self.text

        round_: str | Unset = UNSET
        if not isinstance(self.round_, Unset):
            round_ = str(self.round_)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "subject": subject,
                "text": text,
            }
        )
        if round_ is not UNSET:
            field_dict["round"] = round_

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        subject = SubjectEnum(d.pop("subject"))

        text = d.pop("text")

        _round_ = d.pop("round", UNSET)
        round_: UUID | Unset
        if isinstance(_round_, Unset):
            round_ = UNSET
        else:
            round_ = UUID(_round_)

        new_dispute_request = cls(
            subject=subject,
            text=text,
            round_=round_,
        )

        new_dispute_request.additional_properties = d
        return new_dispute_request

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
