from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="LimitValues")


@_attrs_define
class LimitValues:
    """
    Attributes:
        hands_per_day (int | None):
        hands_per_minute (int | None):
        max_bet (Money | None):
        max_insurance (Money | None):
        max_player (Money | None):
        max_round (Money | None):
        max_side (Money | None):
        min_bet (Money | None):
        min_player (Money | None):
        min_seconds_between_rounds (int | None):
        min_side (Money | None):
    """

    hands_per_day: int | None
    hands_per_minute: int | None
    max_bet: Money | None
    max_insurance: Money | None
    max_player: Money | None
    max_round: Money | None
    max_side: Money | None
    min_bet: Money | None
    min_player: Money | None
    min_seconds_between_rounds: int | None
    min_side: Money | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        hands_per_day: int | None
        hands_per_day = self.hands_per_day

        hands_per_minute: int | None
        hands_per_minute = self.hands_per_minute

        max_bet: dict[str, Any] | None
        if isinstance(self.max_bet, Money):
            max_bet = self.max_bet.to_dict()
        else:
            max_bet = self.max_bet

        max_insurance: dict[str, Any] | None
        if isinstance(self.max_insurance, Money):
            max_insurance = self.max_insurance.to_dict()
        else:
            max_insurance = self.max_insurance

        max_player: dict[str, Any] | None
        if isinstance(self.max_player, Money):
            max_player = self.max_player.to_dict()
        else:
            max_player = self.max_player

        max_round: dict[str, Any] | None
        if isinstance(self.max_round, Money):
            max_round = self.max_round.to_dict()
        else:
            max_round = self.max_round

        max_side: dict[str, Any] | None
        if isinstance(self.max_side, Money):
            max_side = self.max_side.to_dict()
        else:
            max_side = self.max_side

        min_bet: dict[str, Any] | None
        if isinstance(self.min_bet, Money):
            min_bet = self.min_bet.to_dict()
        else:
            min_bet = self.min_bet

        min_player: dict[str, Any] | None
        if isinstance(self.min_player, Money):
            min_player = self.min_player.to_dict()
        else:
            min_player = self.min_player

        min_seconds_between_rounds: int | None
        min_seconds_between_rounds = self.min_seconds_between_rounds

        min_side: dict[str, Any] | None
        if isinstance(self.min_side, Money):
            min_side = self.min_side.to_dict()
        else:
            min_side = self.min_side

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hands_per_day": hands_per_day,
                "hands_per_minute": hands_per_minute,
                "max_bet": max_bet,
                "max_insurance": max_insurance,
                "max_player": max_player,
                "max_round": max_round,
                "max_side": max_side,
                "min_bet": min_bet,
                "min_player": min_player,
                "min_seconds_between_rounds": min_seconds_between_rounds,
                "min_side": min_side,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_hands_per_day(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        hands_per_day = _parse_hands_per_day(d.pop("hands_per_day"))

        def _parse_hands_per_minute(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        hands_per_minute = _parse_hands_per_minute(d.pop("hands_per_minute"))

        def _parse_max_bet(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_bet_type_0 = Money.from_dict(data)

                return max_bet_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_bet = _parse_max_bet(d.pop("max_bet"))

        def _parse_max_insurance(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_insurance_type_0 = Money.from_dict(data)

                return max_insurance_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_insurance = _parse_max_insurance(d.pop("max_insurance"))

        def _parse_max_player(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_player_type_0 = Money.from_dict(data)

                return max_player_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_player = _parse_max_player(d.pop("max_player"))

        def _parse_max_round(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_round_type_0 = Money.from_dict(data)

                return max_round_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_round = _parse_max_round(d.pop("max_round"))

        def _parse_max_side(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_side_type_0 = Money.from_dict(data)

                return max_side_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_side = _parse_max_side(d.pop("max_side"))

        def _parse_min_bet(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                min_bet_type_0 = Money.from_dict(data)

                return min_bet_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        min_bet = _parse_min_bet(d.pop("min_bet"))

        def _parse_min_player(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                min_player_type_0 = Money.from_dict(data)

                return min_player_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        min_player = _parse_min_player(d.pop("min_player"))

        def _parse_min_seconds_between_rounds(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        min_seconds_between_rounds = _parse_min_seconds_between_rounds(
            d.pop("min_seconds_between_rounds")
        )

        def _parse_min_side(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                min_side_type_0 = Money.from_dict(data)

                return min_side_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        min_side = _parse_min_side(d.pop("min_side"))

        limit_values = cls(
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

        limit_values.additional_properties = d
        return limit_values

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
