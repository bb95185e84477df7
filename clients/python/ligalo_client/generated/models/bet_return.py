from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bet_return_outcomes import BetReturnOutcomes


T = TypeVar("T", bound="BetReturn")


@_attrs_define
class BetReturn:
    """
    Attributes:
        hit_frequency (float): Probability that the bet wins.
        outcomes (BetReturnOutcomes): Probability of each outcome.
        rtp (float):
    """

    hit_frequency: float
    outcomes: BetReturnOutcomes
    rtp: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hit_frequency = self.hit_frequency

        outcomes = self.outcomes.to_dict()

        rtp = self.rtp

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hit_frequency": hit_frequency,
                "outcomes": outcomes,
                "rtp": rtp,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bet_return_outcomes import BetReturnOutcomes  # noqa: PLC0415

        d = dict(src_dict)
        hit_frequency = d.pop("hit_frequency")

        outcomes = BetReturnOutcomes.from_dict(d.pop("outcomes"))

        rtp = d.pop("rtp")

        bet_return = cls(
            hit_frequency=hit_frequency,
            outcomes=outcomes,
            rtp=rtp,
        )

        bet_return.additional_properties = d
        return bet_return

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
