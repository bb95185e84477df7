from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.export_format import ExportFormat
from ..models.export_source import ExportSource
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.new_export_filters import NewExportFilters


T = TypeVar("T", bound="NewExport")


@_attrs_define
class NewExport:
    """
    Attributes:
        format_ (ExportFormat):
        source (ExportSource):
        filters (NewExportFilters | Unset): Filters by name, as in the address of the page.
    """

    format_: ExportFormat
    source: ExportSource
    filters: NewExportFilters | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        format_ = self.format_.value

        source = self.source.value

        filters: dict[str, Any] | Unset = UNSET
        if not isinstance(self.filters, Unset):
            filters = self.filters.to_dict()

        field_dict: dict[str, Any] = {}

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
        from ..models.new_export_filters import NewExportFilters  # noqa: PLC0415

        d = dict(src_dict)
        format_ = ExportFormat(d.pop("format"))

        source = ExportSource(d.pop("source"))

        _filters = d.pop("filters", UNSET)
        filters: NewExportFilters | Unset
        if isinstance(_filters, Unset):
            filters = UNSET
        else:
            filters = NewExportFilters.from_dict(_filters)

        new_export = cls(
            format_=format_,
            source=source,
            filters=filters,
        )

        return new_export
