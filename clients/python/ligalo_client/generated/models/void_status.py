from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.case_progress import CaseProgress
    from ..models.case_step import CaseStep
    from ..models.void_case import VoidCase


T = TypeVar("T", bound="VoidStatus")


@_attrs_define
class VoidStatus:
    """
    Attributes:
        case (VoidCase):
        progress (CaseProgress):
        steps (list[CaseStep]):
    """

    case: VoidCase
    progress: CaseProgress
    steps: list[CaseStep]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        case = self.case.to_dict()

        progress = self.progress.to_dict()

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "case": case,
                "progress": progress,
                "steps": steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.case_progress import CaseProgress  # noqa: PLC0415
        from ..models.case_step import CaseStep  # noqa: PLC0415
        from ..models.void_case import VoidCase  # noqa: PLC0415

        d = dict(src_dict)
        case = VoidCase.from_dict(d.pop("case"))

        progress = CaseProgress.from_dict(d.pop("progress"))

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = CaseStep.from_dict(steps_item_data)

            steps.append(steps_item)

        void_status = cls(
            case=case,
            progress=progress,
            steps=steps,
        )

        void_status.additional_properties = d
        return void_status

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
