from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.subject_enum import SubjectEnum
from ..types import UNSET, Unset

T = TypeVar("T", bound="NewDispute")


@_attrs_define
class NewDispute:
    """
    Attributes:
        subject (SubjectEnum):
        text (str): Never a password or a card's number.
        round_ (UUID | Unset): A round of the player.
    """

    subject: SubjectEnum
    text: str
    round_: UUID | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        subject = self.subject.value

        text = self.text

        round_: str | Unset = UNSET
        if not isinstance(self.round_, Unset):
            round_ = str(self.round_)

        field_dict: dict[str, Any] = {}

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

        new_dispute = cls(
            subject=subject,
            text=text,
            round_=round_,
        )

        return new_dispute
