from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.chart_codes import ChartCodes
    from ..models.chart_rows import ChartRows


T = TypeVar("T", bound="Chart")


@_attrs_define
class Chart:
    """
    Attributes:
        codes (ChartCodes): Actions of each code, the preferred one first.
        rows (ChartRows): Codes by row: "hard 16", "soft 18", "pair 8".
        upcards (list[str]):
    """

    codes: ChartCodes
    rows: ChartRows
    upcards: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codes = self.codes.to_dict()

        rows = self.rows.to_dict()

        upcards = self.upcards

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "codes": codes,
                "rows": rows,
                "upcards": upcards,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chart_codes import ChartCodes  # noqa: PLC0415
        from ..models.chart_rows import ChartRows  # noqa: PLC0415

        d = dict(src_dict)
        codes = ChartCodes.from_dict(d.pop("codes"))

        rows = ChartRows.from_dict(d.pop("rows"))

        upcards = cast(list[str], d.pop("upcards"))

        chart = cls(
            codes=codes,
            rows=rows,
            upcards=upcards,
        )

        chart.additional_properties = d
        return chart

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
