from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Limits")


@_attrs_define
class Limits:
    """
    Attributes:
        chips (list[Money]):
        currency (str):
        max_bet (Money):
        max_insurance (Money | None):
        max_player (Money | None): Maximum of a player's first bets on all boxes together.
        max_round (Money):
        max_side (Money | None): Maximum side bet.
        min_bet (Money):
        min_player (Money | None): Minimum of a player's first bets on all boxes together.
        min_side (Money):
        step (Money):
    """

    chips: list[Money]
    currency: str
    max_bet: Money
    max_insurance: Money | None
    max_player: Money | None
    max_round: Money
    max_side: Money | None
    min_bet: Money
    min_player: Money | None
    min_side: Money
    step: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        chips = []
        for chips_item_data in self.chips:
            chips_item = chips_item_data.to_dict()
            chips.append(chips_item)

        currency = self.currency

        max_bet = self.max_bet.to_dict()

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

        max_round = self.max_round.to_dict()

        max_side: dict[str, Any] | None
        if isinstance(self.max_side, Money):
            max_side = self.max_side.to_dict()
        else:
            max_side = self.max_side

        min_bet = self.min_bet.to_dict()

        min_player: dict[str, Any] | None
        if isinstance(self.min_player, Money):
            min_player = self.min_player.to_dict()
        else:
            min_player = self.min_player

        min_side = self.min_side.to_dict()

        step = self.step.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "chips": chips,
                "currency": currency,
                "max_bet": max_bet,
                "max_insurance": max_insurance,
                "max_player": max_player,
                "max_round": max_round,
                "max_side": max_side,
                "min_bet": min_bet,
                "min_player": min_player,
                "min_side": min_side,
                "step": step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        chips = []
        _chips = d.pop("chips")
        for chips_item_data in _chips:
            chips_item = Money.from_dict(chips_item_data)

            chips.append(chips_item)

        currency = d.pop("currency")

        max_bet = Money.from_dict(d.pop("max_bet"))

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

        max_round = Money.from_dict(d.pop("max_round"))

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

        min_bet = Money.from_dict(d.pop("min_bet"))

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

        min_side = Money.from_dict(d.pop("min_side"))

        step = Money.from_dict(d.pop("step"))

        limits = cls(
            chips=chips,
            currency=currency,
            max_bet=max_bet,
            max_insurance=max_insurance,
            max_player=max_player,
            max_round=max_round,
            max_side=max_side,
            min_bet=min_bet,
            min_player=min_player,
            min_side=min_side,
            step=step,
        )

        limits.additional_properties = d
        return limits

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
