from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.cash_limit_kind import CashLimitKind
from ..models.real_currency import RealCurrency

T = TypeVar("T", bound="CashLimitBodyRequest")


@_attrs_define
class CashLimitBodyRequest:
    """
    Attributes:
        amount (str): A decimal in quotes; 0 is allowed.
        currency (RealCurrency):
        kind (CashLimitKind):
        reason (str):
    """

    amount: str
    currency: RealCurrency
    kind: CashLimitKind
    reason: str

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        currency = self.currency.value

        kind = self.kind.value

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "currency": currency,
                "kind": kind,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amount = d.pop("amount")

        currency = RealCurrency(d.pop("currency"))

        kind = CashLimitKind(d.pop("kind"))

        reason = d.pop("reason")

        cash_limit_body_request = cls(
            amount=amount,
            currency=currency,
            kind=kind,
            reason=reason,
        )

        return cash_limit_body_request
