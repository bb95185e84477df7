from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.own_closed_shoe import OwnClosedShoe
    from ..models.shoe import Shoe


T = TypeVar("T", bound="Shoes")


@_attrs_define
class Shoes:
    """
    Attributes:
        announced_at (datetime.datetime):
        can_change (bool):
        closed (list[OwnClosedShoe]):
        cut (int | None):
        next_announced_at (datetime.datetime | None):
        next_commitment (str):
        present (Shoe):
        rounds_before_change (int): Rounds to play before the shoe may be changed.
        salt (None | str):
        table (str):
    """

    announced_at: datetime.datetime
    can_change: bool
    closed: list[OwnClosedShoe]
    cut: int | None
    next_announced_at: datetime.datetime | None
    next_commitment: str
    present: Shoe
    rounds_before_change: int
    salt: None | str
    table: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        announced_at = self.announced_at.isoformat()

        can_change = self.can_change

        closed = []
        for closed_item_data in self.closed:
            closed_item = closed_item_data.to_dict()
            closed.append(closed_item)

        cut: int | None
        cut = self.cut

        next_announced_at: None | str
        if isinstance(self.next_announced_at, datetime.datetime):
            next_announced_at = self.next_announced_at.isoformat()
        else:
            next_announced_at = self.next_announced_at

        next_commitment = self.next_commitment

        present = self.present.to_dict()

        rounds_before_change = self.rounds_before_change

        salt: None | str
        salt = self.salt

        table = self.table

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "announced_at": announced_at,
                "can_change": can_change,
                "closed": closed,
                "cut": cut,
                "next_announced_at": next_announced_at,
                "next_commitment": next_commitment,
                "present": present,
                "rounds_before_change": rounds_before_change,
                "salt": salt,
                "table": table,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.own_closed_shoe import OwnClosedShoe  # noqa: PLC0415
        from ..models.shoe import Shoe  # noqa: PLC0415

        d = dict(src_dict)
        announced_at = datetime.datetime.fromisoformat(d.pop("announced_at"))

        can_change = d.pop("can_change")

        closed = []
        _closed = d.pop("closed")
        for closed_item_data in _closed:
            closed_item = OwnClosedShoe.from_dict(closed_item_data)

            closed.append(closed_item)

        def _parse_cut(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cut = _parse_cut(d.pop("cut"))

        def _parse_next_announced_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_announced_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_announced_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_announced_at = _parse_next_announced_at(d.pop("next_announced_at"))

        next_commitment = d.pop("next_commitment")

        present = Shoe.from_dict(d.pop("present"))

        rounds_before_change = d.pop("rounds_before_change")

        def _parse_salt(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        salt = _parse_salt(d.pop("salt"))

        table = d.pop("table")

        shoes = cls(
            announced_at=announced_at,
            can_change=can_change,
            closed=closed,
            cut=cut,
            next_announced_at=next_announced_at,
            next_commitment=next_commitment,
            present=present,
            rounds_before_change=rounds_before_change,
            salt=salt,
            table=table,
        )

        shoes.additional_properties = d
        return shoes

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
