"""Checks of a bet before the bell against its boxes: seats, room behind, box maximum over all bettors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _, ngettext

from blackjack.choices import Choices
from casino.limits.values.bet_limits import CurrencyScale
from casino.live.refusals import (
    BoxFull,
    MissesDeals,
    NoFirstBettor,
    NotSeated,
    OwnBox,
    TooManyBoxes,
)
from casino.live.selectors.missing import count_deals_to_miss
from casino.live.selectors.wagers import open_wagers, order_bettors
from casino.models import Participant, Seat, Wager, WagerBet
from casino.values.boxes import BoxBet, BoxInput, stake_field
from internals.compiled_queries import ModelQuery
from tables.models import Table
from tables.selectors.limits import Bounds
from wallet.money.values import BASE_CURRENCY
from wallet.money.words import format_money

_SEATS: Final = ModelQuery[Seat](
    lambda participant: Seat.objects.filter(participant=participant), int
)


@dataclass(frozen=True, slots=True)
class WagerRequest:
    """A bet form: its shoe, nonce and number among the player's bets for this deal, and the values typed.

    `behind` has the choices of bets behind, by box; `boxes` has their stakes too.
    """

    shoe: UUID
    commitment: str
    nonce: int
    attempt: int
    boxes: Mapping[int, BoxInput]
    behind: Mapping[int, Choices] = field(default_factory=dict)
    seal: str = ""
    words: str = ""
    cut: int | None = None
    currency: str = BASE_CURRENCY
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class BetsBefore:
    """Who bets, on which seats, and the open bets that stay beside the new one."""

    participant: Participant
    seats: list[Seat]
    wagers: list[Wager]


def load_bets_before(participant: Participant) -> BetsBefore:
    """Load the player's seats and all open bets. Three queries."""
    return BetsBefore(participant, _SEATS.all(participant.pk), open_wagers(participant.place))


def check_seats(
    before: BetsBefore, boxes: list[BoxBet], request: WagerRequest, now: datetime
) -> None:
    """Check that own boxes are the player's seats, and boxes behind have another first bettor and room.

    Raises `NotSeated`, `OwnBox`, `NoFirstBettor`, `TooManyBoxes`, `MissesDeals`.
    """
    participant, seats = before.participant, {seat.box for seat in before.seats}
    bettors = order_bettors(before.wagers)
    rules = participant.table.version.rules
    if participant.watches_until is not None and participant.watches_until > now:
        told = _("Several of your seeds were not opened within a day: for now you can only watch.")
        raise MissesDeals(told, code="watches_today")
    if any(box.seat not in request.behind for box in boxes):
        _check_missing(participant, now)
    _check_number_behind(request, rules.boxes_per_player)
    for box in boxes:
        if box.seat in request.behind:
            _check_behind(box.seat, seats, bettors, rules.bettors_per_seat)
        elif box.seat not in seats:
            raise NotSeated(field=stake_field(box.seat))


def _check_missing(participant: Participant, now: datetime) -> None:
    """Raise `MissesDeals` if the seat sits out deals after a seed that was not opened."""
    if count_deals_to_miss(participant, participant.place.clock, now):
        raise MissesDeals


def _check_number_behind(request: WagerRequest, most: int) -> None:
    if len(request.behind) > most:
        told = ngettext(
            "You can bet behind on %(n)d box in a deal.",
            "You can bet behind on up to %(n)d boxes in a deal.",
            most,
        )
        raise TooManyBoxes(told % {"n": most}, field=stake_field(max(request.behind)))


def _check_behind(
    box: int, seats: set[int], bettors: Mapping[int, Sequence[Any]], most: int
) -> None:
    if box in seats:
        raise OwnBox(field=stake_field(box))
    if not 1 <= len(bettors.get(box, ())) < most:
        raise NoFirstBettor(field=stake_field(box))


def check_room(before: BetsBefore, boxes: list[BoxBet], rate: Decimal, found: Bounds) -> None:
    """Check the box maximum over all bettors' first stakes, at the rates of their bets. Raises `BoxFull`."""
    participant = before.participant
    scale = CurrencyScale.for_currency(participant.table, boxes[0].stake.currency, rate)
    for box in boxes:
        taken = sum(
            _worth(participant.table, wager, bet)
            for wager in before.wagers
            for bet in wager.bets.all()
            if bet.box == box.seat
        )
        room = found.max_bet.amount - taken
        if taken and scale.to_table_units(box.stake) > room:
            left = scale.round_inwards(max(room, 0), ROUND_FLOOR)
            told = _("You can bet up to %(left)s on this box.") % {"left": format_money(left)}
            raise BoxFull(told, field=stake_field(box.seat))


def _worth(table: Table, wager: Wager, bet: WagerBet) -> int:
    scale = CurrencyScale.for_currency(table, wager.currency, wager.tasa_cambio)
    return int(scale.to_table_units(wager.money(bet.stake)))
