from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.box_bet_side_bets import BoxBetSideBets
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="BoxBet")


@_attrs_define
class BoxBet:
    """
    Attributes:
        box (int):
        stake (MoneyInput):
        side_bets (BoxBetSideBets | Unset): Side bets by name.
    """

    box: int
    stake: MoneyInput
    side_bets: BoxBetSideBets | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        box = self.box

        stake = self.stake.to_dict()

        side_bets: dict[str, Any] | Unset = UNSET
        if not isinstance(self.side_bets, Unset):
            side_bets = self.side_bets.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "box": box,
                "stake": stake,
            }
        )
        if side_bets is not UNSET:
            field_dict["side_bets"] = side_bets

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.box_bet_side_bets import BoxBetSideBets  # noqa: PLC0415
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        box = d.pop("box")

        stake = MoneyInput.from_dict(d.pop("stake"))

        _side_bets = d.pop("side_bets", UNSET)
        side_bets: BoxBetSideBets | Unset
        if isinstance(_side_bets, Unset):
            side_bets = UNSET
        else:
            side_bets = BoxBetSideBets.from_dict(_side_bets)

        box_bet = cls(
            box=box,
            stake=stake,
            side_bets=side_bets,
        )

        return box_bet
