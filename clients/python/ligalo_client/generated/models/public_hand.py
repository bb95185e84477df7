from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.blank_enum import BlankEnum
from ..models.hand_outcome import HandOutcome

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="PublicHand")


@_attrs_define
class PublicHand:
    """
    Attributes:
        about (Money):
        active (bool): True for the hand that is asked.
        cards (list[str]):
        outcome (BlankEnum | HandOutcome):
        soft (bool):
        total (int):
    """

    about: Money
    active: bool
    cards: list[str]
    outcome: BlankEnum | HandOutcome
    soft: bool
    total: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        about = self.about.to_dict()

        active = self.active

        cards = self.cards

        outcome: str
        if isinstance(self.outcome, HandOutcome):
            outcome = self.outcome.value
        else:
            outcome = self.outcome.value

        soft = self.soft

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "about": about,
                "active": active,
                "cards": cards,
                "outcome": outcome,
                "soft": soft,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        about = Money.from_dict(d.pop("about"))

        active = d.pop("active")

        cards = cast(list[str], d.pop("cards"))

        def _parse_outcome(data: object) -> BlankEnum | HandOutcome:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                outcome_type_0 = HandOutcome(data)

                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, str):
                raise TypeError()
            outcome_type_1 = BlankEnum(data)

            return outcome_type_1

        outcome = _parse_outcome(d.pop("outcome"))

        soft = d.pop("soft")

        total = d.pop("total")

        public_hand = cls(
            about=about,
            active=active,
            cards=cards,
            outcome=outcome,
            soft=soft,
            total=total,
        )

        public_hand.additional_properties = d
        return public_hand

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
