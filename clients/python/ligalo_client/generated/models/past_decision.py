from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money
    from ..models.situation import Situation


T = TypeVar("T", bound="PastDecision")


@_attrs_define
class PastDecision:
    """
    Attributes:
        action (str): The action, with its amount if chosen: "double:5".
        added (Money):
        advice (str): The chart's advice, if the player asked for it.
        at (datetime.datetime):
        by_house (bool):
        early (bool): Chosen before the turn.
        situation (None | Situation):
        step (int):
    """

    action: str
    added: Money
    advice: str
    at: datetime.datetime
    by_house: bool
    early: bool
    situation: None | Situation
    step: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.situation import Situation  # noqa: PLC0415

        action = self.action

        added = self.added.to_dict()

        advice = self.advice

        at = self.at.isoformat()

        by_house = self.by_house

        early = self.early

        situation: dict[str, Any] | None
        if isinstance(self.situation, Situation):
            situation = self.situation.to_dict()
        else:
            situation = self.situation

        step = self.step

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "added": added,
                "advice": advice,
                "at": at,
                "by_house": by_house,
                "early": early,
                "situation": situation,
                "step": step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415
        from ..models.situation import Situation  # noqa: PLC0415

        d = dict(src_dict)
        action = d.pop("action")

        added = Money.from_dict(d.pop("added"))

        advice = d.pop("advice")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        by_house = d.pop("by_house")

        early = d.pop("early")

        def _parse_situation(data: object) -> None | Situation:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                situation_type_0 = Situation.from_dict(data)

                return situation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Situation, data)

        situation = _parse_situation(d.pop("situation"))

        step = d.pop("step")

        past_decision = cls(
            action=action,
            added=added,
            advice=advice,
            at=at,
            by_house=by_house,
            early=early,
            situation=situation,
            step=step,
        )

        past_decision.additional_properties = d
        return past_decision

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
