from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.blank_enum import BlankEnum
from ..models.reply_outcome_enum import ReplyOutcomeEnum

T = TypeVar("T", bound="Reply")


@_attrs_define
class Reply:
    """
    Attributes:
        at (datetime.datetime):
        from_house (bool):
        number (int):
        outcome (BlankEnum | ReplyOutcomeEnum): Empty: the dispute stays open.
        text (str):
    """

    at: datetime.datetime
    from_house: bool
    number: int
    outcome: BlankEnum | ReplyOutcomeEnum
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        from_house = self.from_house

        number = self.number

        outcome: str
        if isinstance(self.outcome, ReplyOutcomeEnum):
            outcome = self.outcome.value
        else:
            outcome = self.outcome.value

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "from_house": from_house,
                "number": number,
                "outcome": outcome,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        from_house = d.pop("from_house")

        number = d.pop("number")

        def _parse_outcome(data: object) -> BlankEnum | ReplyOutcomeEnum:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                outcome_type_0 = ReplyOutcomeEnum(data)

                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, str):
                raise TypeError()
            outcome_type_1 = BlankEnum(data)

            return outcome_type_1

        outcome = _parse_outcome(d.pop("outcome"))

        text = d.pop("text")

        reply = cls(
            at=at,
            from_house=from_house,
            number=number,
            outcome=outcome,
            text=text,
        )

        reply.additional_properties = d
        return reply

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
