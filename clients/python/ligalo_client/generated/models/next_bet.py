from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.limits import Limits
    from ..models.money import Money


T = TypeVar("T", bound="NextBet")


@_attrs_define
class NextBet:
    """
    Attributes:
        boxes (list[int]):
        limits (Limits):
        max_by_own_limits (Money | None): Set if the player's limits allow less than the table.
        max_total (Money | None):
        min_total (Money | None): Minimum of the first bets on all boxes together.
    """

    boxes: list[int]
    limits: Limits
    max_by_own_limits: Money | None
    max_total: Money | None
    min_total: Money | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        boxes = self.boxes

        limits = self.limits.to_dict()

        max_by_own_limits: dict[str, Any] | None
        if isinstance(self.max_by_own_limits, Money):
            max_by_own_limits = self.max_by_own_limits.to_dict()
        else:
            max_by_own_limits = self.max_by_own_limits

        max_total: dict[str, Any] | None
        if isinstance(self.max_total, Money):
            max_total = self.max_total.to_dict()
        else:
            max_total = self.max_total

        min_total: dict[str, Any] | None
        if isinstance(self.min_total, Money):
            min_total = self.min_total.to_dict()
        else:
            min_total = self.min_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "boxes": boxes,
                "limits": limits,
                "max_by_own_limits": max_by_own_limits,
                "max_total": max_total,
                "min_total": min_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        boxes = cast(list[int], d.pop("boxes"))

        limits = Limits.from_dict(d.pop("limits"))

        def _parse_max_by_own_limits(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_by_own_limits_type_0 = Money.from_dict(data)

                return max_by_own_limits_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_by_own_limits = _parse_max_by_own_limits(d.pop("max_by_own_limits"))

        def _parse_max_total(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_total_type_0 = Money.from_dict(data)

                return max_total_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_total = _parse_max_total(d.pop("max_total"))

        def _parse_min_total(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                min_total_type_0 = Money.from_dict(data)

                return min_total_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        min_total = _parse_min_total(d.pop("min_total"))

        next_bet = cls(
            boxes=boxes,
            limits=limits,
            max_by_own_limits=max_by_own_limits,
            max_total=max_total,
            min_total=min_total,
        )

        next_bet.additional_properties = d
        return next_bet

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
