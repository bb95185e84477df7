from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.switch_kind import SwitchKind

T = TypeVar("T", bound="SwitchRecord")


@_attrs_define
class SwitchRecord:
    """
    Attributes:
        box (int | None):
        changed_at (datetime.datetime | None): Its last use.
        player (int | None):
        reason (None | str):
        rule_set (None | str): Name of the rule set.
        stopped (bool):
        table (None | str):
        what (SwitchKind):
    """

    box: int | None
    changed_at: datetime.datetime | None
    player: int | None
    reason: None | str
    rule_set: None | str
    stopped: bool
    table: None | str
    what: SwitchKind
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        box: int | None
        box = self.box

        changed_at: None | str
        if isinstance(self.changed_at, datetime.datetime):
            changed_at = self.changed_at.isoformat()
        else:
            changed_at = self.changed_at

        player: int | None
        player = self.player

        reason: None | str
        reason = self.reason

        rule_set: None | str
        rule_set = self.rule_set

        stopped = self.stopped

        table: None | str
        table = self.table

        what = self.what.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "box": box,
                "changed_at": changed_at,
                "player": player,
                "reason": reason,
                "rule_set": rule_set,
                "stopped": stopped,
                "table": table,
                "what": what,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_box(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        box = _parse_box(d.pop("box"))

        def _parse_changed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                changed_at_type_0 = datetime.datetime.fromisoformat(data)

                return changed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        changed_at = _parse_changed_at(d.pop("changed_at"))

        def _parse_player(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        player = _parse_player(d.pop("player"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_rule_set(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rule_set = _parse_rule_set(d.pop("rule_set"))

        stopped = d.pop("stopped")

        def _parse_table(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        table = _parse_table(d.pop("table"))

        what = SwitchKind(d.pop("what"))

        switch_record = cls(
            box=box,
            changed_at=changed_at,
            player=player,
            reason=reason,
            rule_set=rule_set,
            stopped=stopped,
            table=table,
            what=what,
        )

        switch_record.additional_properties = d
        return switch_record

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
