from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.event_data import EventData
    from ..models.event_object import EventObject


T = TypeVar("T", bound="Event")


@_attrs_define
class Event:
    """
    Attributes:
        data (EventData): Further ids, codes, times and amounts, by type.
        id (str): “E-000123”; also the `webhook-id`.
        object_ (EventObject | None): Null if the event is about no single object.
        timestamp (datetime.datetime): UTC.
        type_ (str): There may be others than today: ignore them.
    """

    data: EventData
    id: str
    object_: EventObject | None
    timestamp: datetime.datetime
    type_: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.event_object import EventObject  # noqa: PLC0415

        data = self.data.to_dict()

        id = self.id

        object_: dict[str, Any] | None
        if isinstance(self.object_, EventObject):
            object_ = self.object_.to_dict()
        else:
            object_ = self.object_

        timestamp = self.timestamp.isoformat()

        type_ = self.type_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "id": id,
                "object": object_,
                "timestamp": timestamp,
                "type": type_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event_data import EventData  # noqa: PLC0415
        from ..models.event_object import EventObject  # noqa: PLC0415

        d = dict(src_dict)
        data = EventData.from_dict(d.pop("data"))

        id = d.pop("id")

        def _parse_object_(data: object) -> EventObject | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                object_type_0 = EventObject.from_dict(data)

                return object_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EventObject | None, data)

        object_ = _parse_object_(d.pop("object"))

        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))

        type_ = d.pop("type")

        event = cls(
            data=data,
            id=id,
            object_=object_,
            timestamp=timestamp,
            type_=type_,
        )

        event.additional_properties = d
        return event

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
