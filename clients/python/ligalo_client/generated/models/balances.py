from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.debt import Debt
    from ..models.holding import Holding
    from ..models.total import Total


T = TypeVar("T", bound="Balances")


@_attrs_define
class Balances:
    """
    Attributes:
        balances (list[Holding]):
        debts (list[Debt]):
        total (Total):
    """

    balances: list[Holding]
    debts: list[Debt]
    total: Total
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        balances = []
        for balances_item_data in self.balances:
            balances_item = balances_item_data.to_dict()
            balances.append(balances_item)

        debts = []
        for debts_item_data in self.debts:
            debts_item = debts_item_data.to_dict()
            debts.append(debts_item)

        total = self.total.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "balances": balances,
                "debts": debts,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.debt import Debt  # noqa: PLC0415
        from ..models.holding import Holding  # noqa: PLC0415
        from ..models.total import Total  # noqa: PLC0415

        d = dict(src_dict)
        balances = []
        _balances = d.pop("balances")
        for balances_item_data in _balances:
            balances_item = Holding.from_dict(balances_item_data)

            balances.append(balances_item)

        debts = []
        _debts = d.pop("debts")
        for debts_item_data in _debts:
            debts_item = Debt.from_dict(debts_item_data)

            debts.append(debts_item)

        total = Total.from_dict(d.pop("total"))

        balances = cls(
            balances=balances,
            debts=debts,
            total=total,
        )

        balances.additional_properties = d
        return balances

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
