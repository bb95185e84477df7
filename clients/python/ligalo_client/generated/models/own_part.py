from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bar import Bar
    from ..models.behind_offer import BehindOffer
    from ..models.due_check import DueCheck
    from ..models.early_choice import EarlyChoice
    from ..models.limits import Limits
    from ..models.money import Money
    from ..models.placed_bet import PlacedBet
    from ..models.play_money import PlayMoney
    from ..models.question import Question
    from ..models.round_ import Round
    from ..models.time_left import TimeLeft


T = TypeVar("T", bound="OwnPart")


@_attrs_define
class OwnPart:
    """
    Attributes:
        answered (bool):
        attempt (int):
        balance (Money):
        barred (Bar | None):
        behind_offers (list[BehindOffer]):
        client_seed (str):
        deals_to_miss (int):
        early (list[EarlyChoice]):
        held_box (int | None):
        leaves (bool):
        limits (Limits | None):
        max_by_own_limits (Money | None):
        may_be_ready (bool):
        may_change_client_seed (bool):
        may_take_seat (bool):
        may_wait (bool):
        may_withdraw (bool):
        net (Money):
        open_stakes (Money):
        placed (list[PlacedBet]):
        play_money (None | PlayMoney):
        questions (list[Question]):
        reality_check (DueCheck | None):
        round_ (None | Round):
        seats (list[int]):
        session_started_at (datetime.datetime):
        sits_out (bool):
        time_left (None | TimeLeft):
        waits (bool):
        watches_until (datetime.datetime | None):
    """

    answered: bool
    attempt: int
    balance: Money
    barred: Bar | None
    behind_offers: list[BehindOffer]
    client_seed: str
    deals_to_miss: int
    early: list[EarlyChoice]
    held_box: int | None
    leaves: bool
    limits: Limits | None
    max_by_own_limits: Money | None
    may_be_ready: bool
    may_change_client_seed: bool
    may_take_seat: bool
    may_wait: bool
    may_withdraw: bool
    net: Money
    open_stakes: Money
    placed: list[PlacedBet]
    play_money: None | PlayMoney
    questions: list[Question]
    reality_check: DueCheck | None
    round_: None | Round
    seats: list[int]
    session_started_at: datetime.datetime
    sits_out: bool
    time_left: None | TimeLeft
    waits: bool
    watches_until: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bar import Bar  # noqa: PLC0415
        from ..models.due_check import DueCheck  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.play_money import PlayMoney  # noqa: PLC0415
        from ..models.round_ import Round  # noqa: PLC0415
        from ..models.time_left import TimeLeft  # noqa: PLC0415

        answered = self.answered

        attempt = self.attempt

        balance = self.balance.to_dict()

        barred: dict[str, Any] | None
        if isinstance(self.barred, Bar):
            barred = self.barred.to_dict()
        else:
            barred = self.barred

        behind_offers = []
        for behind_offers_item_data in self.behind_offers:
            behind_offers_item = behind_offers_item_data.to_dict()
            behind_offers.append(behind_offers_item)

        client_seed = self.client_seed

        deals_to_miss = self.deals_to_miss

        early = []
        for early_item_data in self.early:
            early_item = early_item_data.to_dict()
            early.append(early_item)

        held_box: int | None
        held_box = self.held_box

        leaves = self.leaves

        limits: dict[str, Any] | None
        if isinstance(self.limits, Limits):
            limits = self.limits.to_dict()
        else:
            limits = self.limits

        max_by_own_limits: dict[str, Any] | None
        if isinstance(self.max_by_own_limits, Money):
            max_by_own_limits = self.max_by_own_limits.to_dict()
        else:
            max_by_own_limits = self.max_by_own_limits

        may_be_ready = self.may_be_ready

        may_change_client_seed = self.may_change_client_seed

        may_take_seat = self.may_take_seat

        may_wait = self.may_wait

        may_withdraw = self.may_withdraw

        net = self.net.to_dict()

        open_stakes = self.open_stakes.to_dict()

        placed = []
        for placed_item_data in self.placed:
            placed_item = placed_item_data.to_dict()
            placed.append(placed_item)

        play_money: dict[str, Any] | None
        if isinstance(self.play_money, PlayMoney):
            play_money = self.play_money.to_dict()
        else:
            play_money = self.play_money

        questions = []
        for questions_item_data in self.questions:
            questions_item = questions_item_data.to_dict()
            questions.append(questions_item)

        reality_check: dict[str, Any] | None
        if isinstance(self.reality_check, DueCheck):
            reality_check = self.reality_check.to_dict()
        else:
            reality_check = self.reality_check

        round_: dict[str, Any] | None
        if isinstance(self.round_, Round):
            round_ = self.round_.to_dict()
        else:
            round_ = self.round_

        seats = self.seats

        session_started_at = self.session_started_at.isoformat()

        sits_out = self.sits_out

        time_left: dict[str, Any] | None
        if isinstance(self.time_left, TimeLeft):
            time_left = self.time_left.to_dict()
        else:
            time_left = self.time_left

        waits = self.waits

        watches_until: None | str
        if isinstance(self.watches_until, datetime.datetime):
            watches_until = self.watches_until.isoformat()
        else:
            watches_until = self.watches_until

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "answered": answered,
                "attempt": attempt,
                "balance": balance,
                "barred": barred,
                "behind_offers": behind_offers,
                "client_seed": client_seed,
                "deals_to_miss": deals_to_miss,
                "early": early,
                "held_box": held_box,
                "leaves": leaves,
                "limits": limits,
                "max_by_own_limits": max_by_own_limits,
                "may_be_ready": may_be_ready,
                "may_change_client_seed": may_change_client_seed,
                "may_take_seat": may_take_seat,
                "may_wait": may_wait,
                "may_withdraw": may_withdraw,
                "net": net,
                "open_stakes": open_stakes,
                "placed": placed,
                "play_money": play_money,
                "questions": questions,
                "reality_check": reality_check,
                "round": round_,
                "seats": seats,
                "session_started_at": session_started_at,
                "sits_out": sits_out,
                "time_left": time_left,
                "waits": waits,
                "watches_until": watches_until,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bar import Bar  # noqa: PLC0415
        from ..models.behind_offer import BehindOffer  # noqa: PLC0415
        from ..models.due_check import DueCheck  # noqa: PLC0415
        from ..models.early_choice import EarlyChoice  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415
        from ..models.placed_bet import PlacedBet  # noqa: PLC0415
        from ..models.play_money import PlayMoney  # noqa: PLC0415
        from ..models.question import Question  # noqa: PLC0415
        from ..models.round_ import Round  # noqa: PLC0415
        from ..models.time_left import TimeLeft  # noqa: PLC0415

        d = dict(src_dict)
        answered = d.pop("answered")

        attempt = d.pop("attempt")

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

        behind_offers = []
        _behind_offers = d.pop("behind_offers")
        for behind_offers_item_data in _behind_offers:
            behind_offers_item = BehindOffer.from_dict(behind_offers_item_data)

            behind_offers.append(behind_offers_item)

        client_seed = d.pop("client_seed")

        deals_to_miss = d.pop("deals_to_miss")

        early = []
        _early = d.pop("early")
        for early_item_data in _early:
            early_item = EarlyChoice.from_dict(early_item_data)

            early.append(early_item)

        def _parse_held_box(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        held_box = _parse_held_box(d.pop("held_box"))

        leaves = d.pop("leaves")

        def _parse_limits(data: object) -> Limits | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                limits_type_0 = Limits.from_dict(data)

                return limits_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Limits | None, data)

        limits = _parse_limits(d.pop("limits"))

        def _parse_max_by_own_limits(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                max_by_own_limits_type_0 = Money.from_dict(data)

                return max_by_own_limits_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        max_by_own_limits = _parse_max_by_own_limits(d.pop("max_by_own_limits"))

        may_be_ready = d.pop("may_be_ready")

        may_change_client_seed = d.pop("may_change_client_seed")

        may_take_seat = d.pop("may_take_seat")

        may_wait = d.pop("may_wait")

        may_withdraw = d.pop("may_withdraw")

        net = Money.from_dict(d.pop("net"))

        open_stakes = Money.from_dict(d.pop("open_stakes"))

        placed = []
        _placed = d.pop("placed")
        for placed_item_data in _placed:
            placed_item = PlacedBet.from_dict(placed_item_data)

            placed.append(placed_item)

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

        questions = []
        _questions = d.pop("questions")
        for questions_item_data in _questions:
            questions_item = Question.from_dict(questions_item_data)

            questions.append(questions_item)

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

        seats = cast(list[int], d.pop("seats"))

        session_started_at = datetime.datetime.fromisoformat(d.pop("session_started_at"))

        sits_out = d.pop("sits_out")

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

        waits = d.pop("waits")

        def _parse_watches_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                watches_until_type_0 = datetime.datetime.fromisoformat(data)

                return watches_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        watches_until = _parse_watches_until(d.pop("watches_until"))

        own_part = cls(
            answered=answered,
            attempt=attempt,
            balance=balance,
            barred=barred,
            behind_offers=behind_offers,
            client_seed=client_seed,
            deals_to_miss=deals_to_miss,
            early=early,
            held_box=held_box,
            leaves=leaves,
            limits=limits,
            max_by_own_limits=max_by_own_limits,
            may_be_ready=may_be_ready,
            may_change_client_seed=may_change_client_seed,
            may_take_seat=may_take_seat,
            may_wait=may_wait,
            may_withdraw=may_withdraw,
            net=net,
            open_stakes=open_stakes,
            placed=placed,
            play_money=play_money,
            questions=questions,
            reality_check=reality_check,
            round_=round_,
            seats=seats,
            session_started_at=session_started_at,
            sits_out=sits_out,
            time_left=time_left,
            waits=waits,
            watches_until=watches_until,
        )

        own_part.additional_properties = d
        return own_part

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
