from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.box_bet import BoxBet


T = TypeVar("T", bound="Bet")


@_attrs_define
class Bet:
    """
    Attributes:
        boxes (list[BoxBet]):
        nonce (int):
        shoe (UUID): Id of the shoe that the position shows.
        table (str):
        cut (int | Unset):
        salt (str | Unset): 32 hexadecimal digits of your own for a shoe that is not opened.
    """

    boxes: list[BoxBet]
    nonce: int
    shoe: UUID
    table: str
    cut: int | Unset = UNSET
    salt: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        boxes = []
        for boxes_item_data in self.boxes:
            boxes_item = boxes_item_data.to_dict()
            boxes.append(boxes_item)

        nonce = self.nonce

        shoe = str(self.shoe)

        table = self.table

        cut = self.cut

        salt = self.salt

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "boxes": boxes,
                "nonce": nonce,
                "shoe": shoe,
                "table": table,
            }
        )
        if cut is not UNSET:
            field_dict["cut"] = cut
        if salt is not UNSET:
            field_dict["salt"] = salt

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.box_bet import BoxBet  # noqa: PLC0415

        d = dict(src_dict)
        boxes = []
        _boxes = d.pop("boxes")
        for boxes_item_data in _boxes:
            boxes_item = BoxBet.from_dict(boxes_item_data)

            boxes.append(boxes_item)

        nonce = d.pop("nonce")

        shoe = UUID(d.pop("shoe"))

        table = d.pop("table")

        cut = d.pop("cut", UNSET)

        salt = d.pop("salt", UNSET)

        bet = cls(
            boxes=boxes,
            nonce=nonce,
            shoe=shoe,
            table=table,
            cut=cut,
            salt=salt,
        )

        return bet
