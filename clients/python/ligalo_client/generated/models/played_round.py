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
    from ..models.past_decision import PastDecision
    from ..models.past_void import PastVoid
    from ..models.round_points import RoundPoints


T = TypeVar("T", bound="PlayedRound")


@_attrs_define
class PlayedRound:
    """
    Attributes:
        balance_after (Money | None):
        balance_before (Money):
        client_seed (str):
        country_profile_version (int | None): Version of the profile of the player's country; null if it had none.
        decisions (list[PastDecision]):
        felt (Felt):
        finished_at (datetime.datetime | None):
        has_replay (bool):
        house_played (bool):
        id (UUID):
        is_verifiable (bool): True once the shoe is closed and its seed revealed.
        net (Money | None):
        nonce (int):
        number (str):
        points (list[RoundPoints]):
        profile_version (int | None): Version of the licence's profile that judged the bet.
        rate (None | str): USD per unit of the round's currency; null for USD and play money.
        returned (Money | None):
        rules_hash (str):
        shoe (UUID):
        staked (Money):
        started_at (datetime.datetime):
        status (RoundStatus):
        table (str):
        tax (Money):
        unshown_card (None | str): Hole card that was never turned over, once the shoe is closed.
        void_reason (None | VoidReason): Set if the round was declared void.
        voids (list[PastVoid]):
    """

    balance_after: Money | None
    balance_before: Money
    client_seed: str
    country_profile_version: int | None
    decisions: list[PastDecision]
    felt: Felt
    finished_at: datetime.datetime | None
    has_replay: bool
    house_played: bool
    id: UUID
    is_verifiable: bool
    net: Money | None
    nonce: int
    number: str
    points: list[RoundPoints]
    profile_version: int | None
    rate: None | str
    returned: Money | None
    rules_hash: str
    shoe: UUID
    staked: Money
    started_at: datetime.datetime
    status: RoundStatus
    table: str
    tax: Money
    unshown_card: None | str
    void_reason: None | VoidReason
    voids: list[PastVoid]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        balance_after: dict[str, Any] | None
        if isinstance(self.balance_after, Money):
            balance_after = self.balance_after.to_dict()
        else:
            balance_after = self.balance_after

        balance_before = self.balance_before.to_dict()

        client_seed = self.client_seed

        country_profile_version: int | None
        country_profile_version = self.country_profile_version

        decisions = []
        for decisions_item_data in self.decisions:
            decisions_item = decisions_item_data.to_dict()
            decisions.append(decisions_item)

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

        points = []
        for points_item_data in self.points:
            points_item = points_item_data.to_dict()
            points.append(points_item)

        profile_version: int | None
        profile_version = self.profile_version

        rate: None | str
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

        unshown_card: None | str
        unshown_card = self.unshown_card

        void_reason: None | str
        if isinstance(self.void_reason, VoidReason):
            void_reason = self.void_reason.value
        else:
            void_reason = self.void_reason

        voids = []
        for voids_item_data in self.voids:
            voids_item = voids_item_data.to_dict()
            voids.append(voids_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "balance_after": balance_after,
                "balance_before": balance_before,
                "client_seed": client_seed,
                "country_profile_version": country_profile_version,
                "decisions": decisions,
                "felt": felt,
                "finished_at": finished_at,
                "has_replay": has_replay,
                "house_played": house_played,
                "id": id,
                "is_verifiable": is_verifiable,
                "net": net,
                "nonce": nonce,
                "number": number,
                "points": points,
                "profile_version": profile_version,
                "rate": rate,
                "returned": returned,
                "rules_hash": rules_hash,
                "shoe": shoe,
                "staked": staked,
                "started_at": started_at,
                "status": status,
                "table": table,
                "tax": tax,
                "unshown_card": unshown_card,
                "void_reason": void_reason,
                "voids": voids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.felt import Felt  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.past_decision import PastDecision  # noqa: PLC0415
        from ..models.past_void import PastVoid  # noqa: PLC0415
        from ..models.round_points import RoundPoints  # noqa: PLC0415

        d = dict(src_dict)

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

        client_seed = d.pop("client_seed")

        def _parse_country_profile_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        country_profile_version = _parse_country_profile_version(d.pop("country_profile_version"))

        decisions = []
        _decisions = d.pop("decisions")
        for decisions_item_data in _decisions:
            decisions_item = PastDecision.from_dict(decisions_item_data)

            decisions.append(decisions_item)

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

        points = []
        _points = d.pop("points")
        for points_item_data in _points:
            points_item = RoundPoints.from_dict(points_item_data)

            points.append(points_item)

        def _parse_profile_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        profile_version = _parse_profile_version(d.pop("profile_version"))

        def _parse_rate(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rate = _parse_rate(d.pop("rate"))

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

        status = RoundStatus(d.pop("status"))

        table = d.pop("table")

        tax = Money.from_dict(d.pop("tax"))

        def _parse_unshown_card(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        unshown_card = _parse_unshown_card(d.pop("unshown_card"))

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

        voids = []
        _voids = d.pop("voids")
        for voids_item_data in _voids:
            voids_item = PastVoid.from_dict(voids_item_data)

            voids.append(voids_item)

        played_round = cls(
            balance_after=balance_after,
            balance_before=balance_before,
            client_seed=client_seed,
            country_profile_version=country_profile_version,
            decisions=decisions,
            felt=felt,
            finished_at=finished_at,
            has_replay=has_replay,
            house_played=house_played,
            id=id,
            is_verifiable=is_verifiable,
            net=net,
            nonce=nonce,
            number=number,
            points=points,
            profile_version=profile_version,
            rate=rate,
            returned=returned,
            rules_hash=rules_hash,
            shoe=shoe,
            staked=staked,
            started_at=started_at,
            status=status,
            table=table,
            tax=tax,
            unshown_card=unshown_card,
            void_reason=void_reason,
            voids=voids,
        )

        played_round.additional_properties = d
        return played_round

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
