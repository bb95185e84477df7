from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.session_play import SessionPlay


T = TypeVar("T", bound="RealityCheck")


@_attrs_define
class RealityCheck:
    """
    Attributes:
        due (bool): While a check is due, no bet is taken. Show the session and send the answer.
        mark (str): Names this check in its answer; empty if there is none.
        minutes (int): Interval in minutes; 0 means never.
        next_at (datetime.datetime | None):
        offered_minutes (list[int]):
        session_play (list[SessionPlay]):
        session_seconds (int):
    """

    due: bool
    mark: str
    minutes: int
    next_at: datetime.datetime | None
    offered_minutes: list[int]
    session_play: list[SessionPlay]
    session_seconds: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        due = self.due

        mark = self.mark

        minutes = self.minutes

        next_at: None | str
        if isinstance(self.next_at, datetime.datetime):
            next_at = self.next_at.isoformat()
        else:
            next_at = self.next_at

        offered_minutes = self.offered_minutes

        session_play = []
        for session_play_item_data in self.session_play:
            session_play_item = session_play_item_data.to_dict()
            session_play.append(session_play_item)

        session_seconds = self.session_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "due": due,
                "mark": mark,
                "minutes": minutes,
                "next_at": next_at,
                "offered_minutes": offered_minutes,
                "session_play": session_play,
                "session_seconds": session_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.session_play import SessionPlay  # noqa: PLC0415

        d = dict(src_dict)
        due = d.pop("due")

        mark = d.pop("mark")

        minutes = d.pop("minutes")

        def _parse_next_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_at = _parse_next_at(d.pop("next_at"))

        offered_minutes = cast(list[int], d.pop("offered_minutes"))

        session_play = []
        _session_play = d.pop("session_play")
        for session_play_item_data in _session_play:
            session_play_item = SessionPlay.from_dict(session_play_item_data)

            session_play.append(session_play_item)

        session_seconds = d.pop("session_seconds")

        reality_check = cls(
            due=due,
            mark=mark,
            minutes=minutes,
            next_at=next_at,
            offered_minutes=offered_minutes,
            session_play=session_play,
            session_seconds=session_seconds,
        )

        reality_check.additional_properties = d
        return reality_check

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
