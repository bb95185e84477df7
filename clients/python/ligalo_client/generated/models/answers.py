from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.answer import Answer


T = TypeVar("T", bound="Answers")


@_attrs_define
class Answers:
    """
    Attributes:
        answers (list[Answer]):
        round_ (UUID):
    """

    answers: list[Answer]
    round_: UUID

    def to_dict(self) -> dict[str, Any]:
        answers = []
        for answers_item_data in self.answers:
            answers_item = answers_item_data.to_dict()
            answers.append(answers_item)

        round_ = str(self.round_)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "answers": answers,
                "round": round_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.answer import Answer  # noqa: PLC0415

        d = dict(src_dict)
        answers = []
        _answers = d.pop("answers")
        for answers_item_data in _answers:
            answers_item = Answer.from_dict(answers_item_data)

            answers.append(answers_item)

        round_ = UUID(d.pop("round"))

        answers = cls(
            answers=answers,
            round_=round_,
        )

        return answers
