from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.switch_kind import SwitchKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="StopOrder")


@_attrs_define
class StopOrder:
    """
    Attributes:
        reason (str):
        what (SwitchKind):
        box (int | Unset):
        player (int | Unset):
        rule_set (str | Unset):
        table (str | Unset):
    """

    reason: str
    what: SwitchKind
    box: int | Unset = UNSET
    player: int | Unset = UNSET
    rule_set: str | Unset = UNSET
    table: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        reason = self.reason

        what = self.what.value

        box = self.box

        player = self.player

        rule_set = self.rule_set

        table = self.table

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "reason": reason,
                "what": what,
            }
        )
        if box is not UNSET:
            field_dict["box"] = box
        if player is not UNSET:
            field_dict["player"] = player
        if rule_set is not UNSET:
            field_dict["rule_set"] = rule_set
        if table is not UNSET:
            field_dict["table"] = table

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reason = d.pop("reason")

        what = SwitchKind(d.pop("what"))

        box = d.pop("box", UNSET)

        player = d.pop("player", UNSET)

        rule_set = d.pop("rule_set", UNSET)

        table = d.pop("table", UNSET)

        stop_order = cls(
            reason=reason,
            what=what,
            box=box,
            player=player,
            rule_set=rule_set,
            table=table,
        )

        return stop_order
