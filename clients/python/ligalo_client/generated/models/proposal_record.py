from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.proposal_state import ProposalState

T = TypeVar("T", bound="ProposalRecord")


@_attrs_define
class ProposalRecord:
    """
    Attributes:
        decided_at (datetime.datetime | None):
        id (int):
        proposed_at (datetime.datetime):
        state (ProposalState):
    """

    decided_at: datetime.datetime | None
    id: int
    proposed_at: datetime.datetime
    state: ProposalState
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        id = self.id

        proposed_at = self.proposed_at.isoformat()

        state = self.state.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "decided_at": decided_at,
                "id": id,
                "proposed_at": proposed_at,
                "state": state,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decided_at"))

        id = d.pop("id")

        proposed_at = datetime.datetime.fromisoformat(d.pop("proposed_at"))

        state = ProposalState(d.pop("state"))

        proposal_record = cls(
            decided_at=decided_at,
            id=id,
            proposed_at=proposed_at,
            state=state,
        )

        proposal_record.additional_properties = d
        return proposal_record

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
