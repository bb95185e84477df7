from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.void_kind import VoidKind
from ..models.void_reason import VoidReason
from ..models.void_state import VoidState
from ..types import UNSET, Unset

T = TypeVar("T", bound="VoidCase")


@_attrs_define
class VoidCase:
    """
    Attributes:
        evidence (str):
        expires_at (datetime.datetime):
        hands (int):
        id (UUID):
        kind (VoidKind):
        number (str):
        proposed_at (datetime.datetime):
        proposed_by (str):
        reason (VoidReason):
        state (VoidState):
        follows (None | Unset | UUID):
    """

    evidence: str
    expires_at: datetime.datetime
    hands: int
    id: UUID
    kind: VoidKind
    number: str
    proposed_at: datetime.datetime
    proposed_by: str
    reason: VoidReason
    state: VoidState
    follows: None | Unset | UUID = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        evidence = self.evidence

        expires_at = self.expires_at.isoformat()

        hands = self.hands

        id = str(self.id)

        kind = self.kind.value

        number = self.number

        proposed_at = self.proposed_at.isoformat()

        proposed_by = self.proposed_by

        reason = self.reason.value

        state = self.state.value

        follows: None | str | Unset
        if isinstance(self.follows, Unset):
            follows = UNSET
        elif isinstance(self.follows, UUID):
            follows = str(self.follows)
        else:
            follows = self.follows

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "evidence": evidence,
                "expires_at": expires_at,
                "hands": hands,
                "id": id,
                "kind": kind,
                "number": number,
                "proposed_at": proposed_at,
                "proposed_by": proposed_by,
                "reason": reason,
                "state": state,
            }
        )
        if follows is not UNSET:
            field_dict["follows"] = follows

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        evidence = d.pop("evidence")

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        hands = d.pop("hands")

        id = UUID(d.pop("id"))

        kind = VoidKind(d.pop("kind"))

        number = d.pop("number")

        proposed_at = datetime.datetime.fromisoformat(d.pop("proposed_at"))

        proposed_by = d.pop("proposed_by")

        reason = VoidReason(d.pop("reason"))

        state = VoidState(d.pop("state"))

        def _parse_follows(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                follows_type_0 = UUID(data)

                return follows_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        follows = _parse_follows(d.pop("follows", UNSET))

        void_case = cls(
            evidence=evidence,
            expires_at=expires_at,
            hands=hands,
            id=id,
            kind=kind,
            number=number,
            proposed_at=proposed_at,
            proposed_by=proposed_by,
            reason=reason,
            state=state,
            follows=follows,
        )

        void_case.additional_properties = d
        return void_case

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
