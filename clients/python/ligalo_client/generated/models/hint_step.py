from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="HintStep")


@_attrs_define
class HintStep:
    """
    Attributes:
        step (int):
    """

    step: int

    def to_dict(self) -> dict[str, Any]:
        step = self.step

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "step": step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step = d.pop("step")

        hint_step = cls(
            step=step,
        )

        return hint_step
