from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.export_format import ExportFormat
from ..models.export_source import ExportSource
from ..models.export_state import ExportState

if TYPE_CHECKING:
    from ..models.link import Link


T = TypeVar("T", bound="ExportRecord")


@_attrs_define
class ExportRecord:
    """
    Attributes:
        asked_at (datetime.datetime):
        download (Link | None): A new link with each request; null until it is done.
        expires_at (datetime.datetime | None): Then the file is deleted.
        finished_at (datetime.datetime | None):
        format_ (ExportFormat):
        id (UUID):
        percent (int | None): Null if it is not known.
        rows (int): Written so far.
        sha256 (str):
        size (int | None): Bytes.
        source (ExportSource):
        state (ExportState):
    """

    asked_at: datetime.datetime
    download: Link | None
    expires_at: datetime.datetime | None
    finished_at: datetime.datetime | None
    format_: ExportFormat
    id: UUID
    percent: int | None
    rows: int
    sha256: str
    size: int | None
    source: ExportSource
    state: ExportState
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.link import Link  # noqa: PLC0415

        asked_at = self.asked_at.isoformat()

        download: dict[str, Any] | None
        if isinstance(self.download, Link):
            download = self.download.to_dict()
        else:
            download = self.download

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        format_ = self.format_.value

        id = str(self.id)

        percent: int | None
        percent = self.percent

        rows = self.rows

        sha256 = self.sha256

        size: int | None
        size = self.size

        source = self.source.value

        state = self.state.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "asked_at": asked_at,
                "download": download,
                "expires_at": expires_at,
                "finished_at": finished_at,
                "format": format_,
                "id": id,
                "percent": percent,
                "rows": rows,
                "sha256": sha256,
                "size": size,
                "source": source,
                "state": state,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.link import Link  # noqa: PLC0415

        d = dict(src_dict)
        asked_at = datetime.datetime.fromisoformat(d.pop("asked_at"))

        def _parse_download(data: object) -> Link | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                download_type_0 = Link.from_dict(data)

                return download_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Link | None, data)

        download = _parse_download(d.pop("download"))

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expires_at"))

        def _parse_finished_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finished_at_type_0 = datetime.datetime.fromisoformat(data)

                return finished_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished_at = _parse_finished_at(d.pop("finished_at"))

        format_ = ExportFormat(d.pop("format"))

        id = UUID(d.pop("id"))

        def _parse_percent(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        percent = _parse_percent(d.pop("percent"))

        rows = d.pop("rows")

        sha256 = d.pop("sha256")

        def _parse_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        size = _parse_size(d.pop("size"))

        source = ExportSource(d.pop("source"))

        state = ExportState(d.pop("state"))

        export_record = cls(
            asked_at=asked_at,
            download=download,
            expires_at=expires_at,
            finished_at=finished_at,
            format_=format_,
            id=id,
            percent=percent,
            rows=rows,
            sha256=sha256,
            size=size,
            source=source,
            state=state,
        )

        export_record.additional_properties = d
        return export_record

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
