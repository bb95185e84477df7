from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.action import Action
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="Answer")


@_attrs_define
class Answer:
    """
    Attributes:
        action (Action):
        box (int):
        amount (MoneyInput | Unset):
    """

    action: Action
    box: int
    amount: MoneyInput | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        action = self.action.value

        box = self.box

        amount: dict[str, Any] | Unset = UNSET
        if not isinstance(self.amount, Unset):
            amount = self.amount.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "box": box,
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

        box = d.pop("box")

        _amount = d.pop("amount", UNSET)
        amount: MoneyInput | Unset
        if isinstance(_amount, Unset):
            amount = UNSET
        else:
            amount = MoneyInput.from_dict(_amount)

        answer = cls(
            action=action,
            box=box,
            amount=amount,
        )

        return answer
