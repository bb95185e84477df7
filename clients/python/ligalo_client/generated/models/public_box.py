from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.public_hand import PublicHand
    from ..models.public_side_bet import PublicSideBet
    from ..models.public_stake import PublicStake


T = TypeVar("T", bound="PublicBox")


@_attrs_define
class PublicBox:
    """
    Attributes:
        asked (bool):
        away (bool):
        box (int):
        free (bool):
        hands (list[PublicHand]):
        held (bool): Held for a player of the waiting list.
        insured (bool):
        is_ready (bool):
        leaves (bool):
        misses_deals (bool):
        next_player (str):
        player (str): Screen name; empty if free.
        seated (bool):
        side_bets (list[PublicSideBet]):
        sits_out (bool):
        stakes (list[PublicStake]):
        stopped (bool):
    """

    asked: bool
    away: bool
    box: int
    free: bool
    hands: list[PublicHand]
    held: bool
    insured: bool
    is_ready: bool
    leaves: bool
    misses_deals: bool
    next_player: str
    player: str
    seated: bool
    side_bets: list[PublicSideBet]
    sits_out: bool
    stakes: list[PublicStake]
    stopped: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        asked = self.asked

        away = self.away

        box = self.box

        free = self.free

        hands = []
        for hands_item_data in self.hands:
            hands_item = hands_item_data.to_dict()
            hands.append(hands_item)

        held = self.held

        insured = self.insured

        is_ready = self.is_ready

        leaves = self.leaves

        misses_deals = self.misses_deals

        next_player = self.next_player

        player = self.player

        seated = self.seated

        side_bets = []
        for side_bets_item_data in self.side_bets:
            side_bets_item = side_bets_item_data.to_dict()
            side_bets.append(side_bets_item)

        sits_out = self.sits_out

        stakes = []
        for stakes_item_data in self.stakes:
            stakes_item = stakes_item_data.to_dict()
            stakes.append(stakes_item)

        stopped = self.stopped

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "asked": asked,
                "away": away,
                "box": box,
                "free": free,
                "hands": hands,
                "held": held,
                "insured": insured,
                "is_ready": is_ready,
                "leaves": leaves,
                "misses_deals": misses_deals,
                "next_player": next_player,
                "player": player,
                "seated": seated,
                "side_bets": side_bets,
                "sits_out": sits_out,
                "stakes": stakes,
                "stopped": stopped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.public_hand import PublicHand  # noqa: PLC0415
        from ..models.public_side_bet import PublicSideBet  # noqa: PLC0415
        from ..models.public_stake import PublicStake  # noqa: PLC0415

        d = dict(src_dict)
        asked = d.pop("asked")

        away = d.pop("away")

        box = d.pop("box")

        free = d.pop("free")

        hands = []
        _hands = d.pop("hands")
        for hands_item_data in _hands:
            hands_item = PublicHand.from_dict(hands_item_data)

            hands.append(hands_item)

        held = d.pop("held")

        insured = d.pop("insured")

        is_ready = d.pop("is_ready")

        leaves = d.pop("leaves")

        misses_deals = d.pop("misses_deals")

        next_player = d.pop("next_player")

        player = d.pop("player")

        seated = d.pop("seated")

        side_bets = []
        _side_bets = d.pop("side_bets")
        for side_bets_item_data in _side_bets:
            side_bets_item = PublicSideBet.from_dict(side_bets_item_data)

            side_bets.append(side_bets_item)

        sits_out = d.pop("sits_out")

        stakes = []
        _stakes = d.pop("stakes")
        for stakes_item_data in _stakes:
            stakes_item = PublicStake.from_dict(stakes_item_data)

            stakes.append(stakes_item)

        stopped = d.pop("stopped")

        public_box = cls(
            asked=asked,
            away=away,
            box=box,
            free=free,
            hands=hands,
            held=held,
            insured=insured,
            is_ready=is_ready,
            leaves=leaves,
            misses_deals=misses_deals,
            next_player=next_player,
            player=player,
            seated=seated,
            side_bets=side_bets,
            sits_out=sits_out,
            stakes=stakes,
            stopped=stopped,
        )

        public_box.additional_properties = d
        return public_box

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
