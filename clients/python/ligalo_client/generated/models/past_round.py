from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.round_status import RoundStatus
from ..models.void_reason import VoidReason

if TYPE_CHECKING:
    from ..models.felt import Felt
    from ..models.money import Money


T = TypeVar("T", bound="PastRound")


@_attrs_define
class PastRound:
    """
    Attributes:
        felt (Felt):
        finished_at (datetime.datetime | None):
        has_replay (bool):
        house_played (bool):
        id (UUID):
        is_verifiable (bool): True once the shoe is closed and its seed revealed.
        net (Money | None):
        nonce (int):
        number (str):
        returned (Money | None):
        shoe (UUID):
        staked (Money):
        started_at (datetime.datetime):
        status (RoundStatus):
        table (str):
        tax (Money):
        void_reason (None | VoidReason): Set if the round was declared void.
    """

    felt: Felt
    finished_at: datetime.datetime | None
    has_replay: bool
    house_played: bool
    id: UUID
    is_verifiable: bool
    net: Money | None
    nonce: int
    number: str
    returned: Money | None
    shoe: UUID
    staked: Money
    started_at: datetime.datetime
    status: RoundStatus
    table: str
    tax: Money
    void_reason: None | VoidReason
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        felt = self.felt.to_dict()

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        has_replay = self.has_replay

        house_played = self.house_played

        id = str(self.id)

        is_verifiable = self.is_verifiable

        net: dict[str, Any] | None
        if isinstance(self.net, Money):
            net = self.net.to_dict()
        else:
            net = self.net

        nonce = self.nonce

        number = self.number

        returned: dict[str, Any] | None
        if isinstance(self.returned, Money):
            returned = self.returned.to_dict()
        else:
            returned = self.returned

        shoe = str(self.shoe)

        staked = self.staked.to_dict()

        started_at = self.started_at.isoformat()

        status = self.status.value

        table = self.table

        tax = self.tax.to_dict()

        void_reason: None | str
        if isinstance(self.void_reason, VoidReason):
            void_reason = self.void_reason.value
        else:
            void_reason = self.void_reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "felt": felt,
                "finished_at": finished_at,
                "has_replay": has_replay,
                "house_played": house_played,
                "id": id,
                "is_verifiable": is_verifiable,
                "net": net,
                "nonce": nonce,
                "number": number,
                "returned": returned,
                "shoe": shoe,
                "staked": staked,
                "started_at": started_at,
                "status": status,
                "table": table,
                "tax": tax,
                "void_reason": void_reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.felt import Felt  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        felt = Felt.from_dict(d.pop("felt"))

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

        has_replay = d.pop("has_replay")

        house_played = d.pop("house_played")

        id = UUID(d.pop("id"))

        is_verifiable = d.pop("is_verifiable")

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

        nonce = d.pop("nonce")

        number = d.pop("number")

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

        shoe = UUID(d.pop("shoe"))

        staked = Money.from_dict(d.pop("staked"))

        started_at = datetime.datetime.fromisoformat(d.pop("started_at"))

        status = RoundStatus(d.pop("status"))

        table = d.pop("table")

        tax = Money.from_dict(d.pop("tax"))

        def _parse_void_reason(data: object) -> None | VoidReason:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                void_reason_type_0 = VoidReason(data)

                return void_reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | VoidReason, data)

        void_reason = _parse_void_reason(d.pop("void_reason"))

        past_round = cls(
            felt=felt,
            finished_at=finished_at,
            has_replay=has_replay,
            house_played=house_played,
            id=id,
            is_verifiable=is_verifiable,
            net=net,
            nonce=nonce,
            number=number,
            returned=returned,
            shoe=shoe,
            staked=staked,
            started_at=started_at,
            status=status,
            table=table,
            tax=tax,
            void_reason=void_reason,
        )

        past_round.additional_properties = d
        return past_round

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
