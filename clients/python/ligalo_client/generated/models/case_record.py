from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.case_record_kind_enum import CaseRecordKindEnum
from ..models.case_record_outcome_enum import CaseRecordOutcomeEnum
from ..models.case_record_status_enum import CaseRecordStatusEnum
from ..models.severity_enum import SeverityEnum

T = TypeVar("T", bound="CaseRecord")


@_attrs_define
class CaseRecord:
    """
    Attributes:
        assignee (int | None):
        due_at (datetime.datetime):
        id (UUID):
        is_held (bool): Whether a withdrawal is held in it.
        kind (CaseRecordKindEnum):
        number (str):
        opened_at (datetime.datetime):
        outcome (CaseRecordOutcomeEnum | None): Null until it is decided.
        players (list[int]): Numbers of its players, the leading one first.
        score (int | None): From 0 to 100. Null in a case of fraud until it is decided.
        severity (SeverityEnum):
        status (CaseRecordStatusEnum):
    """

    assignee: int | None
    due_at: datetime.datetime
    id: UUID
    is_held: bool
    kind: CaseRecordKindEnum
    number: str
    opened_at: datetime.datetime
    outcome: CaseRecordOutcomeEnum | None
    players: list[int]
    score: int | None
    severity: SeverityEnum
    status: CaseRecordStatusEnum
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        assignee: int | None
        assignee = self.assignee

        due_at = self.due_at.isoformat()

        id = str(self.id)

        is_held = self.is_held

        kind = self.kind.value

        number = self.number

        opened_at = self.opened_at.isoformat()

        outcome: None | str
        if isinstance(self.outcome, CaseRecordOutcomeEnum):
            outcome = self.outcome.value
        else:
            outcome = self.outcome

        players = self.players

        score: int | None
        score = self.score

        severity = self.severity.value

        status = self.status.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "assignee": assignee,
                "due_at": due_at,
                "id": id,
                "is_held": is_held,
                "kind": kind,
                "number": number,
                "opened_at": opened_at,
                "outcome": outcome,
                "players": players,
                "score": score,
                "severity": severity,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_assignee(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        assignee = _parse_assignee(d.pop("assignee"))

        due_at = datetime.datetime.fromisoformat(d.pop("due_at"))

        id = UUID(d.pop("id"))

        is_held = d.pop("is_held")

        kind = CaseRecordKindEnum(d.pop("kind"))

        number = d.pop("number")

        opened_at = datetime.datetime.fromisoformat(d.pop("opened_at"))

        def _parse_outcome(data: object) -> CaseRecordOutcomeEnum | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                outcome_type_0 = CaseRecordOutcomeEnum(data)

                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CaseRecordOutcomeEnum | None, data)

        outcome = _parse_outcome(d.pop("outcome"))

        players = cast(list[int], d.pop("players"))

        def _parse_score(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        score = _parse_score(d.pop("score"))

        severity = SeverityEnum(d.pop("severity"))

        status = CaseRecordStatusEnum(d.pop("status"))

        case_record = cls(
            assignee=assignee,
            due_at=due_at,
            id=id,
            is_held=is_held,
            kind=kind,
            number=number,
            opened_at=opened_at,
            outcome=outcome,
            players=players,
            score=score,
            severity=severity,
            status=status,
        )

        case_record.additional_properties = d
        return case_record

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
