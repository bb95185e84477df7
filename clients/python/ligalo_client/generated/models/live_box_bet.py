from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.choices import Choices
    from ..models.live_box_bet_side_bets import LiveBoxBetSideBets
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="LiveBoxBet")


@_attrs_define
class LiveBoxBet:
    """
    Attributes:
        box (int):
        stake (MoneyInput):
        behind (Choices | Unset):
        side_bets (LiveBoxBetSideBets | Unset): Side bets by name.
    """

    box: int
    stake: MoneyInput
    behind: Choices | Unset = UNSET
    side_bets: LiveBoxBetSideBets | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        box = self.box

        stake = self.stake.to_dict()

        behind: dict[str, Any] | Unset = UNSET
        if not isinstance(self.behind, Unset):
            behind = self.behind.to_dict()

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
        if behind is not UNSET:
            field_dict["behind"] = behind
        if side_bets is not UNSET:
            field_dict["side_bets"] = side_bets

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.choices import Choices  # noqa: PLC0415
        from ..models.live_box_bet_side_bets import LiveBoxBetSideBets  # noqa: PLC0415
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        box = d.pop("box")

        stake = MoneyInput.from_dict(d.pop("stake"))

        _behind = d.pop("behind", UNSET)
        behind: Choices | Unset
        if isinstance(_behind, Unset):
            behind = UNSET
        else:
            behind = Choices.from_dict(_behind)

        _side_bets = d.pop("side_bets", UNSET)
        side_bets: LiveBoxBetSideBets | Unset
        if isinstance(_side_bets, Unset):
            side_bets = UNSET
        else:
            side_bets = LiveBoxBetSideBets.from_dict(_side_bets)

        live_box_bet = cls(
            box=box,
            stake=stake,
            behind=behind,
            side_bets=side_bets,
        )

        return live_box_bet
