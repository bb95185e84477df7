from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.round_status import RoundStatus

if TYPE_CHECKING:
    from ..models.felt import Felt
    from ..models.money import Money
    from ..models.possible_action import PossibleAction


T = TypeVar("T", bound="Round")


@_attrs_define
class Round:
    """
    Attributes:
        actions (list[PossibleAction]):
        balance_after (Money | None):
        balance_before (Money):
        felt (Felt):
        finished_at (datetime.datetime | None):
        frozen (bool): True if staff have stopped it for a check.
        house_played (bool): True if the house decided for the absent player.
        house_plays_at (datetime.datetime | None): When the house plays for an absent player; null if it waits.
        id (UUID):
        net (Money | None):
        nonce (int):
        number (str):
        returned (Money | None):
        shoe (UUID):
        staked (Money):
        started_at (datetime.datetime):
        status (RoundStatus):
        step (int): Number of the next decision.
        table (str):
        tax (Money):
    """

    actions: list[PossibleAction]
    balance_after: Money | None
    balance_before: Money
    felt: Felt
    finished_at: datetime.datetime | None
    frozen: bool
    house_played: bool
    house_plays_at: datetime.datetime | None
    id: UUID
    net: Money | None
    nonce: int
    number: str
    returned: Money | None
    shoe: UUID
    staked: Money
    started_at: datetime.datetime
    status: RoundStatus
    step: int
    table: str
    tax: Money
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        actions = []
        for actions_item_data in self.actions:
            actions_item = actions_item_data.to_dict()
            actions.append(actions_item)

        balance_after: dict[str, Any] | None
        if isinstance(self.balance_after, Money):
            balance_after = self.balance_after.to_dict()
        else:
            balance_after = self.balance_after

        balance_before = self.balance_before.to_dict()

        felt = self.felt.to_dict()

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        frozen = self.frozen

        house_played = self.house_played

        house_plays_at: None | str
        if isinstance(self.house_plays_at, datetime.datetime):
            house_plays_at = self.house_plays_at.isoformat()
        else:
            house_plays_at = self.house_plays_at

        id = str(self.id)

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

        step = self.step

        table = self.table

        tax = self.tax.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "actions": actions,
                "balance_after": balance_after,
                "balance_before": balance_before,
                "felt": felt,
                "finished_at": finished_at,
                "frozen": frozen,
                "house_played": house_played,
                "house_plays_at": house_plays_at,
                "id": id,
                "net": net,
                "nonce": nonce,
                "number": number,
                "returned": returned,
                "shoe": shoe,
                "staked": staked,
                "started_at": started_at,
                "status": status,
                "step": step,
                "table": table,
                "tax": tax,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.felt import Felt  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.possible_action import PossibleAction  # noqa: PLC0415

        d = dict(src_dict)
        actions = []
        _actions = d.pop("actions")
        for actions_item_data in _actions:
            actions_item = PossibleAction.from_dict(actions_item_data)

            actions.append(actions_item)

        def _parse_balance_after(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                balance_after_type_0 = Money.from_dict(data)

                return balance_after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        balance_after = _parse_balance_after(d.pop("balance_after"))

        balance_before = Money.from_dict(d.pop("balance_before"))

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

        frozen = d.pop("frozen")

        house_played = d.pop("house_played")

        def _parse_house_plays_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                house_plays_at_type_0 = datetime.datetime.fromisoformat(data)

                return house_plays_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        house_plays_at = _parse_house_plays_at(d.pop("house_plays_at"))

        id = UUID(d.pop("id"))

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

        step = d.pop("step")

        table = d.pop("table")

        tax = Money.from_dict(d.pop("tax"))

        round_ = cls(
            actions=actions,
            balance_after=balance_after,
            balance_before=balance_before,
            felt=felt,
            finished_at=finished_at,
            frozen=frozen,
            house_played=house_played,
            house_plays_at=house_plays_at,
            id=id,
            net=net,
            nonce=nonce,
            number=number,
            returned=returned,
            shoe=shoe,
            staked=staked,
            started_at=started_at,
            status=status,
            step=step,
            table=table,
            tax=tax,
        )

        round_.additional_properties = d
        return round_

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
