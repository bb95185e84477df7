from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.close_reason import CloseReason
from ..models.shoe_state import ShoeState

T = TypeVar("T", bound="ShoeRecord")


@_attrs_define
class ShoeRecord:
    """
    Attributes:
        announced_at (datetime.datetime):
        cards_out (int):
        close_reason (CloseReason | None): Null until it is closed.
        closed_at (datetime.datetime | None):
        commitment (str):
        id (UUID):
        number (int):
        opened_at (datetime.datetime | None):
        player (int | None): Null at a live table.
        rounds_dealt (int):
        rules_hash (str):
        server_seed (None | str):
        status (ShoeState):
        table (str):
    """

    announced_at: datetime.datetime
    cards_out: int
    close_reason: CloseReason | None
    closed_at: datetime.datetime | None
    commitment: str
    id: UUID
    number: int
    opened_at: datetime.datetime | None
    player: int | None
    rounds_dealt: int
    rules_hash: str
    server_seed: None | str
    status: ShoeState
    table: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        announced_at = self.announced_at.isoformat()

        cards_out = self.cards_out

        close_reason: None | str
        if isinstance(self.close_reason, CloseReason):
            close_reason = self.close_reason.value
        else:
            close_reason = self.close_reason

        closed_at: None | str
        if isinstance(self.closed_at, datetime.datetime):
            closed_at = self.closed_at.isoformat()
        else:
            closed_at = self.closed_at

        commitment = self.commitment

        id = str(self.id)

        number = self.number

        opened_at: None | str
        if isinstance(self.opened_at, datetime.datetime):
            opened_at = self.opened_at.isoformat()
        else:
            opened_at = self.opened_at

        player: int | None
        player = self.player

        rounds_dealt = self.rounds_dealt

        rules_hash = self.rules_hash

        server_seed: None | str
        server_seed = self.server_seed

        status = self.status.value

        table = self.table

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "announced_at": announced_at,
                "cards_out": cards_out,
                "close_reason": close_reason,
                "closed_at": closed_at,
                "commitment": commitment,
                "id": id,
                "number": number,
                "opened_at": opened_at,
                "player": player,
                "rounds_dealt": rounds_dealt,
                "rules_hash": rules_hash,
                "server_seed": server_seed,
                "status": status,
                "table": table,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        announced_at = datetime.datetime.fromisoformat(d.pop("announced_at"))

        cards_out = d.pop("cards_out")

        def _parse_close_reason(data: object) -> CloseReason | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                close_reason_type_0 = CloseReason(data)

                return close_reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CloseReason | None, data)

        close_reason = _parse_close_reason(d.pop("close_reason"))

        def _parse_closed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                closed_at_type_0 = datetime.datetime.fromisoformat(data)

                return closed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        closed_at = _parse_closed_at(d.pop("closed_at"))

        commitment = d.pop("commitment")

        id = UUID(d.pop("id"))

        number = d.pop("number")

        def _parse_opened_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                opened_at_type_0 = datetime.datetime.fromisoformat(data)

                return opened_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        opened_at = _parse_opened_at(d.pop("opened_at"))

        def _parse_player(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        player = _parse_player(d.pop("player"))

        rounds_dealt = d.pop("rounds_dealt")

        rules_hash = d.pop("rules_hash")

        def _parse_server_seed(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        server_seed = _parse_server_seed(d.pop("server_seed"))

        status = ShoeState(d.pop("status"))

        table = d.pop("table")

        shoe_record = cls(
            announced_at=announced_at,
            cards_out=cards_out,
            close_reason=close_reason,
            closed_at=closed_at,
            commitment=commitment,
            id=id,
            number=number,
            opened_at=opened_at,
            player=player,
            rounds_dealt=rounds_dealt,
            rules_hash=rules_hash,
            server_seed=server_seed,
            status=status,
            table=table,
        )

        shoe_record.additional_properties = d
        return shoe_record

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
