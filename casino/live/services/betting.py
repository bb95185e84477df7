"""Bets at a live table before the bell: place, replace, withdraw. Each moves money on its own."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models.users import User
from blackjack import fairness
from casino.fairness.services.seeds import cut_from_form
from casino.limits.services.loss_stops import records_loss_stops
from casino.limits.values.at_deal import LimitsAtDeal
from casino.live.refusals import (
    BetsClosed,
    NotSeated,
    SealRefused,
)
from casino.live.selectors.readiness import find_readiness
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import open_wagers
from casino.live.services.exchange import check_fresh_seal
from casino.live.services.participants import join_table
from casino.live.services.pause import advance_when_ready
from casino.live.services.seats import check_account_kinds
from casino.live.services.wager_acceptance import (
    WagerRequest,
    check_room,
    check_seats,
    load_bets_before,
)
from casino.live.services.wagers import drop_unled_bets, end_wager
from casino.live.values.phases import TAKES_BETS
from casino.models import Clock, Participant, Place, Seat, Shoe, Wager, WagerBet
from casino.play.selectors.bet_context import BetContext, load_bet_context
from casino.play.services.acceptance import check_bet, check_play_money, load_bet_rates
from casino.play.services.barred_bets import logs_barred_bets
from casino.play.services.boxes import read_boxes
from casino.play.services.money_moves import hold_stake
from casino.refusals import Conflict
from casino.selectors.places import present_shoe
from casino.services.clocks import prepare_version_update, set_phase
from casino.services.locks import lock_bettor, lock_clock
from casino.values.boxes import BoxBet, bets_to_json, sum_bets
from casino.values.clocks import betting_seconds
from casino.values.play_money import convert_round_money
from casino.values.transfer_keys import wager_id, wager_key
from internals.compiled_queries import (
    CompiledRow,
    ModelQuery,
    prepare_insert,
    prepare_update,
    write_rows,
)
from tables.selectors.limits import Bounds

_SAME: Final = ModelQuery[Wager](lambda public_id: Wager.objects.filter(public_id=public_id), UUID)
_EARLIER: Final = ModelQuery[Wager](
    lambda participant: Wager.objects.filter(participant=participant, end=Wager.End.OPEN), int
)


def place_wager(player: User, place: Place, request: WagerRequest) -> Wager:
    """Bet for the next deal, replacing an earlier bet for it. Idempotent by `attempt`. Raises a `Refusal`.

    The last bet that is awaited rings the bell.
    """
    wager, may_be_last = _place(player, place, request)
    if place.table.version.rules.bettors_per_seat > 1:
        _return_unled_bets(place.pk)
    if may_be_last:
        advance_when_ready(place.pk)
    return wager


@logs_barred_bets
@records_loss_stops
@transaction.atomic
def _place(player: User, place: Place, request: WagerRequest) -> tuple[Wager, bool]:
    """End an earlier bet for the deal and hold the stakes of this one. Also returns whether no other may be awaited."""
    boxes = read_boxes(request.boxes, request.currency)
    clock, now = lock_clock(place.pk), database_now()
    participant = _bettor(player, clock.place, now)
    public_id = wager_id(player.pk, request.shoe, request.nonce, request.attempt)
    if (made := _SAME.first(public_id)) is not None:
        return _repeated(made, boxes, request), True
    if clock.phase not in TAKES_BETS:
        raise BetsClosed
    shoe = _present(clock.place, request)
    for earlier in _EARLIER.all(participant.pk):
        earlier.participant = participant
        end_wager(earlier, Wager.End.REPLACED, now)
    asked = load_bet_context(participant, request.shoe, request.nonce, now)
    check_account_kinds(player, clock.place)
    before = load_bets_before(participant)
    check_seats(before, boxes, request, now)
    rates = load_bet_rates(clock.place.table, request.currency)
    found = check_bet(participant, shoe, boxes, rates, asked, now)
    check_room(before, boxes, rates[0], found)
    terms = _Terms(shoe, rates[0], found, now)
    wager = _held(_wager(participant, boxes, terms, request), asked, boxes)
    _write(wager, boxes, request, before.seats, _start_betting(clock, now))
    bettors = {participant.pk, *(one.participant_id for one in before.wagers)}
    return wager, find_readiness(clock, bettors, now).ends_phase


def withdraw_wager(player: User, place: Place) -> None:
    """Withdraw the bet before the bell; bets behind on its boxes return as well. Idempotent. Raises `BetsClosed`."""
    with transaction.atomic():
        clock, now = lock_clock(place.pk), database_now()
        bets = Wager.objects.filter(participant__place=place, participant__player=player)
        wager = bets.filter(end=Wager.End.OPEN).first()
        if wager is None:
            return
        if clock.phase not in TAKES_BETS:
            raise BetsClosed
        end_wager(wager, Wager.End.WITHDRAWN, now)
        write_rows(prepare_version_update(clock))
    _return_unled_bets(place.pk)


@transaction.atomic
def _return_unled_bets(place: int) -> None:
    """Return bets behind on boxes without a first bettor; in its own transaction, as money of others moves."""
    clock, now = lock_clock(place), database_now()
    if clock.phase not in TAKES_BETS:
        return
    before = {wager.pk for wager in open_wagers(clock.place)}
    if {wager.pk for wager in drop_unled_bets(clock.place, now)} != before:
        write_rows(prepare_version_update(clock))


def sit_out(player: User, place: Place, *, out: bool) -> None:
    """Sit out, or play again; betting does not wait for a seat that sits out. Raises `NotSeated`."""
    with transaction.atomic():
        clock = lock_clock(place.pk)
        seats = Seat.objects.filter(place=place, participant__player=player)
        if not seats.update(sits_out=out):
            raise NotSeated
        write_rows(prepare_version_update(clock))
    advance_when_ready(place.pk)


def _bettor(player: User, place: Place, now: datetime) -> Participant:
    """The participant, seen now, with the player's row locked."""
    participant = join_table(player, place, now)
    participant.player = lock_bettor(player)
    return participant


