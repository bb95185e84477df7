from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.action import Action

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="PossibleAction")


@_attrs_define
class PossibleAction:
    """
    Attributes:
        action (Action):
        code (str): Code of the refusal; empty if it is enabled.
        cost (Money | None): New money that it takes.
        enabled (bool):
        max_amount (Money | None):
        min_amount (Money | None): Set if the player must choose the amount.
        reason (str): The refusal in the caller's language.
    """

    action: Action
    code: str
    cost: Money | None
    enabled: bool
    max_amount: Money | None
    min_amount: Money | None
    reason: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        action = self.action.value

        code = self.code

        cost: dict[str, Any] | None
        if isinstance(self.cost, Money):
            cost = self.cost.to_dict()
        else:
            cost = self.cost

        enabled = self.enabled

        max_amount: dict[str, Any] | None
        if isinstance(self.max_amount, Money):
            max_amount = self.max_amount.to_dict()
        else:
            max_amount = self.max_amount

        min_amount: dict[str, Any] | None
        if isinstance(self.min_amount, Money):
            min_amount = self.min_amount.to_dict()
        else:
            min_amount = self.min_amount

        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "code": code,
                "cost": cost,
                "enabled": enabled,
                "max_amount": max_amount,
                "min_amount": min_amount,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        action = Action(d.pop("action"))

        code = d.pop("code")

        def _parse_cost(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                cost_type_0 = Money.from_dict(data)

                return cost_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        cost = _parse_cost(d.pop("cost"))

        enabled = d.pop("enabled")

        def _parse_max_amount(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_amount_type_0 = Money.from_dict(data)

                return max_amount_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_amount = _parse_max_amount(d.pop("max_amount"))

        def _parse_min_amount(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                min_amount_type_0 = Money.from_dict(data)

                return min_amount_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        min_amount = _parse_min_amount(d.pop("min_amount"))

        reason = d.pop("reason")

        possible_action = cls(
            action=action,
            code=code,
            cost=cost,
            enabled=enabled,
            max_amount=max_amount,
            min_amount=min_amount,
            reason=reason,
        )

        possible_action.additional_properties = d
        return possible_action

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
