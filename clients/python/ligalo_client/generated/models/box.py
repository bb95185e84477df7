from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.box_side_bets import BoxSideBets
    from ..models.hand import Hand
    from ..models.money import Money
    from ..models.wager_result import WagerResult


T = TypeVar("T", bound="Box")


@_attrs_define
class Box:
    """
    Attributes:
        box (int):
        hands (list[Hand]):
        insurance (None | WagerResult):
        is_behind (bool): True for a bet behind on another's box.
        net (Money | None):
        returned (Money | None):
        side_bets (BoxSideBets):
        staked (Money):
    """

    box: int
    hands: list[Hand]
    insurance: None | WagerResult
    is_behind: bool
    net: Money | None
    returned: Money | None
    side_bets: BoxSideBets
    staked: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415
        from ..models.wager_result import WagerResult  # noqa: PLC0415

        box = self.box

        hands = []
        for hands_item_data in self.hands:
            hands_item = hands_item_data.to_dict()
            hands.append(hands_item)

        insurance: dict[str, Any] | None
        if isinstance(self.insurance, WagerResult):
            insurance = self.insurance.to_dict()
        else:
            insurance = self.insurance

        is_behind = self.is_behind

        net: dict[str, Any] | None
        if isinstance(self.net, Money):
            net = self.net.to_dict()
        else:
            net = self.net

        returned: dict[str, Any] | None
        if isinstance(self.returned, Money):
            returned = self.returned.to_dict()
        else:
            returned = self.returned

        side_bets = self.side_bets.to_dict()

        staked = self.staked.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "box": box,
                "hands": hands,
                "insurance": insurance,
                "is_behind": is_behind,
                "net": net,
                "returned": returned,
                "side_bets": side_bets,
                "staked": staked,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.box_side_bets import BoxSideBets  # noqa: PLC0415
        from ..models.hand import Hand  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.wager_result import WagerResult  # noqa: PLC0415

        d = dict(src_dict)
        box = d.pop("box")

        hands = []
        _hands = d.pop("hands")
        for hands_item_data in _hands:
            hands_item = Hand.from_dict(hands_item_data)

            hands.append(hands_item)

        def _parse_insurance(data: object) -> None | WagerResult:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                insurance_type_0 = WagerResult.from_dict(data)

                return insurance_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WagerResult, data)

        insurance = _parse_insurance(d.pop("insurance"))

        is_behind = d.pop("is_behind")

        def _parse_net(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                net_type_0 = Money.from_dict(data)

                return net_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        net = _parse_net(d.pop("net"))

        def _parse_returned(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                returned_type_0 = Money.from_dict(data)

                return returned_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        returned = _parse_returned(d.pop("returned"))

        side_bets = BoxSideBets.from_dict(d.pop("side_bets"))

        staked = Money.from_dict(d.pop("staked"))

        box = cls(
            box=box,
            hands=hands,
            insurance=insurance,
            is_behind=is_behind,
            net=net,
            returned=returned,
            side_bets=side_bets,
            staked=staked,
        )

        box.additional_properties = d
        return box

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
