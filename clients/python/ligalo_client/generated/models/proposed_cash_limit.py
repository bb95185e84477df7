from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.cash_limit_kind import CashLimitKind

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="ProposedCashLimit")


@_attrs_define
class ProposedCashLimit:
    """
    Attributes:
        amount (MoneyInput):
        kind (CashLimitKind):
        reason (str):
    """

    amount: MoneyInput
    kind: CashLimitKind
    reason: str

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        kind = self.kind.value

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "kind": kind,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInput.from_dict(d.pop("amount"))

        kind = CashLimitKind(d.pop("kind"))

        reason = d.pop("reason")

        proposed_cash_limit = cls(
            amount=amount,
            kind=kind,
            reason=reason,
        )

        return proposed_cash_limit
