from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.excluded_hand import ExcludedHand
    from ..models.player_total import PlayerTotal


T = TypeVar("T", bound="VoidPreview")


@_attrs_define
class VoidPreview:
    """
    Attributes:
        digest (None | str): Null if no hand can be in the case.
        hands (int): Hands that would be in the case.
        left_out (list[ExcludedHand]): The first hands that cannot.
        totals (list[PlayerTotal]):
    """

    digest: None | str
    hands: int
    left_out: list[ExcludedHand]
    totals: list[PlayerTotal]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        digest: None | str
        digest = self.digest

        hands = self.hands

        left_out = []
        for left_out_item_data in self.left_out:
            left_out_item = left_out_item_data.to_dict()
            left_out.append(left_out_item)

        totals = []
        for totals_item_data in self.totals:
            totals_item = totals_item_data.to_dict()
            totals.append(totals_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "digest": digest,
                "hands": hands,
                "left_out": left_out,
                "totals": totals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.excluded_hand import ExcludedHand  # noqa: PLC0415
        from ..models.player_total import PlayerTotal  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_digest(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        digest = _parse_digest(d.pop("digest"))

        hands = d.pop("hands")

        left_out = []
        _left_out = d.pop("left_out")
        for left_out_item_data in _left_out:
            left_out_item = ExcludedHand.from_dict(left_out_item_data)

            left_out.append(left_out_item)

        totals = []
        _totals = d.pop("totals")
        for totals_item_data in _totals:
            totals_item = PlayerTotal.from_dict(totals_item_data)

            totals.append(totals_item)

        void_preview = cls(
            digest=digest,
            hands=hands,
            left_out=left_out,
            totals=totals,
        )

        void_preview.additional_properties = d
        return void_preview

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
