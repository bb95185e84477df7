from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="ProposedLimitValues")


@_attrs_define
class ProposedLimitValues:
    """
    Attributes:
        hands_per_day (int | Unset):
        hands_per_minute (int | Unset):
        max_bet (MoneyInput | Unset):
        max_insurance (MoneyInput | Unset):
        max_player (MoneyInput | Unset):
        max_round (MoneyInput | Unset):
        max_side (MoneyInput | Unset):
        min_bet (MoneyInput | Unset):
        min_player (MoneyInput | Unset):
        min_seconds_between_rounds (int | Unset):
        min_side (MoneyInput | Unset):
    """

    hands_per_day: int | Unset = UNSET
    hands_per_minute: int | Unset = UNSET
    max_bet: MoneyInput | Unset = UNSET
    max_insurance: MoneyInput | Unset = UNSET
    max_player: MoneyInput | Unset = UNSET
    max_round: MoneyInput | Unset = UNSET
    max_side: MoneyInput | Unset = UNSET
    min_bet: MoneyInput | Unset = UNSET
    min_player: MoneyInput | Unset = UNSET
    min_seconds_between_rounds: int | Unset = UNSET
    min_side: MoneyInput | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        hands_per_day = self.hands_per_day

        hands_per_minute = self.hands_per_minute

        max_bet: dict[str, Any] | Unset = UNSET
        if not isinstance(self.max_bet, Unset):
            max_bet = self.max_bet.to_dict()

        max_insurance: dict[str, Any] | Unset = UNSET
        if not isinstance(self.max_insurance, Unset):
            max_insurance = self.max_insurance.to_dict()

        max_player: dict[str, Any] | Unset = UNSET
        if not isinstance(self.max_player, Unset):
            max_player = self.max_player.to_dict()

        max_round: dict[str, Any] | Unset = UNSET
        if not isinstance(self.max_round, Unset):
            max_round = self.max_round.to_dict()

        max_side: dict[str, Any] | Unset = UNSET
        if not isinstance(self.max_side, Unset):
            max_side = self.max_side.to_dict()

        min_bet: dict[str, Any] | Unset = UNSET
        if not isinstance(self.min_bet, Unset):
            min_bet = self.min_bet.to_dict()

        min_player: dict[str, Any] | Unset = UNSET
        if not isinstance(self.min_player, Unset):
            min_player = self.min_player.to_dict()

        min_seconds_between_rounds = self.min_seconds_between_rounds

        min_side: dict[str, Any] | Unset = UNSET
        if not isinstance(self.min_side, Unset):
            min_side = self.min_side.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if hands_per_day is not UNSET:
            field_dict["hands_per_day"] = hands_per_day
        if hands_per_minute is not UNSET:
            field_dict["hands_per_minute"] = hands_per_minute
        if max_bet is not UNSET:
            field_dict["max_bet"] = max_bet
        if max_insurance is not UNSET:
            field_dict["max_insurance"] = max_insurance
        if max_player is not UNSET:
            field_dict["max_player"] = max_player
        if max_round is not UNSET:
            field_dict["max_round"] = max_round
        if max_side is not UNSET:
            field_dict["max_side"] = max_side
        if min_bet is not UNSET:
            field_dict["min_bet"] = min_bet
        if min_player is not UNSET:
            field_dict["min_player"] = min_player
        if min_seconds_between_rounds is not UNSET:
            field_dict["min_seconds_between_rounds"] = min_seconds_between_rounds
        if min_side is not UNSET:
            field_dict["min_side"] = min_side

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        hands_per_day = d.pop("hands_per_day", UNSET)

        hands_per_minute = d.pop("hands_per_minute", UNSET)

        _max_bet = d.pop("max_bet", UNSET)
        max_bet: MoneyInput | Unset
        if isinstance(_max_bet, Unset):
            max_bet = UNSET
        else:
            max_bet = MoneyInput.from_dict(_max_bet)

        _max_insurance = d.pop("max_insurance", UNSET)
        max_insurance: MoneyInput | Unset
        if isinstance(_max_insurance, Unset):
            max_insurance = UNSET
        else:
            max_insurance = MoneyInput.from_dict(_max_insurance)

        _max_player = d.pop("max_player", UNSET)
        max_player: MoneyInput | Unset
        if isinstance(_max_player, Unset):
            max_player = UNSET
        else:
            max_player = MoneyInput.from_dict(_max_player)

        _max_round = d.pop("max_round", UNSET)
        max_round: MoneyInput | Unset
        if isinstance(_max_round, Unset):
            max_round = UNSET
        else:
            max_round = MoneyInput.from_dict(_max_round)

        _max_side = d.pop("max_side", UNSET)
        max_side: MoneyInput | Unset
        if isinstance(_max_side, Unset):
            max_side = UNSET
        else:
            max_side = MoneyInput.from_dict(_max_side)

        _min_bet = d.pop("min_bet", UNSET)
        min_bet: MoneyInput | Unset
        if isinstance(_min_bet, Unset):
            min_bet = UNSET
        else:
            min_bet = MoneyInput.from_dict(_min_bet)

        _min_player = d.pop("min_player", UNSET)
        min_player: MoneyInput | Unset
        if isinstance(_min_player, Unset):
            min_player = UNSET
        else:
            min_player = MoneyInput.from_dict(_min_player)

        min_seconds_between_rounds = d.pop("min_seconds_between_rounds", UNSET)

        _min_side = d.pop("min_side", UNSET)
        min_side: MoneyInput | Unset
        if isinstance(_min_side, Unset):
            min_side = UNSET
        else:
            min_side = MoneyInput.from_dict(_min_side)

        proposed_limit_values = cls(
            hands_per_day=hands_per_day,
            hands_per_minute=hands_per_minute,
            max_bet=max_bet,
            max_insurance=max_insurance,
            max_player=max_player,
            max_round=max_round,
            max_side=max_side,
            min_bet=min_bet,
            min_player=min_player,
            min_seconds_between_rounds=min_seconds_between_rounds,
            min_side=min_side,
        )

        return proposed_limit_values
