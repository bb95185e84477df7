"""Bets at a live table before the bell: placed, replaced, withdrawn. Each is a movement of money of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models.users import User
from blackjack import fairness
from blackjack.choices import Choices
from blackjack.fairness import SeedError
from casino.fairness.services.seeds import cut_from_form
from casino.limits.values.at_deal import LimitsAtDeal
from casino.limits.values.bet_limits import CurrencyScale
from casino.live.refusals import (
    AfterBell,
    BoxFull,
    MissesDeals,
    NobodyAhead,
    NotSeated,
    OwnBox,
    SealRefused,
)
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import open_wagers, order_bettors
from casino.live.services.bell import ring_when_ready
from casino.live.services.seats import join_table
from casino.live.services.wagers import drop_unled_bets, end_wager
from casino.models import Clock, Participant, Place, Seat, Shoe, Wager, WagerBet
from casino.play.selectors.bet_context import BetContext, load_bet_context
from casino.play.services.acceptance import check_bet, check_play_money, rates_of
from casino.play.services.barred_bets import logs_barred_bets
from casino.play.services.boxes import read_boxes
from casino.play.services.money_moves import hold_stake
from casino.refusals import Conflict
from casino.selectors.places import present_shoe
from casino.services.clocks import set_phase, show_change
from casino.services.locks import lock_bettor, lock_clock
from casino.values.boxes import BoxBet, BoxWords, bets_to_json, stake_field, total_of
from casino.values.clocks import betting_seconds
from casino.values.play_money import usd_of
from casino.values.transfer_keys import wager_id, wager_key
from internals.compiled_queries import changed, new, write
from tables.models import Table
from tables.selectors.limits import Bounds
from wallet.money.values import BASE_CURRENCY
from wallet.money.words import format_money

TAKES_BETS = (Clock.Phase.WAITING, Clock.Phase.BETTING, Clock.Phase.INTERMISSION)


@dataclass(frozen=True, slots=True)
class WagerRequest:
    """A bet form: its shoe, nonce and number among the player's bets for this deal, and the values typed.

    `behind` are the choices of bets behind, by box; `boxes` has the stakes of these too.
    """

    shoe: UUID
    nonce: int
    attempt: int
    boxes: Mapping[int, BoxWords]
    behind: Mapping[int, Choices] = field(default_factory=dict)
    seal: str = ""
    words: str = ""
    cut: int | None = None
    currency: str = BASE_CURRENCY
    origin: int | None = None


@logs_barred_bets
@transaction.atomic
def place_wager(player: User, place: Place, request: WagerRequest) -> Wager:
    """Hold the stakes for the next deal; an earlier bet for it is replaced. Idempotent by `attempt`. Raises a `Refusal`."""
    boxes = read_boxes(request.boxes, request.currency)
    clock, now = lock_clock(place.pk), database_now()
    participant = _bettor(player, clock.place, now)
    public_id = wager_id(player.pk, request.shoe, request.nonce, request.attempt)
    if (made := Wager.objects.filter(public_id=public_id).first()) is not None:
        return _repeated(made, boxes, request)
    if clock.phase not in TAKES_BETS:
        raise AfterBell
    shoe = _present(clock.place, request)
    for earlier in participant.wagers.filter(end=Wager.End.OPEN):
        end_wager(earlier, Wager.End.REPLACED, now)
    asked = load_bet_context(participant, request.shoe, request.nonce, now)
    _check_boxes(participant, boxes, request, now)
    rates = rates_of(clock.place.table, request.currency)
    found = check_bet(participant, shoe, boxes, rates, asked, now)
    _check_room(participant, boxes, rates[0], found)
    terms = _Terms(shoe, rates[0], found, now)
    wager = _held(_wager(participant, boxes, terms, request), asked, boxes)
    _write(wager, boxes, request)
    _start_betting(clock, now)
    return wager


@transaction.atomic
def withdraw_wager(player: User, place: Place) -> None:
    """Take back the bet before the bell; bets behind on its boxes return as well. Idempotent. Raises a `Refusal`."""
    clock, now = lock_clock(place.pk), database_now()
    wager = Wager.objects.filter(
        participant__place=place, participant__player=player, end=Wager.End.OPEN
    ).first()
    if wager is None:
        return
    if clock.phase not in TAKES_BETS:
        raise AfterBell
    end_wager(wager, Wager.End.WITHDRAWN, now)
    drop_unled_bets(clock.place, now)
    write(show_change(clock))


@transaction.atomic
def sit_out(player: User, place: Place, *, out: bool) -> None:
    """Sit out, or play again: betting does not wait for a seat that sits out. Raises `NotSeated`."""
    clock = lock_clock(place.pk)
    changed_seats = Seat.objects.filter(place=place, participant__player=player)
    if not changed_seats.update(sits_out=out):
        raise NotSeated
    write(show_change(clock))
    ring_when_ready(clock, database_now())


def _bettor(player: User, place: Place, now: datetime) -> Participant:
    """The participant, seen now, with the player's row locked."""
    participant = join_table(player, place, now)
    participant.player = lock_bettor(player)
    return participant


