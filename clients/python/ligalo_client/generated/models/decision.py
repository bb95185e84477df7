from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.action import Action
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="Decision")


@_attrs_define
class Decision:
    """
    Attributes:
        action (Action):
        step (int):
        amount (MoneyInput | Unset):
    """

    action: Action
    step: int
    amount: MoneyInput | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        action = self.action.value

        step = self.step

        amount: dict[str, Any] | Unset = UNSET
        if not isinstance(self.amount, Unset):
            amount = self.amount.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "step": step,
            }
        )
        if amount is not UNSET:
            field_dict["amount"] = amount

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        action = Action(d.pop("action"))

        step = d.pop("step")

        _amount = d.pop("amount", UNSET)
        amount: MoneyInput | Unset
        if isinstance(_amount, Unset):
            amount = UNSET
        else:
            amount = MoneyInput.from_dict(_amount)

        decision = cls(
            action=action,
            step=step,
            amount=amount,
        )

        return decision
