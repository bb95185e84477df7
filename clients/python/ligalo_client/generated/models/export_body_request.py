from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.export_format import ExportFormat
from ..models.export_source import ExportSource
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.export_body_request_filters import ExportBodyRequestFilters


T = TypeVar("T", bound="ExportBodyRequest")


@_attrs_define
class ExportBodyRequest:
    """
    Attributes:
        format_ (ExportFormat):
        source (ExportSource):
        filters (ExportBodyRequestFilters | Unset): Filters by name, as in the address of the page.
    """

    format_: ExportFormat
    source: ExportSource
    filters: ExportBodyRequestFilters | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        format_ = self.format_.value

        source = self.source.value

        filters: dict[str, Any] | Unset = UNSET
        if not isinstance(self.filters, Unset):
            filters = self.filters.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "format": format_,
                "source": source,
            }
        )
        if filters is not UNSET:
            field_dict["filters"] = filters

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.export_body_request_filters import ExportBodyRequestFilters  # noqa: PLC0415

        d = dict(src_dict)
        format_ = ExportFormat(d.pop("format"))

        source = ExportSource(d.pop("source"))

        _filters = d.pop("filters", UNSET)
        filters: ExportBodyRequestFilters | Unset
        if isinstance(_filters, Unset):
            filters = UNSET
        else:
            filters = ExportBodyRequestFilters.from_dict(_filters)

        export_body_request = cls(
            format_=format_,
            source=source,
            filters=filters,
        )

        export_body_request.additional_properties = d
        return export_body_request

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
