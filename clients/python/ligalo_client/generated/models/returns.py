from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bet_return import BetReturn
    from ..models.returns_side_bets import ReturnsSideBets


T = TypeVar("T", bound="Returns")


@_attrs_define
class Returns:
    """
    Attributes:
        average_wager (float): Mean total bet on a hand, splits and doubles included.
        house_edge (float | None): 1 minus the chart's return.
        insurance (BetReturn | None):
        library_version (str):
        max_payout (float): Maximum return of one box.
        rtp (float): Return to player with the best play of every hand.
        rtp_total_dependent (float | None): Return to player with the chart.
        side_bets (ReturnsSideBets):
        standard_deviation (float):
    """

    average_wager: float
    house_edge: float | None
    insurance: BetReturn | None
    library_version: str
    max_payout: float
    rtp: float
    rtp_total_dependent: float | None
    side_bets: ReturnsSideBets
    standard_deviation: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bet_return import BetReturn  # noqa: PLC0415

        average_wager = self.average_wager

        house_edge: float | None
        house_edge = self.house_edge

        insurance: dict[str, Any] | None
        if isinstance(self.insurance, BetReturn):
            insurance = self.insurance.to_dict()
        else:
            insurance = self.insurance

        library_version = self.library_version

        max_payout = self.max_payout

        rtp = self.rtp

        rtp_total_dependent: float | None
        rtp_total_dependent = self.rtp_total_dependent

        side_bets = self.side_bets.to_dict()

        standard_deviation = self.standard_deviation

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "average_wager": average_wager,
                "house_edge": house_edge,
                "insurance": insurance,
                "library_version": library_version,
                "max_payout": max_payout,
                "rtp": rtp,
                "rtp_total_dependent": rtp_total_dependent,
                "side_bets": side_bets,
                "standard_deviation": standard_deviation,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bet_return import BetReturn  # noqa: PLC0415
        from ..models.returns_side_bets import ReturnsSideBets  # noqa: PLC0415

        d = dict(src_dict)
        average_wager = d.pop("average_wager")

        def _parse_house_edge(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        house_edge = _parse_house_edge(d.pop("house_edge"))

        def _parse_insurance(data: object) -> BetReturn | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                insurance_type_0 = BetReturn.from_dict(data)

                return insurance_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BetReturn | None, data)

        insurance = _parse_insurance(d.pop("insurance"))

        library_version = d.pop("library_version")

        max_payout = d.pop("max_payout")

        rtp = d.pop("rtp")

        def _parse_rtp_total_dependent(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        rtp_total_dependent = _parse_rtp_total_dependent(d.pop("rtp_total_dependent"))

        side_bets = ReturnsSideBets.from_dict(d.pop("side_bets"))

        standard_deviation = d.pop("standard_deviation")

        returns = cls(
            average_wager=average_wager,
            house_edge=house_edge,
            insurance=insurance,
            library_version=library_version,
            max_payout=max_payout,
            rtp=rtp,
            rtp_total_dependent=rtp_total_dependent,
            side_bets=side_bets,
            standard_deviation=standard_deviation,
        )

        returns.additional_properties = d
        return returns

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
