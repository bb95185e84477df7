from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="WagerResult")


@_attrs_define
class WagerResult:
    """
    Attributes:
        outcome (None | str): Null while undecided, and for a side bet that has lost.
        payout (Money | None):
        stake (Money):
    """

    outcome: None | str
    payout: Money | None
    stake: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        outcome: None | str
        outcome = self.outcome

        payout: dict[str, Any] | None
        if isinstance(self.payout, Money):
            payout = self.payout.to_dict()
        else:
            payout = self.payout

        stake = self.stake.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "outcome": outcome,
                "payout": payout,
                "stake": stake,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_outcome(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        outcome = _parse_outcome(d.pop("outcome"))

        def _parse_payout(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                payout_type_0 = Money.from_dict(data)

                return payout_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        payout = _parse_payout(d.pop("payout"))

        stake = Money.from_dict(d.pop("stake"))

        wager_result = cls(
            outcome=outcome,
            payout=payout,
            stake=stake,
        )

        wager_result.additional_properties = d
        return wager_result

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
