from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.tier import Tier


T = TypeVar("T", bound="Points")


@_attrs_define
class Points:
    """
    Attributes:
        balance (str): Points with two decimals, in quotes.
        earned_in_window (str): Points with two decimals, in quotes.
        min_redemption (int): Minimum of whole points to redeem.
        next_tier (None | Tier):
        owed (str): Points with two decimals, in quotes.
        redeemable (int): Whole points.
        tier (Tier):
        window_days (int): The tier depends on points of so many days.
    """

    balance: str
    earned_in_window: str
    min_redemption: int
    next_tier: None | Tier
    owed: str
    redeemable: int
    tier: Tier
    window_days: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.tier import Tier  # noqa: PLC0415

        balance = self.balance

        earned_in_window = self.earned_in_window

        min_redemption = self.min_redemption

        next_tier: dict[str, Any] | None
        if isinstance(self.next_tier, Tier):
            next_tier = self.next_tier.to_dict()
        else:
            next_tier = self.next_tier

        owed = self.owed

        redeemable = self.redeemable

        tier = self.tier.to_dict()

        window_days = self.window_days

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "balance": balance,
                "earned_in_window": earned_in_window,
                "min_redemption": min_redemption,
                "next_tier": next_tier,
                "owed": owed,
                "redeemable": redeemable,
                "tier": tier,
                "window_days": window_days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tier import Tier  # noqa: PLC0415

        d = dict(src_dict)
        balance = d.pop("balance")

        earned_in_window = d.pop("earned_in_window")

        min_redemption = d.pop("min_redemption")

        def _parse_next_tier(data: object) -> None | Tier:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                next_tier_type_0 = Tier.from_dict(data)

                return next_tier_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Tier, data)

        next_tier = _parse_next_tier(d.pop("next_tier"))

        owed = d.pop("owed")

        redeemable = d.pop("redeemable")

        tier = Tier.from_dict(d.pop("tier"))

        window_days = d.pop("window_days")

        points = cls(
            balance=balance,
            earned_in_window=earned_in_window,
            min_redemption=min_redemption,
            next_tier=next_tier,
            owed=owed,
            redeemable=redeemable,
            tier=tier,
            window_days=window_days,
        )

        points.additional_properties = d
        return points

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
