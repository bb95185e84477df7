from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.answer_field_request import AnswerFieldRequest


T = TypeVar("T", bound="AnswersBodyRequest")


@_attrs_define
class AnswersBodyRequest:
    """
    Attributes:
        answers (list[AnswerFieldRequest]):
        round_ (UUID):
    """

    answers: list[AnswerFieldRequest]
    round_: UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        answers = []
        for answers_item_data in self.answers:
            answers_item = answers_item_data.to_dict()
            answers.append(answers_item)

        round_ = str(self.round_)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "answers": answers,
                "round": round_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.answer_field_request import AnswerFieldRequest  # noqa: PLC0415

        d = dict(src_dict)
        answers = []
        _answers = d.pop("answers")
        for answers_item_data in _answers:
            answers_item = AnswerFieldRequest.from_dict(answers_item_data)

            answers.append(answers_item)

        round_ = UUID(d.pop("round"))

        answers_body_request = cls(
            answers=answers,
            round_=round_,
        )

        answers_body_request.additional_properties = d
        return answers_body_request

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
