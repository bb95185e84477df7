from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bet_record_side_bets import BetRecordSideBets
    from ..models.money import Money


T = TypeVar("T", bound="BetRecord")


@_attrs_define
class BetRecord:
    """
    Attributes:
        behind (bool): Whether another player decides on this box.
        box (int):
        side_bets (BetRecordSideBets):
        stake (Money):
    """

    behind: bool
    box: int
    side_bets: BetRecordSideBets
    stake: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        behind = self.behind

        box = self.box

        side_bets = self.side_bets.to_dict()

        stake = self.stake.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "behind": behind,
                "box": box,
                "side_bets": side_bets,
                "stake": stake,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bet_record_side_bets import BetRecordSideBets  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        behind = d.pop("behind")

        box = d.pop("box")

        side_bets = BetRecordSideBets.from_dict(d.pop("side_bets"))

        stake = Money.from_dict(d.pop("stake"))

        bet_record = cls(
            behind=behind,
            box=box,
            side_bets=side_bets,
            stake=stake,
        )

        bet_record.additional_properties = d
        return bet_record

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
