from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="BehindOffer")


@_attrs_define
class BehindOffer:
    """
    Attributes:
        box (int):
        max_bet (Money | None):
        min_bet (Money):
        player (str):
    """

    box: int
    max_bet: Money | None
    min_bet: Money
    player: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        box = self.box

        max_bet: dict[str, Any] | None
        if isinstance(self.max_bet, Money):
            max_bet = self.max_bet.to_dict()
        else:
            max_bet = self.max_bet

        min_bet = self.min_bet.to_dict()

        player = self.player

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "box": box,
                "max_bet": max_bet,
                "min_bet": min_bet,
                "player": player,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        box = d.pop("box")

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

        min_bet = Money.from_dict(d.pop("min_bet"))

        player = d.pop("player")

        behind_offer = cls(
            box=box,
            max_bet=max_bet,
            min_bet=min_bet,
            player=player,
        )

        behind_offer.additional_properties = d
        return behind_offer

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
