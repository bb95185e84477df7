from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.live_box_bet import LiveBoxBet


T = TypeVar("T", bound="LiveBet")


@_attrs_define
class LiveBet:
    """
    Attributes:
        attempt (int): Number of this bet among yours for this deal; the own part has it.
        boxes (list[LiveBoxBet]):
        commitment (str):
        nonce (int):
        shoe (UUID):
        cut (int | Unset):
        seal (str | Unset): SHA-256 of your seat seed "<client_seed>-<salt>", with a salt that is new for each deal.
            Bets behind alone have none.
    """

    attempt: int
    boxes: list[LiveBoxBet]
    commitment: str
    nonce: int
    shoe: UUID
    cut: int | Unset = UNSET
    seal: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        attempt = self.attempt

        boxes = []
        for boxes_item_data in self.boxes:
            boxes_item = boxes_item_data.to_dict()
            boxes.append(boxes_item)

        commitment = self.commitment

        nonce = self.nonce

        shoe = str(self.shoe)

        cut = self.cut

        seal = self.seal

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "attempt": attempt,
                "boxes": boxes,
                "commitment": commitment,
                "nonce": nonce,
                "shoe": shoe,
            }
        )
        if cut is not UNSET:
            field_dict["cut"] = cut
        if seal is not UNSET:
            field_dict["seal"] = seal

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.live_box_bet import LiveBoxBet  # noqa: PLC0415

        d = dict(src_dict)
        attempt = d.pop("attempt")

        boxes = []
        _boxes = d.pop("boxes")
        for boxes_item_data in _boxes:
            boxes_item = LiveBoxBet.from_dict(boxes_item_data)

            boxes.append(boxes_item)

        commitment = d.pop("commitment")

        nonce = d.pop("nonce")

        shoe = UUID(d.pop("shoe"))

        cut = d.pop("cut", UNSET)

        seal = d.pop("seal", UNSET)

        live_bet = cls(
            attempt=attempt,
            boxes=boxes,
            commitment=commitment,
            nonce=nonce,
            shoe=shoe,
            cut=cut,
            seal=seal,
        )

        return live_bet
