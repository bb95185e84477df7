from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.column import Column
    from ..models.section_rows_item import SectionRowsItem
    from ..models.section_totals_item import SectionTotalsItem


T = TypeVar("T", bound="Section")


@_attrs_define
class Section:
    """
    Attributes:
        columns (list[Column]):
        more (bool): Whether the page, too, shows only the first rows; an export has all.
        note (str):
        rows (list[SectionRowsItem]):
        title (str):
        totals (list[SectionTotalsItem]):
    """

    columns: list[Column]
    more: bool
    note: str
    rows: list[SectionRowsItem]
    title: str
    totals: list[SectionTotalsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        columns = []
        for columns_item_data in self.columns:
            columns_item = columns_item_data.to_dict()
            columns.append(columns_item)

        more = self.more

        note = self.note

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        title = self.title

        totals = []
        for totals_item_data in self.totals:
            totals_item = totals_item_data.to_dict()
            totals.append(totals_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "columns": columns,
                "more": more,
                "note": note,
                "rows": rows,
                "title": title,
                "totals": totals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.column import Column  # noqa: PLC0415
        from ..models.section_rows_item import SectionRowsItem  # noqa: PLC0415
        from ..models.section_totals_item import SectionTotalsItem  # noqa: PLC0415

        d = dict(src_dict)
        columns = []
        _columns = d.pop("columns")
        for columns_item_data in _columns:
            columns_item = Column.from_dict(columns_item_data)

            columns.append(columns_item)

        more = d.pop("more")

        note = d.pop("note")

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = SectionRowsItem.from_dict(rows_item_data)

            rows.append(rows_item)

        title = d.pop("title")

        totals = []
        _totals = d.pop("totals")
        for totals_item_data in _totals:
            totals_item = SectionTotalsItem.from_dict(totals_item_data)

            totals.append(totals_item)

        section = cls(
            columns=columns,
            more=more,
            note=note,
            rows=rows,
            title=title,
            totals=totals,
        )

        section.additional_properties = d
        return section

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
