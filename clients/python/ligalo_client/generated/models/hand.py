from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.hand_outcome import HandOutcome

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Hand")


@_attrs_define
class Hand:
    """
    Attributes:
        added (Money):
        cards (list[str]): Rank and suit: "TH" is the ten of hearts.
        number (int): Number of the hand in its box, from 1.
        outcome (HandOutcome | None):
        payout (Money | None): What comes back, with the stake.
        soft (bool): True if an ace counts 11.
        stake (Money):
        total (int):
    """

    added: Money
    cards: list[str]
    number: int
    outcome: HandOutcome | None
    payout: Money | None
    soft: bool
    stake: Money
    total: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        added = self.added.to_dict()

        cards = self.cards

        number = self.number

        outcome: None | str
        if isinstance(self.outcome, HandOutcome):
            outcome = self.outcome.value
        else:
            outcome = self.outcome

        payout: dict[str, Any] | None
        if isinstance(self.payout, Money):
            payout = self.payout.to_dict()
        else:
            payout = self.payout

        soft = self.soft

        stake = self.stake.to_dict()

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "added": added,
                "cards": cards,
                "number": number,
                "outcome": outcome,
                "payout": payout,
                "soft": soft,
                "stake": stake,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        added = Money.from_dict(d.pop("added"))

        cards = cast(list[str], d.pop("cards"))

        number = d.pop("number")

        def _parse_outcome(data: object) -> HandOutcome | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                outcome_type_0 = HandOutcome(data)

                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(HandOutcome | None, data)

        outcome = _parse_outcome(d.pop("outcome"))

        def _parse_payout(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                payout_type_0 = Money.from_dict(data)

                return payout_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        payout = _parse_payout(d.pop("payout"))

        soft = d.pop("soft")

        stake = Money.from_dict(d.pop("stake"))

        total = d.pop("total")

        hand = cls(
            added=added,
            cards=cards,
            number=number,
            outcome=outcome,
            payout=payout,
            soft=soft,
            stake=stake,
            total=total,
        )

        hand.additional_properties = d
        return hand

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
