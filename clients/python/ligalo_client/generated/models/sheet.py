from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.figure import Figure
    from ..models.section import Section


T = TypeVar("T", bound="Sheet")


@_attrs_define
class Sheet:
    """
    Attributes:
        figures (list[Figure]):
        made_at (datetime.datetime):
        name (str):
        notes (list[str]):
        operator (str):
        period (str): In words.
        sections (list[Section]):
        title (str):
    """

    figures: list[Figure]
    made_at: datetime.datetime
    name: str
    notes: list[str]
    operator: str
    period: str
    sections: list[Section]
    title: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        figures = []
        for figures_item_data in self.figures:
            figures_item = figures_item_data.to_dict()
            figures.append(figures_item)

        made_at = self.made_at.isoformat()

        name = self.name

        notes = self.notes

        operator = self.operator

        period = self.period

        sections = []
        for sections_item_data in self.sections:
            sections_item = sections_item_data.to_dict()
            sections.append(sections_item)

        title = self.title

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "figures": figures,
                "made_at": made_at,
                "name": name,
                "notes": notes,
                "operator": operator,
                "period": period,
                "sections": sections,
                "title": title,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.figure import Figure  # noqa: PLC0415
        from ..models.section import Section  # noqa: PLC0415

        d = dict(src_dict)
        figures = []
        _figures = d.pop("figures")
        for figures_item_data in _figures:
            figures_item = Figure.from_dict(figures_item_data)

            figures.append(figures_item)

        made_at = datetime.datetime.fromisoformat(d.pop("made_at"))

        name = d.pop("name")

        notes = cast(list[str], d.pop("notes"))

        operator = d.pop("operator")

        period = d.pop("period")

        sections = []
        _sections = d.pop("sections")
        for sections_item_data in _sections:
            sections_item = Section.from_dict(sections_item_data)

            sections.append(sections_item)

        title = d.pop("title")

        sheet = cls(
            figures=figures,
            made_at=made_at,
            name=name,
            notes=notes,
            operator=operator,
            period=period,
            sections=sections,
            title=title,
        )

        sheet.additional_properties = d
        return sheet

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
