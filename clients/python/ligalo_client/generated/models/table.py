from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.money_enum import MoneyEnum
from ..models.table_kind import TableKind
from ..models.table_status import TableStatus

if TYPE_CHECKING:
    from ..models.hours import Hours
    from ..models.limits import Limits
    from ..models.pace import Pace


T = TypeVar("T", bound="Table")


@_attrs_define
class Table:
    """
    Attributes:
        boxes (list[int]): Numbers of boxes.
        free_boxes (int | None): Free boxes of a live table; null at a private one.
        hours (Hours | None): Daily opening hours; null if the table never closes.
        id (str):
        kind (TableKind):
        limits (list[Limits]): One entry for each currency that has an exchange rate.
        money (MoneyEnum):
        name (str):
        pace (Pace):
        players (int): Players now: seated at a live table, or with a round in the last five minutes.
        rtp (float | None): Exact return to player with best play, as a fraction of 1; null until it is computed.
        rule_set (str):
        rules_hash (str): Hash of the rules in force.
        status (TableStatus):
        stopped_boxes (list[int]):
        takes_bets (bool): False while the table is closed or the operator has stopped it.
    """

    boxes: list[int]
    free_boxes: int | None
    hours: Hours | None
    id: str
    kind: TableKind
    limits: list[Limits]
    money: MoneyEnum
    name: str
    pace: Pace
    players: int
    rtp: float | None
    rule_set: str
    rules_hash: str
    status: TableStatus
    stopped_boxes: list[int]
    takes_bets: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.hours import Hours  # noqa: PLC0415

        boxes = self.boxes

        free_boxes: int | None
        free_boxes = self.free_boxes

        hours: dict[str, Any] | None
        if isinstance(self.hours, Hours):
            hours = self.hours.to_dict()
        else:
            hours = self.hours

        id = self.id

        kind = self.kind.value

        limits = []
        for limits_item_data in self.limits:
            limits_item = limits_item_data.to_dict()
            limits.append(limits_item)

        money = self.money.value

        name = self.name

        pace = self.pace.to_dict()

        players = self.players

        rtp: float | None
        rtp = self.rtp

        rule_set = self.rule_set

        rules_hash = self.rules_hash

        status = self.status.value

        stopped_boxes = self.stopped_boxes

        takes_bets = self.takes_bets

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "boxes": boxes,
                "free_boxes": free_boxes,
                "hours": hours,
                "id": id,
                "kind": kind,
                "limits": limits,
                "money": money,
                "name": name,
                "pace": pace,
                "players": players,
                "rtp": rtp,
                "rule_set": rule_set,
                "rules_hash": rules_hash,
                "status": status,
                "stopped_boxes": stopped_boxes,
                "takes_bets": takes_bets,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.hours import Hours  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.pace import Pace  # noqa: PLC0415

        d = dict(src_dict)
        boxes = cast(list[int], d.pop("boxes"))

        def _parse_free_boxes(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        free_boxes = _parse_free_boxes(d.pop("free_boxes"))

        def _parse_hours(data: object) -> Hours | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                hours_type_0 = Hours.from_dict(data)

                return hours_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Hours | None, data)

        hours = _parse_hours(d.pop("hours"))

        id = d.pop("id")

        kind = TableKind(d.pop("kind"))

        limits = []
        _limits = d.pop("limits")
        for limits_item_data in _limits:
            limits_item = Limits.from_dict(limits_item_data)

            limits.append(limits_item)

        money = MoneyEnum(d.pop("money"))

        name = d.pop("name")

        pace = Pace.from_dict(d.pop("pace"))

        players = d.pop("players")

        def _parse_rtp(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        rtp = _parse_rtp(d.pop("rtp"))

        rule_set = d.pop("rule_set")

        rules_hash = d.pop("rules_hash")

        status = TableStatus(d.pop("status"))

        stopped_boxes = cast(list[int], d.pop("stopped_boxes"))

        takes_bets = d.pop("takes_bets")

        table = cls(
            boxes=boxes,
            free_boxes=free_boxes,
            hours=hours,
            id=id,
            kind=kind,
            limits=limits,
            money=money,
            name=name,
            pace=pace,
            players=players,
            rtp=rtp,
            rule_set=rule_set,
            rules_hash=rules_hash,
            status=status,
            stopped_boxes=stopped_boxes,
            takes_bets=takes_bets,
        )

        table.additional_properties = d
        return table

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
