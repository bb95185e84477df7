from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.clock_phase import ClockPhase

if TYPE_CHECKING:
    from ..models.cuts import Cuts
    from ..models.exchange import Exchange
    from ..models.live_shoe import LiveShoe
    from ..models.public_box import PublicBox
    from ..models.public_dealer import PublicDealer
    from ..models.seal import Seal


T = TypeVar("T", bound="PublicTable")


@_attrs_define
class PublicTable:
    """
    Attributes:
        asked (list[int]):
        bet (list[int]): Boxes with a bet.
        boxes (list[PublicBox]):
        closed (str): Code that refuses every bet; empty if bets are taken.
        cuts (Cuts | None):
        deadline (datetime.datetime | None):
        dealer (None | PublicDealer):
        exchange (Exchange | None):
        frozen (bool):
        next_shoe (LiveShoe | None):
        nonce (int | None): Number of the next deal.
        phase (ClockPhase):
        seals (list[Seal]):
        seals_hash (str):
        seconds_left (float): By the database's clock.
        shoe (LiveShoe | None):
        step (int):
        table (str):
        version (int):
        waiting (int): Players on the waiting list.
    """

    asked: list[int]
    bet: list[int]
    boxes: list[PublicBox]
    closed: str
    cuts: Cuts | None
    deadline: datetime.datetime | None
    dealer: None | PublicDealer
    exchange: Exchange | None
    frozen: bool
    next_shoe: LiveShoe | None
    nonce: int | None
    phase: ClockPhase
    seals: list[Seal]
    seals_hash: str
    seconds_left: float
    shoe: LiveShoe | None
    step: int
    table: str
    version: int
    waiting: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.cuts import Cuts  # noqa: PLC0415
        from ..models.exchange import Exchange  # noqa: PLC0415
        from ..models.live_shoe import LiveShoe  # noqa: PLC0415
        from ..models.public_dealer import PublicDealer  # noqa: PLC0415

        asked = self.asked

        bet = self.bet

        boxes = []
        for boxes_item_data in self.boxes:
            boxes_item = boxes_item_data.to_dict()
            boxes.append(boxes_item)

        closed = self.closed

        cuts: dict[str, Any] | None
        if isinstance(self.cuts, Cuts):
            cuts = self.cuts.to_dict()
        else:
            cuts = self.cuts

        deadline: None | str
        if isinstance(self.deadline, datetime.datetime):
            deadline = self.deadline.isoformat()
        else:
            deadline = self.deadline

        dealer: dict[str, Any] | None
        if isinstance(self.dealer, PublicDealer):
            dealer = self.dealer.to_dict()
        else:
            dealer = self.dealer

        exchange: dict[str, Any] | None
        if isinstance(self.exchange, Exchange):
            exchange = self.exchange.to_dict()
        else:
            exchange = self.exchange

        frozen = self.frozen

        next_shoe: dict[str, Any] | None
        if isinstance(self.next_shoe, LiveShoe):
            next_shoe = self.next_shoe.to_dict()
        else:
            next_shoe = self.next_shoe

        nonce: int | None
        nonce = self.nonce

        phase = self.phase.value

        seals = []
        for seals_item_data in self.seals:
            seals_item = seals_item_data.to_dict()
            seals.append(seals_item)

        seals_hash = self.seals_hash

        seconds_left = self.seconds_left

        shoe: dict[str, Any] | None
        if isinstance(self.shoe, LiveShoe):
            shoe = self.shoe.to_dict()
        else:
            shoe = self.shoe

        step = self.step

        table = self.table

        version = self.version

        waiting = self.waiting

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "asked": asked,
                "bet": bet,
                "boxes": boxes,
                "closed": closed,
                "cuts": cuts,
                "deadline": deadline,
                "dealer": dealer,
                "exchange": exchange,
                "frozen": frozen,
                "next_shoe": next_shoe,
                "nonce": nonce,
                "phase": phase,
                "seals": seals,
                "seals_hash": seals_hash,
                "seconds_left": seconds_left,
                "shoe": shoe,
                "step": step,
                "table": table,
                "version": version,
                "waiting": waiting,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.cuts import Cuts  # noqa: PLC0415
        from ..models.exchange import Exchange  # noqa: PLC0415
        from ..models.live_shoe import LiveShoe  # noqa: PLC0415
        from ..models.public_box import PublicBox  # noqa: PLC0415
        from ..models.public_dealer import PublicDealer  # noqa: PLC0415
        from ..models.seal import Seal  # noqa: PLC0415

        d = dict(src_dict)
        asked = cast(list[int], d.pop("asked"))

        bet = cast(list[int], d.pop("bet"))

        boxes = []
        _boxes = d.pop("boxes")
        for boxes_item_data in _boxes:
            boxes_item = PublicBox.from_dict(boxes_item_data)

            boxes.append(boxes_item)

        closed = d.pop("closed")

        def _parse_cuts(data: object) -> Cuts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                cuts_type_0 = Cuts.from_dict(data)

                return cuts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Cuts | None, data)

        cuts = _parse_cuts(d.pop("cuts"))

        def _parse_deadline(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                deadline_type_0 = datetime.datetime.fromisoformat(data)

                return deadline_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        deadline = _parse_deadline(d.pop("deadline"))

        def _parse_dealer(data: object) -> None | PublicDealer:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                dealer_type_0 = PublicDealer.from_dict(data)

                return dealer_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PublicDealer, data)

        dealer = _parse_dealer(d.pop("dealer"))

        def _parse_exchange(data: object) -> Exchange | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                exchange_type_0 = Exchange.from_dict(data)

                return exchange_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Exchange | None, data)

        exchange = _parse_exchange(d.pop("exchange"))

        frozen = d.pop("frozen")

        def _parse_next_shoe(data: object) -> LiveShoe | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                next_shoe_type_0 = LiveShoe.from_dict(data)

                return next_shoe_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LiveShoe | None, data)

        next_shoe = _parse_next_shoe(d.pop("next_shoe"))

        def _parse_nonce(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        nonce = _parse_nonce(d.pop("nonce"))

        phase = ClockPhase(d.pop("phase"))

        seals = []
        _seals = d.pop("seals")
        for seals_item_data in _seals:
            seals_item = Seal.from_dict(seals_item_data)

            seals.append(seals_item)

        seals_hash = d.pop("seals_hash")

        seconds_left = d.pop("seconds_left")

        def _parse_shoe(data: object) -> LiveShoe | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                shoe_type_0 = LiveShoe.from_dict(data)

                return shoe_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LiveShoe | None, data)

        shoe = _parse_shoe(d.pop("shoe"))

        step = d.pop("step")

        table = d.pop("table")

        version = d.pop("version")

        waiting = d.pop("waiting")

        public_table = cls(
            asked=asked,
            bet=bet,
            boxes=boxes,
            closed=closed,
            cuts=cuts,
            deadline=deadline,
            dealer=dealer,
            exchange=exchange,
            frozen=frozen,
            next_shoe=next_shoe,
            nonce=nonce,
            phase=phase,
            seals=seals,
            seals_hash=seals_hash,
            seconds_left=seconds_left,
            shoe=shoe,
            step=step,
            table=table,
            version=version,
            waiting=waiting,
        )

        public_table.additional_properties = d
        return public_table

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
