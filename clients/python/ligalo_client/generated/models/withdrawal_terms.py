from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bounds import Bounds
    from ..models.money import Money
    from ..models.provider import Provider
    from ..models.return_ import Return


T = TypeVar("T", bound="WithdrawalTerms")


@_attrs_define
class WithdrawalTerms:
    """
    Attributes:
        bounds (list[Bounds]):
        open_ (bool): False while the ledger check stops withdrawals.
        payable (list[Money]): What can be withdrawn, in whole coins.
        providers (list[Provider]):
        returns (list[Return]): What goes back the way it was deposited before other methods pay; often empty.
    """

    bounds: list[Bounds]
    open_: bool
    payable: list[Money]
    providers: list[Provider]
    returns: list[Return]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bounds = []
        for bounds_item_data in self.bounds:
            bounds_item = bounds_item_data.to_dict()
            bounds.append(bounds_item)

        open_ = self.open_

        payable = []
        for payable_item_data in self.payable:
            payable_item = payable_item_data.to_dict()
            payable.append(payable_item)

        providers = []
        for providers_item_data in self.providers:
            providers_item = providers_item_data.to_dict()
            providers.append(providers_item)

        returns = []
        for returns_item_data in self.returns:
            returns_item = returns_item_data.to_dict()
            returns.append(returns_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bounds": bounds,
                "open": open_,
                "payable": payable,
                "providers": providers,
                "returns": returns,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bounds import Bounds  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.provider import Provider  # noqa: PLC0415
        from ..models.return_ import Return  # noqa: PLC0415

        d = dict(src_dict)
        bounds = []
        _bounds = d.pop("bounds")
        for bounds_item_data in _bounds:
            bounds_item = Bounds.from_dict(bounds_item_data)

            bounds.append(bounds_item)

        open_ = d.pop("open")

        payable = []
        _payable = d.pop("payable")
        for payable_item_data in _payable:
            payable_item = Money.from_dict(payable_item_data)

            payable.append(payable_item)

        providers = []
        _providers = d.pop("providers")
        for providers_item_data in _providers:
            providers_item = Provider.from_dict(providers_item_data)

            providers.append(providers_item)

        returns = []
        _returns = d.pop("returns")
        for returns_item_data in _returns:
            returns_item = Return.from_dict(returns_item_data)

            returns.append(returns_item)

        withdrawal_terms = cls(
            bounds=bounds,
            open_=open_,
            payable=payable,
            providers=providers,
            returns=returns,
        )

        withdrawal_terms.additional_properties = d
        return withdrawal_terms

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
