from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.answer_enum import AnswerEnum

T = TypeVar("T", bound="RealityAnswer")


@_attrs_define
class RealityAnswer:
    """
    Attributes:
        answer (AnswerEnum):
        mark (str): `mark` of the check that was shown.
    """

    answer: AnswerEnum
    mark: str

    def to_dict(self) -> dict[str, Any]:
        answer = self.answer.value

        mark = self.mark

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "answer": answer,
                "mark": mark,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        answer = AnswerEnum(d.pop("answer"))

        mark = d.pop("mark")

        reality_answer = cls(
            answer=answer,
            mark=mark,
        )

        return reality_answer
