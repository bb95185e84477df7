from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.void_reason import VoidReason
from ..types import UNSET, Unset

T = TypeVar("T", bound="ProposedVoid")


@_attrs_define
class ProposedVoid:
    """
    Attributes:
        evidence (str): It stays with the case; players can't see it.
        reason (VoidReason):
        seen (str): `digest` of the preview: nothing is proposed if it has changed.
        hands (list[UUID] | Unset):
        player (int | Unset):
        shoe (UUID | Unset):
        since (datetime.datetime | Unset): With a player: dealt at this time or later.
        until (datetime.datetime | Unset): With a player: dealt before this time.
    """

    evidence: str
    reason: VoidReason
    seen: str
    hands: list[UUID] | Unset = UNSET
    player: int | Unset = UNSET
    shoe: UUID | Unset = UNSET
    since: datetime.datetime | Unset = UNSET
    until: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        evidence = self.evidence

        reason = self.reason.value

        seen = self.seen

        hands: list[str] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = []
            for hands_item_data in self.hands:
                hands_item = str(hands_item_data)
                hands.append(hands_item)

        player = self.player

        shoe: str | Unset = UNSET
        if not isinstance(self.shoe, Unset):
            shoe = str(self.shoe)

        since: str | Unset = UNSET
        if not isinstance(self.since, Unset):
            since = self.since.isoformat()

        until: str | Unset = UNSET
        if not isinstance(self.until, Unset):
            until = self.until.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "evidence": evidence,
                "reason": reason,
                "seen": seen,
            }
        )
        if hands is not UNSET:
            field_dict["hands"] = hands
        if player is not UNSET:
            field_dict["player"] = player
        if shoe is not UNSET:
            field_dict["shoe"] = shoe
        if since is not UNSET:
            field_dict["since"] = since
        if until is not UNSET:
            field_dict["until"] = until

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        evidence = d.pop("evidence")

        reason = VoidReason(d.pop("reason"))

        seen = d.pop("seen")

        _hands = d.pop("hands", UNSET)
        hands: list[UUID] | Unset = UNSET
        if _hands is not UNSET:
            hands = []
            for hands_item_data in _hands:
                hands_item = UUID(hands_item_data)

                hands.append(hands_item)

        player = d.pop("player", UNSET)

        _shoe = d.pop("shoe", UNSET)
        shoe: UUID | Unset
        if isinstance(_shoe, Unset):
            shoe = UNSET
        else:
            shoe = UUID(_shoe)

        _since = d.pop("since", UNSET)
        since: datetime.datetime | Unset
        if isinstance(_since, Unset):
            since = UNSET
        else:
            since = datetime.datetime.fromisoformat(_since)

        _until = d.pop("until", UNSET)
        until: datetime.datetime | Unset
        if isinstance(_until, Unset):
            until = UNSET
        else:
            until = datetime.datetime.fromisoformat(_until)

        proposed_void = cls(
            evidence=evidence,
            reason=reason,
            seen=seen,
            hands=hands,
            player=player,
            shoe=shoe,
            since=since,
            until=until,
        )

        return proposed_void
