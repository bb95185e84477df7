from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bet_record import BetRecord
    from ..models.decision_record import DecisionRecord
    from ..models.money import Money
    from ..models.round_detail_state import RoundDetailState
    from ..models.round_record import RoundRecord


T = TypeVar("T", bound="RoundDetail")


@_attrs_define
class RoundDetail:
    """
    Attributes:
        balance_after (Money | None):
        balance_before (Money):
        bets (list[BetRecord]):
        decisions (list[DecisionRecord]):
        differs (bool): True if a check of the round differs from what is stored; staff are alerted.
        round_ (RoundRecord):
        state (RoundDetailState): Cards and outcomes as the player saw them last, in the library's form.
        transfers (list[int]): Numbers of its transfers in the ledger.
    """

    balance_after: Money | None
    balance_before: Money
    bets: list[BetRecord]
    decisions: list[DecisionRecord]
    differs: bool
    round_: RoundRecord
    state: RoundDetailState
    transfers: list[int]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        balance_after: dict[str, Any] | None
        if isinstance(self.balance_after, Money):
            balance_after = self.balance_after.to_dict()
        else:
            balance_after = self.balance_after

        balance_before = self.balance_before.to_dict()

        bets = []
        for bets_item_data in self.bets:
            bets_item = bets_item_data.to_dict()
            bets.append(bets_item)

        decisions = []
        for decisions_item_data in self.decisions:
            decisions_item = decisions_item_data.to_dict()
            decisions.append(decisions_item)

        differs = self.differs

        round_ = self.round_.to_dict()

        state = self.state.to_dict()

        transfers = self.transfers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "balance_after": balance_after,
                "balance_before": balance_before,
                "bets": bets,
                "decisions": decisions,
                "differs": differs,
                "round": round_,
                "state": state,
                "transfers": transfers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bet_record import BetRecord  # noqa: PLC0415
        from ..models.decision_record import DecisionRecord  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.round_detail_state import RoundDetailState  # noqa: PLC0415
        from ..models.round_record import RoundRecord  # noqa: PLC0415

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

        bets = []
        _bets = d.pop("bets")
        for bets_item_data in _bets:
            bets_item = BetRecord.from_dict(bets_item_data)

            bets.append(bets_item)

        decisions = []
        _decisions = d.pop("decisions")
        for decisions_item_data in _decisions:
            decisions_item = DecisionRecord.from_dict(decisions_item_data)

            decisions.append(decisions_item)

        differs = d.pop("differs")

        round_ = RoundRecord.from_dict(d.pop("round"))

        state = RoundDetailState.from_dict(d.pop("state"))

        transfers = cast(list[int], d.pop("transfers"))

        round_detail = cls(
            balance_after=balance_after,
            balance_before=balance_before,
            bets=bets,
            decisions=decisions,
            differs=differs,
            round_=round_,
            state=state,
            transfers=transfers,
        )

        round_detail.additional_properties = d
        return round_detail

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
