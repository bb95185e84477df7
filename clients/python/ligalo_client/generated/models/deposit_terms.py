from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bounds import Bounds
    from ..models.money import Money
    from ..models.provider import Provider


T = TypeVar("T", bound="DepositTerms")


@_attrs_define
class DepositTerms:
    """
    Attributes:
        asks_limit (bool): True: before the first deposit a limit is set, or the default accepted.
        bounds (list[Bounds]):
        notice_above (Money | None): A notice about deposits above this total has to be acknowledged first.
        providers (list[Provider]):
    """

    asks_limit: bool
    bounds: list[Bounds]
    notice_above: Money | None
    providers: list[Provider]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        asks_limit = self.asks_limit

        bounds = []
        for bounds_item_data in self.bounds:
            bounds_item = bounds_item_data.to_dict()
            bounds.append(bounds_item)

        notice_above: dict[str, Any] | None
        if isinstance(self.notice_above, Money):
            notice_above = self.notice_above.to_dict()
        else:
            notice_above = self.notice_above

        providers = []
        for providers_item_data in self.providers:
            providers_item = providers_item_data.to_dict()
            providers.append(providers_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "asks_limit": asks_limit,
                "bounds": bounds,
                "notice_above": notice_above,
                "providers": providers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bounds import Bounds  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.provider import Provider  # noqa: PLC0415

        d = dict(src_dict)
        asks_limit = d.pop("asks_limit")

        bounds = []
        _bounds = d.pop("bounds")
        for bounds_item_data in _bounds:
            bounds_item = Bounds.from_dict(bounds_item_data)

            bounds.append(bounds_item)

        def _parse_notice_above(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                notice_above_type_0 = Money.from_dict(data)

                return notice_above_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        notice_above = _parse_notice_above(d.pop("notice_above"))

        providers = []
        _providers = d.pop("providers")
        for providers_item_data in _providers:
            providers_item = Provider.from_dict(providers_item_data)

            providers.append(providers_item)

        deposit_terms = cls(
            asks_limit=asks_limit,
            bounds=bounds,
            notice_above=notice_above,
            providers=providers,
        )

        deposit_terms.additional_properties = d
        return deposit_terms

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
