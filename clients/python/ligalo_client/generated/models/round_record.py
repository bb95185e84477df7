from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.round_state import RoundState

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="RoundRecord")


@_attrs_define
class RoundRecord:
    """
    Attributes:
        boxes (list[int]):
        finished_at (datetime.datetime | None):
        id (UUID):
        nonce (int): Number of the deal in its shoe.
        number (str): The number that people see.
        player (int): The player's number.
        rate (str): US dollars for one unit of the currency, when the round was dealt.
        returned (Money | None): Null while the round is running.
        rules_hash (str):
        shoe (UUID):
        staked (Money):
        started_at (datetime.datetime):
        status (RoundState):
        table (str):
        tax (Money):
    """

    boxes: list[int]
    finished_at: datetime.datetime | None
    id: UUID
    nonce: int
    number: str
    player: int
    rate: str
    returned: Money | None
    rules_hash: str
    shoe: UUID
    staked: Money
    started_at: datetime.datetime
    status: RoundState
    table: str
    tax: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        boxes = self.boxes

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        id = str(self.id)

        nonce = self.nonce

        number = self.number

        player = self.player

        rate = self.rate

        returned: dict[str, Any] | None
        if isinstance(self.returned, Money):
            returned = self.returned.to_dict()
        else:
            returned = self.returned

        rules_hash = self.rules_hash

        shoe = str(self.shoe)

        staked = self.staked.to_dict()

        started_at = self.started_at.isoformat()

        status = self.status.value

        table = self.table

        tax = self.tax.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "boxes": boxes,
                "finished_at": finished_at,
                "id": id,
                "nonce": nonce,
                "number": number,
                "player": player,
                "rate": rate,
                "returned": returned,
                "rules_hash": rules_hash,
                "shoe": shoe,
                "staked": staked,
                "started_at": started_at,
                "status": status,
                "table": table,
                "tax": tax,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        boxes = cast(list[int], d.pop("boxes"))

        def _parse_finished_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finished_at_type_0 = datetime.datetime.fromisoformat(data)

                return finished_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished_at = _parse_finished_at(d.pop("finished_at"))

        id = UUID(d.pop("id"))

        nonce = d.pop("nonce")

        number = d.pop("number")

        player = d.pop("player")

        rate = d.pop("rate")

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

        rules_hash = d.pop("rules_hash")

        shoe = UUID(d.pop("shoe"))

        staked = Money.from_dict(d.pop("staked"))

        started_at = datetime.datetime.fromisoformat(d.pop("started_at"))

        status = RoundState(d.pop("status"))

        table = d.pop("table")

        tax = Money.from_dict(d.pop("tax"))

        round_record = cls(
            boxes=boxes,
            finished_at=finished_at,
            id=id,
            nonce=nonce,
            number=number,
            player=player,
            rate=rate,
            returned=returned,
            rules_hash=rules_hash,
            shoe=shoe,
            staked=staked,
            started_at=started_at,
            status=status,
            table=table,
            tax=tax,
        )

        round_record.additional_properties = d
        return round_record

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
