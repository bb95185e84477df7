from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.session_plan_state_enum import SessionPlanStateEnum

if TYPE_CHECKING:
    from ..models.money import Money
    from ..models.planned_session import PlannedSession


T = TypeVar("T", bound="SessionPlan")


@_attrs_define
class SessionPlan:
    """
    Attributes:
        is_asked (bool):
        loss_left (Money | None): In US dollars, open stakes counted as lost.
        session (None | PlannedSession):
        state (SessionPlanStateEnum):
    """

    is_asked: bool
    loss_left: Money | None
    session: None | PlannedSession
    state: SessionPlanStateEnum
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415
        from ..models.planned_session import PlannedSession  # noqa: PLC0415

        is_asked = self.is_asked

        loss_left: dict[str, Any] | None
        if isinstance(self.loss_left, Money):
            loss_left = self.loss_left.to_dict()
        else:
            loss_left = self.loss_left

        session: dict[str, Any] | None
        if isinstance(self.session, PlannedSession):
            session = self.session.to_dict()
        else:
            session = self.session

        state = self.state.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "is_asked": is_asked,
                "loss_left": loss_left,
                "session": session,
                "state": state,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415
        from ..models.planned_session import PlannedSession  # noqa: PLC0415

        d = dict(src_dict)
        is_asked = d.pop("is_asked")

        def _parse_loss_left(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                loss_left_type_0 = Money.from_dict(data)

                return loss_left_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        loss_left = _parse_loss_left(d.pop("loss_left"))

        def _parse_session(data: object) -> None | PlannedSession:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                session_type_0 = PlannedSession.from_dict(data)

                return session_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlannedSession, data)

        session = _parse_session(d.pop("session"))

        state = SessionPlanStateEnum(d.pop("state"))

        session_plan = cls(
            is_asked=is_asked,
            loss_left=loss_left,
            session=session,
            state=state,
        )

        session_plan.additional_properties = d
        return session_plan

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
