from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="LimitValuesBodyRequest")


@_attrs_define
class LimitValuesBodyRequest:
    """
    Attributes:
        hands_per_day (int | Unset):
        hands_per_minute (int | Unset):
        max_bet (str | Unset): US dollars, a decimal in quotes.
        max_insurance (str | Unset): US dollars, a decimal in quotes.
        max_player (str | Unset): US dollars, a decimal in quotes.
        max_round (str | Unset): US dollars, a decimal in quotes.
        max_side (str | Unset): US dollars, a decimal in quotes.
        min_bet (str | Unset): US dollars, a decimal in quotes.
        min_player (str | Unset): US dollars, a decimal in quotes.
        min_seconds_between_rounds (int | Unset):
        min_side (str | Unset): US dollars, a decimal in quotes.
    """

    hands_per_day: int | Unset = UNSET
    hands_per_minute: int | Unset = UNSET
    max_bet: str | Unset = UNSET
    max_insurance: str | Unset = UNSET
    max_player: str | Unset = UNSET
    max_round: str | Unset = UNSET
    max_side: str | Unset = UNSET
    min_bet: str | Unset = UNSET
    min_player: str | Unset = UNSET
    min_seconds_between_rounds: int | Unset = UNSET
    min_side: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        hands_per_day = self.hands_per_day

        hands_per_minute = self.hands_per_minute

        max_bet = self.max_bet

        max_insurance = self.max_insurance

        max_player = self.max_player

        max_round = self.max_round

        max_side = self.max_side

        min_bet = self.min_bet

        min_player = self.min_player

        min_seconds_between_rounds = self.min_seconds_between_rounds

        min_side = self.min_side

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
        d = dict(src_dict)
        hands_per_day = d.pop("hands_per_day", UNSET)

        hands_per_minute = d.pop("hands_per_minute", UNSET)

        max_bet = d.pop("max_bet", UNSET)

        max_insurance = d.pop("max_insurance", UNSET)

        max_player = d.pop("max_player", UNSET)

        max_round = d.pop("max_round", UNSET)

        max_side = d.pop("max_side", UNSET)

        min_bet = d.pop("min_bet", UNSET)

        min_player = d.pop("min_player", UNSET)

        min_seconds_between_rounds = d.pop("min_seconds_between_rounds", UNSET)

        min_side = d.pop("min_side", UNSET)

        limit_values_body_request = cls(
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

        return limit_values_body_request
