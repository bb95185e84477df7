from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.ledger_account import LedgerAccount

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="EntryRecord")


@_attrs_define
class EntryRecord:
    """
    Attributes:
        account (LedgerAccount):
        amount (Money):
        balance_after (Money | None): Balance of the player; the house's accounts have none.
    """

    account: LedgerAccount
    amount: Money
    balance_after: Money | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        account = self.account.value

        amount = self.amount.to_dict()

        balance_after: dict[str, Any] | None
        if isinstance(self.balance_after, Money):
            balance_after = self.balance_after.to_dict()
        else:
            balance_after = self.balance_after

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "account": account,
                "amount": amount,
                "balance_after": balance_after,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        account = LedgerAccount(d.pop("account"))

        amount = Money.from_dict(d.pop("amount"))

        def _parse_balance_after(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                balance_after_type_0 = Money.from_dict(data)

                return balance_after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        balance_after = _parse_balance_after(d.pop("balance_after"))

        entry_record = cls(
            account=account,
            amount=amount,
            balance_after=balance_after,
        )

        entry_record.additional_properties = d
        return entry_record

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