def _repeated(made: Wager, boxes: list[BoxBet], request: WagerRequest) -> Wager:
    """The wager that the same form placed; other bets on it conflict with it."""
    known = {bet.box: (bet.stake, bet.side_bets) for bet in made.bets.all()}
    asked = {box.seat: (box.bet.stake, dict(box.bet.side_bets)) for box in boxes}
    if known != asked or made.currency != request.currency:
        raise Conflict
    return made


def _present(place: Place, request: WagerRequest) -> Shoe:
    """The shoe that the form was made for, if it still deals next."""
    shoe = present_shoe(place)
    if shoe is None or shoe.outdated:
        raise Conflict
    if (shoe.public_id, shoe.rounds_dealt + 1) != (request.shoe, request.nonce):
        raise Conflict
    return shoe


def _check_boxes(
    participant: Participant, boxes: list[BoxBet], request: WagerRequest, now: datetime
) -> None:
    """Own boxes are the player's seats; boxes behind have another first bettor and room."""
    seats = set(participant.seats.values_list("box", flat=True))
    wagers = [one for one in open_wagers(participant.place) if one.participant_id != participant.pk]
    bettors = order_bettors(wagers)
    rules = participant.table.version.rules
    if len(request.behind) > rules.boxes_per_player:
        raise NobodyAhead
    if any(box.seat not in request.behind for box in boxes):
        _check_missing(participant, now)
    for box in boxes:
        if box.seat in request.behind:
            _check_behind(box.seat, seats, bettors, rules.bettors_per_seat)
        elif box.seat not in seats:
            raise NotSeated(field=stake_field(box.seat))


def _check_missing(participant: Participant, now: datetime) -> None:
    """A seat whose seed was not opened sits out deals, or a day."""
    if participant.watches_until is not None and participant.watches_until > now:
        raise MissesDeals(code="watches_today")
    if participant.deals_to_miss:
        raise MissesDeals


def _check_behind(
    box: int, seats: set[int], bettors: Mapping[int, Sequence[Any]], most: int
) -> None:
    if box in seats:
        raise OwnBox(field=stake_field(box))
    if not 1 <= len(bettors.get(box, ())) < most:
        raise NobodyAhead(field=stake_field(box))


def _check_room(
    participant: Participant,
    boxes: list[BoxBet],
    rate: Decimal,
    found: Bounds,
) -> None:
    """The box maximum counts over all its bettors' first stakes, in USD at the rates of their bets."""
    wagers = open_wagers(participant.place)
    scale = CurrencyScale.of(participant.table, boxes[0].stake.currency, rate)
    for box in boxes:
        taken = sum(
            _worth(participant.table, wager, bet)
            for wager in wagers
            for bet in wager.bets.all()
            if bet.box == box.seat
        )
        room = found.max_bet.amount - taken
        if taken and scale.worth(box.stake) > room:
            left = scale.inwards(max(room, 0), ROUND_FLOOR)
            told = _("On this box there is room for %(left)s.") % {"left": format_money(left)}
            raise BoxFull(told, field=stake_field(box.seat))


