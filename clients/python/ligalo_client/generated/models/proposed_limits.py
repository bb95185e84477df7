from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.proposed_limit_values import ProposedLimitValues


T = TypeVar("T", bound="ProposedLimits")


@_attrs_define
class ProposedLimits:
    """
    Attributes:
        reason (str):
        values (ProposedLimitValues):
        accepted (bool | Unset): True if an unusual limit is intended; a refusal names what is unusual. Default: False.
        player (int | Unset): The player's number; left out: limits of the house.
    """

    reason: str
    values: ProposedLimitValues
    accepted: bool | Unset = False
    player: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        reason = self.reason

        values = self.values.to_dict()

        accepted = self.accepted

        player = self.player

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "reason": reason,
                "values": values,
            }
        )
        if accepted is not UNSET:
            field_dict["accepted"] = accepted
        if player is not UNSET:
            field_dict["player"] = player

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.proposed_limit_values import ProposedLimitValues  # noqa: PLC0415

        d = dict(src_dict)
        reason = d.pop("reason")

        values = ProposedLimitValues.from_dict(d.pop("values"))

        accepted = d.pop("accepted", UNSET)

        player = d.pop("player", UNSET)

        proposed_limits = cls(
            reason=reason,
            values=values,
            accepted=accepted,
            player=player,
        )

        return proposed_limits