def _repeated(made: Wager, boxes: list[BoxBet], request: WagerRequest) -> Wager:
    """Return the wager that the same form placed. Raises `Conflict` if its bets differ."""
    known = {bet.box: (bet.stake, bet.side_bets) for bet in made.bets.all()}
    asked = {box.seat: (box.bet.stake, dict(box.bet.side_bets)) for box in boxes}
    if known != asked or made.currency != request.currency:
        raise Conflict
    return made


def _present(place: Place, request: WagerRequest) -> Shoe:
    """Return the shoe and commitment that the form was made for. Raises `Conflict` if it does not deal next."""
    shoe = present_shoe(place)
    if shoe is None or shoe.is_over:
        raise Conflict
    asked = (request.shoe, request.commitment, request.nonce)
    if (shoe.public_id, shoe.commitment, shoe.rounds_dealt + 1) != asked:
        raise Conflict
    return shoe


@dataclass(frozen=True, slots=True)
class _Terms:
    """Terms fixed when a bet is accepted."""

    shoe: Shoe
    rate: Decimal
    bounds: Bounds
    at: datetime


def _wager(
    participant: Participant, boxes: list[BoxBet], terms: _Terms, request: WagerRequest
) -> Wager:
    """Unsaved wager; its balance before is set when the stakes are held."""
    total = sum_bets(boxes)
    seal, plain = _seed_of(participant, boxes, request)
    return Wager(
        public_id=wager_id(participant.player_id, request.shoe, request.nonce, request.attempt),
        participant=participant,
        shoe=terms.shoe,
        nonce=request.nonce,
        client_seed=participant.client_seed,
        cut=None if terms.shoe.opened_at else cut_from_form(terms.shoe.version.rules, request.cut),
        limits_at_deal=LimitsAtDeal.from_bounds(participant.table, terms.bounds).to_dict(),
        currency=request.currency,
        tasa_cambio=terms.rate,
        amount=total.units,
        amount_usd=convert_round_money(total, terms.rate),
        origin_id=request.origin,
        placed_at=terms.at,
        seal=seal,
        plain_seed=plain,
    )


def _seed_of(
    participant: Participant, boxes: list[BoxBet], request: WagerRequest
) -> tuple[str, str]:
    """The seal or, without JavaScript, the seat seed from typed words; both empty if all bets are behind."""
    if all(box.seat in request.behind for box in boxes):
        return "", ""
    if request.seal:
        return check_fresh_seal(request.seal), ""
    if not request.words.strip():
        raise SealRefused(_("Type a few words for this deal."), field="words")
    salt = fairness.salt_from_text(request.words.strip())
    return "", fairness.seat_seed(participant.client_seed, salt)


def _held(wager: Wager, asked: BetContext, boxes: list[BoxBet]) -> Wager:
    """Hold the stakes in one transfer and set the wager's balance before."""
    player, table, stake = wager.participant.player, wager.participant.table, sum_bets(boxes)
    left = hold_stake(player.pk, stake, key=wager_key(wager.public_id), round_id=wager.public_id)
    if table.is_play_money:
        check_play_money(table, left + stake, stake)
    asked.player_money.set_balance(left)
    wager.balance_before = (left + stake).units
    return wager


def _write(
    wager: Wager, boxes: list[BoxBet], request: WagerRequest, seats: list[Seat], clock: CompiledRow
) -> None:
    """Write the wager with its bets, what the next form offers again, seats that play again, and the clock's row."""
    participant = wager.participant
    own = [box for box in boxes if box.seat not in request.behind]
    participant.last_bets = bets_to_json(own)
    participant.currency = wager.currency
    participant.boxes_given_up = []  # the page has said so
    rows = [prepare_insert(_bet(wager, box, request), parent="wager") for box in boxes]
    rows.append(prepare_update(participant, "last_bets", "currency", "boxes_given_up"))
    for seat in seats:
        if seat.sits_out:
            seat.sits_out = False
            rows.append(prepare_update(seat, "sits_out"))
    write_rows(prepare_insert(wager), *rows, clock)


def _bet(wager: Wager, box: BoxBet, request: WagerRequest) -> WagerBet:
    choices = request.behind.get(box.seat)
    return WagerBet(
        box=box.seat,
        choices=None if choices is None else choices._asdict(),
        stake=box.stake.units,
        amount_usd=convert_round_money(box.total, wager.tasa_cambio),
        side_bets=dict(box.bet.side_bets),
    )


def _start_betting(clock: Clock, now: datetime) -> CompiledRow:
    """Start the betting clock at the first bet. Returns the row to write."""
    if clock.phase != Clock.Phase.WAITING:
        return prepare_version_update(clock)
    seconds = betting_seconds(clock.place.table.version.rules)
    return set_phase(clock, Clock.Phase.BETTING, now, seconds)
