from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="PlannedSession")


@_attrs_define
class PlannedSession:
    """
    Attributes:
        ended_at (datetime.datetime | None):
        ends_at (datetime.datetime): No bet is taken from then on; a hand goes on.
        is_near (bool): Warn the player: the session ends soon.
        locked_until (datetime.datetime | None): No session can be planned before; chosen by the player.
        loss (Money):
        made_at (datetime.datetime):
        repeats_soon (bool): A session planned now follows this one soon. Tell the player.
        seconds_left (int):
        used_percent (int): The larger used part of both, time and loss.
    """

    ended_at: datetime.datetime | None
    ends_at: datetime.datetime
    is_near: bool
    locked_until: datetime.datetime | None
    loss: Money
    made_at: datetime.datetime
    repeats_soon: bool
    seconds_left: int
    used_percent: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        ends_at = self.ends_at.isoformat()

        is_near = self.is_near

        locked_until: None | str
        if isinstance(self.locked_until, datetime.datetime):
            locked_until = self.locked_until.isoformat()
        else:
            locked_until = self.locked_until

        loss = self.loss.to_dict()

        made_at = self.made_at.isoformat()

        repeats_soon = self.repeats_soon

        seconds_left = self.seconds_left

        used_percent = self.used_percent

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ended_at": ended_at,
                "ends_at": ends_at,
                "is_near": is_near,
                "locked_until": locked_until,
                "loss": loss,
                "made_at": made_at,
                "repeats_soon": repeats_soon,
                "seconds_left": seconds_left,
                "used_percent": used_percent,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("ended_at"))

        ends_at = datetime.datetime.fromisoformat(d.pop("ends_at"))

        is_near = d.pop("is_near")

        def _parse_locked_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                locked_until_type_0 = datetime.datetime.fromisoformat(data)

                return locked_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        locked_until = _parse_locked_until(d.pop("locked_until"))

        loss = Money.from_dict(d.pop("loss"))

        made_at = datetime.datetime.fromisoformat(d.pop("made_at"))

        repeats_soon = d.pop("repeats_soon")

        seconds_left = d.pop("seconds_left")

        used_percent = d.pop("used_percent")

        planned_session = cls(
            ended_at=ended_at,
            ends_at=ends_at,
            is_near=is_near,
            locked_until=locked_until,
            loss=loss,
            made_at=made_at,
            repeats_soon=repeats_soon,
            seconds_left=seconds_left,
            used_percent=used_percent,
        )

        planned_session.additional_properties = d
        return planned_session

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
