from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.box_bet_field_request_side_bets import BoxBetFieldRequestSideBets
    from ..models.money_input_request import MoneyInputRequest


T = TypeVar("T", bound="BoxBetFieldRequest")


@_attrs_define
class BoxBetFieldRequest:
    """
    Attributes:
        box (int):
        stake (MoneyInputRequest):
        side_bets (BoxBetFieldRequestSideBets | Unset): Side bets by name.
    """

    box: int
    stake: MoneyInputRequest
    side_bets: BoxBetFieldRequestSideBets | Unset = UNSET

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
        from ..models.box_bet_field_request_side_bets import BoxBetFieldRequestSideBets  # noqa: PLC0415
        from ..models.money_input_request import MoneyInputRequest  # noqa: PLC0415

        d = dict(src_dict)
        box = d.pop("box")

        stake = MoneyInputRequest.from_dict(d.pop("stake"))

        _side_bets = d.pop("side_bets", UNSET)
        side_bets: BoxBetFieldRequestSideBets | Unset
        if isinstance(_side_bets, Unset):
            side_bets = UNSET
        else:
            side_bets = BoxBetFieldRequestSideBets.from_dict(_side_bets)

        box_bet_field_request = cls(
            box=box,
            stake=stake,
            side_bets=side_bets,
        )

        return box_bet_field_request
