from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bar import Bar
    from ..models.due_check import DueCheck
    from ..models.money import Money
    from ..models.next_bet import NextBet
    from ..models.play_money import PlayMoney
    from ..models.round_ import Round
    from ..models.shoe import Shoe
    from ..models.time_left import TimeLeft


T = TypeVar("T", bound="Position")


@_attrs_define
class Position:
    """
    Attributes:
        balance (Money):
        barred (Bar | None):
        bet (NextBet | None): Null while a round runs.
        currency (str):
        net (Money):
        play_money (None | PlayMoney):
        reality_check (DueCheck | None):
        reality_check_in (int | None): Seconds until the next reality check.
        round_ (None | Round): The newest round, running or finished.
        session_started_at (datetime.datetime):
        shoe (Shoe):
        stopped (bool): True if staff check this place.
        table (str):
        time_left (None | TimeLeft):
    """

    balance: Money
    barred: Bar | None
    bet: NextBet | None
    currency: str
    net: Money
    play_money: None | PlayMoney
    reality_check: DueCheck | None
    reality_check_in: int | None
    round_: None | Round
    session_started_at: datetime.datetime
    shoe: Shoe
    stopped: bool
    table: str
    time_left: None | TimeLeft
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bar import Bar  # noqa: PLC0415
        from ..models.due_check import DueCheck  # noqa: PLC0415
        from ..models.next_bet import NextBet  # noqa: PLC0415
        from ..models.play_money import PlayMoney  # noqa: PLC0415
        from ..models.round_ import Round  # noqa: PLC0415
        from ..models.time_left import TimeLeft  # noqa: PLC0415

        balance = self.balance.to_dict()

        barred: dict[str, Any] | None
        if isinstance(self.barred, Bar):
            barred = self.barred.to_dict()
        else:
            barred = self.barred

        bet: dict[str, Any] | None
        if isinstance(self.bet, NextBet):
            bet = self.bet.to_dict()
        else:
            bet = self.bet

        currency = self.currency

        net = self.net.to_dict()

        play_money: dict[str, Any] | None
        if isinstance(self.play_money, PlayMoney):
            play_money = self.play_money.to_dict()
        else:
            play_money = self.play_money

        reality_check: dict[str, Any] | None
        if isinstance(self.reality_check, DueCheck):
            reality_check = self.reality_check.to_dict()
        else:
            reality_check = self.reality_check

        reality_check_in: int | None
        reality_check_in = self.reality_check_in

        round_: dict[str, Any] | None
        if isinstance(self.round_, Round):
            round_ = self.round_.to_dict()
        else:
            round_ = self.round_

        session_started_at = self.session_started_at.isoformat()

        shoe = self.shoe.to_dict()

        stopped = self.stopped

        table = self.table

        time_left: dict[str, Any] | None
        if isinstance(self.time_left, TimeLeft):
            time_left = self.time_left.to_dict()
        else:
            time_left = self.time_left

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "balance": balance,
                "barred": barred,
                "bet": bet,
                "currency": currency,
                "net": net,
                "play_money": play_money,
                "reality_check": reality_check,
                "reality_check_in": reality_check_in,
                "round": round_,
                "session_started_at": session_started_at,
                "shoe": shoe,
                "stopped": stopped,
                "table": table,
                "time_left": time_left,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bar import Bar  # noqa: PLC0415
        from ..models.due_check import DueCheck  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.next_bet import NextBet  # noqa: PLC0415
        from ..models.play_money import PlayMoney  # noqa: PLC0415
        from ..models.round_ import Round  # noqa: PLC0415
        from ..models.shoe import Shoe  # noqa: PLC0415
        from ..models.time_left import TimeLeft  # noqa: PLC0415

        d = dict(src_dict)
        balance = Money.from_dict(d.pop("balance"))

        def _parse_barred(data: object) -> Bar | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                barred_type_0 = Bar.from_dict(data)

                return barred_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Bar | None, data)

        barred = _parse_barred(d.pop("barred"))

        def _parse_bet(data: object) -> NextBet | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                bet_type_0 = NextBet.from_dict(data)

                return bet_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NextBet | None, data)

        bet = _parse_bet(d.pop("bet"))

        currency = d.pop("currency")

        net = Money.from_dict(d.pop("net"))

        def _parse_play_money(data: object) -> None | PlayMoney:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                play_money_type_0 = PlayMoney.from_dict(data)

                return play_money_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlayMoney, data)

        play_money = _parse_play_money(d.pop("play_money"))

        def _parse_reality_check(data: object) -> DueCheck | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                reality_check_type_0 = DueCheck.from_dict(data)

                return reality_check_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DueCheck | None, data)

        reality_check = _parse_reality_check(d.pop("reality_check"))

        def _parse_reality_check_in(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        reality_check_in = _parse_reality_check_in(d.pop("reality_check_in"))

        def _parse_round_(data: object) -> None | Round:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                round_type_0 = Round.from_dict(data)

                return round_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Round, data)

        round_ = _parse_round_(d.pop("round"))

        session_started_at = datetime.datetime.fromisoformat(d.pop("session_started_at"))

        shoe = Shoe.from_dict(d.pop("shoe"))

        stopped = d.pop("stopped")

        table = d.pop("table")

        def _parse_time_left(data: object) -> None | TimeLeft:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                time_left_type_0 = TimeLeft.from_dict(data)

                return time_left_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TimeLeft, data)

        time_left = _parse_time_left(d.pop("time_left"))

        position = cls(
            balance=balance,
            barred=barred,
            bet=bet,
            currency=currency,
            net=net,
            play_money=play_money,
            reality_check=reality_check,
            reality_check_in=reality_check_in,
            round_=round_,
            session_started_at=session_started_at,
            shoe=shoe,
            stopped=stopped,
            table=table,
            time_left=time_left,
        )

        position.additional_properties = d
        return position

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