def _worth(table: Table, wager: Wager, bet: WagerBet) -> int:
    scale = CurrencyScale.of(table, wager.currency, wager.tasa_cambio)
    return int(scale.worth(wager.money(bet.stake)))


@dataclass(frozen=True, slots=True)
class _Terms:
    """What is fixed when a bet is accepted."""

    shoe: Shoe
    rate: Decimal
    bounds: Bounds
    at: datetime


def _wager(
    participant: Participant, boxes: list[BoxBet], terms: _Terms, request: WagerRequest
) -> Wager:
    """The wager, not held yet: its balance before is known when it is."""
    total = total_of(boxes)
    seal, plain = _seed_of(participant, boxes, request)
    return Wager(
        public_id=wager_id(participant.player_id, request.shoe, request.nonce, request.attempt),
        participant=participant,
        shoe=terms.shoe,
        nonce=request.nonce,
        client_seed=participant.client_seed,
        cut=None if terms.shoe.opened_at else cut_from_form(terms.shoe.version.rules, request.cut),
        limits_at_deal=LimitsAtDeal.at_deal(participant.table, terms.bounds).to_dict(),
        currency=request.currency,
        tasa_cambio=terms.rate,
        amount=total.units,
        amount_usd=usd_of(total, terms.rate),
        origin_id=request.origin,
        placed_at=terms.at,
        seal=seal,
        plain_seed=plain,
    )


def _seed_of(
    participant: Participant, boxes: list[BoxBet], request: WagerRequest
) -> tuple[str, str]:
    """The seal or, without JavaScript, the seat seed of the words typed; neither for bets behind alone."""
    if all(box.seat in request.behind for box in boxes):
        return "", ""
    if request.seal:
        try:
            return fairness.check_seal(request.seal), ""
        except SeedError as error:
            raise SealRefused(_("The page sent no valid seal. Please load it again.")) from error
    if not request.words.strip():
        raise SealRefused(_("This deal needs a few words of yours."), field="words")
    salt = fairness.salt_from_text(request.words.strip())
    return "", fairness.seat_seed(participant.client_seed, salt)


def _held(wager: Wager, asked: BetContext, boxes: list[BoxBet]) -> Wager:
    """Hold the stakes, in one transfer."""
    player, table, stake = wager.participant.player, wager.participant.table, total_of(boxes)
    left = hold_stake(player.pk, stake, key=wager_key(wager.public_id), round_id=wager.public_id)
    if table.is_play_money:
        check_play_money(table, left + stake, stake)
    asked.player_money.moved(left)
    wager.balance_before = (left + stake).units
    return wager


def _write(wager: Wager, boxes: list[BoxBet], request: WagerRequest) -> None:
    participant = wager.participant
    own = [box for box in boxes if box.seat not in request.behind]
    participant.last_bets = bets_to_json(own)
    participant.currency = wager.currency
    rows = [new(_bet(wager, box, request), parent="wager") for box in boxes]
    write(new(wager), *rows, changed(participant, "last_bets", "currency"))
    participant.seats.update(sits_out=False)


def _bet(wager: Wager, box: BoxBet, request: WagerRequest) -> WagerBet:
    choices = request.behind.get(box.seat)
    return WagerBet(
        box=box.seat,
        choices=None if choices is None else choices._asdict(),
        stake=box.stake.units,
        amount_usd=usd_of(box.total, wager.tasa_cambio),
        side_bets=dict(box.bet.side_bets),
    )


def _start_betting(clock: Clock, now: datetime) -> None:
    """The first bet starts the clock; the last one that is awaited rings the bell."""
    rules = clock.place.table.version.rules
    if clock.phase == Clock.Phase.WAITING:
        write(set_phase(clock, Clock.Phase.BETTING, now, betting_seconds(rules)))
    else:
        write(show_change(clock))
    ring_when_ready(clock, now)
