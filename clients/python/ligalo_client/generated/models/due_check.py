from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.session_play import SessionPlay


T = TypeVar("T", bound="DueCheck")


@_attrs_define
class DueCheck:
    """
    Attributes:
        mark (str): Names this check in its answer.
        session_play (list[SessionPlay]):
        session_seconds (int):
    """

    mark: str
    session_play: list[SessionPlay]
    session_seconds: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mark = self.mark

        session_play = []
        for session_play_item_data in self.session_play:
            session_play_item = session_play_item_data.to_dict()
            session_play.append(session_play_item)

        session_seconds = self.session_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mark": mark,
                "session_play": session_play,
                "session_seconds": session_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.session_play import SessionPlay  # noqa: PLC0415

        d = dict(src_dict)
        mark = d.pop("mark")

        session_play = []
        _session_play = d.pop("session_play")
        for session_play_item_data in _session_play:
            session_play_item = SessionPlay.from_dict(session_play_item_data)

            session_play.append(session_play_item)

        session_seconds = d.pop("session_seconds")

        due_check = cls(
            mark=mark,
            session_play=session_play,
            session_seconds=session_seconds,
        )

        due_check.additional_properties = d
        return due_check

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
