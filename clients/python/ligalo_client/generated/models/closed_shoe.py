from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shoe_status import ShoeStatus

T = TypeVar("T", bound="ClosedShoe")


@_attrs_define
class ClosedShoe:
    """
    Attributes:
        announced_at (datetime.datetime):
        closed_at (datetime.datetime):
        commitment (str):
        id (UUID):
        opened_at (datetime.datetime | None):
        rounds_dealt (int):
        server_seed (None | str):
        status (ShoeStatus):
        table (str):
    """

    announced_at: datetime.datetime
    closed_at: datetime.datetime
    commitment: str
    id: UUID
    opened_at: datetime.datetime | None
    rounds_dealt: int
    server_seed: None | str
    status: ShoeStatus
    table: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        announced_at = self.announced_at.isoformat()

        closed_at = self.closed_at.isoformat()

        commitment = self.commitment

        id = str(self.id)

        opened_at: None | str
        if isinstance(self.opened_at, datetime.datetime):
            opened_at = self.opened_at.isoformat()
        else:
            opened_at = self.opened_at

        rounds_dealt = self.rounds_dealt

        server_seed: None | str
        server_seed = self.server_seed

        status = self.status.value

        table = self.table

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "announced_at": announced_at,
                "closed_at": closed_at,
                "commitment": commitment,
                "id": id,
                "opened_at": opened_at,
                "rounds_dealt": rounds_dealt,
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

        closed_at = datetime.datetime.fromisoformat(d.pop("closed_at"))

        commitment = d.pop("commitment")

        id = UUID(d.pop("id"))

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

        rounds_dealt = d.pop("rounds_dealt")

        def _parse_server_seed(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        server_seed = _parse_server_seed(d.pop("server_seed"))

        status = ShoeStatus(d.pop("status"))

        table = d.pop("table")

        closed_shoe = cls(
            announced_at=announced_at,
            closed_at=closed_at,
            commitment=commitment,
            id=id,
            opened_at=opened_at,
            rounds_dealt=rounds_dealt,
            server_seed=server_seed,
            status=status,
            table=table,
        )

        closed_shoe.additional_properties = d
        return closed_shoe

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
