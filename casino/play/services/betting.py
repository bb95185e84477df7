"""Placing of bets: hold the stake and deal the round, in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from blackjack import fairness
from blackjack.bets import FIRST
from casino import models
from casino.fairness.selectors.dealing import compute_deal_entropy, rebuild_shoe_before
from casino.fairness.selectors.shoe_snapshot import store_snapshot
from casino.fairness.services.seeds import cut_from_form, salt_from_form
from casino.fairness.services.shoes import close_if_done, open_shoe
from casino.limits.services.loss_stops import records_loss_stops
from casino.limits.values.at_deal import LimitsAtDeal
from casino.models import Bet, Participant, Place, Round, Shoe
from casino.play.selectors.bet_context import BetContext, load_bet_context
from casino.play.selectors.player_money import SESSION_FIELDS
from casino.play.selectors.position import Position
from casino.play.selectors.running_deal import RunningDeal
from casino.play.services.acceptance import check_bet, check_play_money, load_bet_rates
from casino.play.services.barred_bets import logs_barred_bets
from casino.play.services.boxes import read_boxes
from casino.play.services.dealing import deal_cards
from casino.play.services.money_moves import hold_stake
from casino.play.services.settlement import SHOE_COUNTS, settle_deal
from casino.refusals import Conflict
from casino.selectors.places import present_shoe
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_participant_at
from casino.values.boxes import BoxBet, BoxInput, bets_to_json, sum_bets
from casino.values.laboratory import may_enter
from casino.values.play_money import convert_round_money
from casino.values.transfer_keys import bet_key
from internals.compiled_queries import CompiledRow, prepare_insert, prepare_update, write_rows
from journal.refusals import NotFound
from profiles.selectors.in_force import profile_in_force
from tables.models import Table
from wallet.money.values import BASE_CURRENCY


@dataclass(frozen=True, slots=True)
class BetRequest:
    """A submitted bet form: its shoe and nonce, and the values typed."""

    shoe: UUID
    nonce: int
    boxes: Mapping[int, BoxInput]
    salt: str = ""
    salt_text: str = ""
    cut: int | None = None
    currency: str = BASE_CURRENCY
    origin: int | None = None  # id of an `Origin`
    # shoes whose commitments the player saw before their place was stored
    shown: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class AcceptedBet:
    """An accepted bet, with everything that is fixed at acceptance."""

    participant: Participant
    shoe: Shoe
    nonce: int
    boxes: list[BoxBet]
    asked: BetContext
    limits: LimitsAtDeal
    tasa_cambio: Decimal
    salt: str
    cut: int | None
    seat_seed: str
    at: datetime
    origin: int | None
    was_shown: bool

    @property
    def seats(self) -> list[int]:
        """The boxes with a bet, ascending."""
        return [box.seat for box in self.boxes]


def place_bet(player: User, table: Table, request: BetRequest) -> Round:
    """Hold the stake and deal. Idempotent: a repeated form returns its round. Raises a `Refusal`."""
    return place_bet_at(player, table.slug, request)[0]


@reports_alarms
@logs_barred_bets
@records_loss_stops
@transaction.atomic
def place_bet_at(player: User, slug: str, request: BetRequest) -> tuple[Round, Position | None]:
    """Place a bet at the table with this slug. Idempotent, as `place_bet`.

    Also returns the new position; None for a repeated form.
    """
    boxes = read_boxes(request.boxes, request.currency)
    participant, now = _locked(player, slug), timezone.now()
    if not may_enter(player, participant.table):
        raise NotFound
    asked = load_bet_context(participant, request.shoe, request.nonce, now)
    if asked.made:
        return _repeated(participant, boxes, request), None
    shoe = _present(participant.place, asked, request)
    return _deal(_accepted(participant, shoe, boxes, asked, request, now))


def _locked(player: User, slug: str) -> Participant:
    try:
        return lock_participant_at(player, slug)
    except Participant.DoesNotExist as error:
        raise Conflict from error


def _repeated(participant: Participant, boxes: list[BoxBet], request: BetRequest) -> Round:
    """Return the round this form made before. Raises `Conflict` if bets, currency or cut differ."""
    rounds = participant.rounds.select_related("deal__shoe")
    earlier = rounds.get(deal__shoe__public_id=request.shoe, deal__nonce=request.nonce)
    made = {bet.box: (bet.stake, bet.side_bets) for bet in earlier.bets.all()}
    asked = {box.seat: (box.bet.stake, dict(box.bet.side_bets)) for box in boxes}
    recut = request.cut is not None and request.cut != earlier.deal.shoe.cut
    if recut or made != asked or earlier.currency != request.currency:
        raise Conflict
    return earlier


def _present(place: Place, asked: BetContext, request: BetRequest) -> Shoe:
    shoe = present_shoe(place)
    stale = shoe is None or shoe.public_id != request.shoe or shoe.rounds_dealt + 1 != request.nonce
    if shoe is not None and shoe.salt is not None and request.cut is not None:
        raise Conflict  # the shoe was cut when it was opened
    if shoe is None or stale or shoe.is_over or asked.running:
        raise Conflict
    return shoe


def _accepted(
    participant: Participant,
    shoe: Shoe,
    boxes: list[BoxBet],
    asked: BetContext,
    request: BetRequest,
    now: datetime,
) -> AcceptedBet:
    """Check the bet and fix rate, salt, cut and limits. Raises a `Refusal`."""
    table = participant.table
    rates = load_bet_rates(table, request.currency)
    found = check_bet(participant, shoe, boxes, rates, asked, now)
    salt = shoe.salt or salt_from_form(request.salt, request.salt_text)
    return AcceptedBet(
        participant=participant,
        shoe=shoe,
        nonce=request.nonce,
        boxes=boxes,
        asked=asked,
        limits=LimitsAtDeal.from_bounds(table, found),
        tasa_cambio=rates[0],
        salt=salt,
        cut=shoe.cut if shoe.salt else cut_from_form(shoe.version.rules, request.cut),
        seat_seed=fairness.seat_seed(participant.client_seed, salt),
        at=now,
        origin=request.origin,
        was_shown=shoe.public_id in request.shown,
    )


def _deal(accepted: AcceptedBet) -> tuple[Round, Position]:
    participant, shoe, player_money = (
        accepted.participant,
        accepted.shoe,
        accepted.asked.player_money,
    )
    shoe.rounds_dealt = accepted.nonce
    opened = _opened(accepted)
    cards = rebuild_shoe_before(shoe, accepted.nonce, accepted.asked.dealt)
    entropy = compute_deal_entropy(shoe, accepted.seat_seed, accepted.seats)
    stakes = [box.bet for box in accepted.boxes]
    dealt, deal = deal_cards(shoe, accepted.nonce, entropy, stakes, cards)
    round_ = _held(accepted, dealt)
    kept = store_snapshot(shoe, cards, accepted.nonce)
    of_shoe = opened or [prepare_update(shoe, "rounds_dealt", *SHOE_COUNTS, *kept)]
    participant.last_bets = bets_to_json(accepted.boxes)
    participant.currency = accepted.boxes[0].stake.currency
    running = RunningDeal.for_one_player(round_, player_money)
    also = settle_deal(running, deal) if deal.complete else []
    bets = [prepare_insert(_bet(round_, box), under=1, parent="round") for box in accepted.boxes]
    of_player = prepare_update(participant, "last_bets", "currency", *SESSION_FIELDS)
    write_rows(
        prepare_insert(dealt),
        prepare_insert(round_, parent="deal"),
        *bets,
        *of_shoe,
        of_player,
        also=also,
    )
    if not deal.complete:
        return round_, Position(participant, round_, [deal], player_money, [shoe], fresh=True)
    ahead = close_if_done(shoe) or [shoe]
    return round_, Position(participant, round_, [], player_money, ahead, fresh=True)


def _opened(accepted: AcceptedBet) -> list[CompiledRow]:
    """Rows to write if this bet opens its shoe. Raises `Conflict` if the commitment was not public before."""
    shoe = accepted.shoe
    if shoe.status != Shoe.Status.ANNOUNCED:
        return []
    shoe.cut = accepted.cut
    if shoe.announced_in == accepted.asked.transaction and not accepted.was_shown:
        raise Conflict  # the commitment was not public before the salt was known
    return open_shoe(
        shoe, compute_deal_entropy(shoe, accepted.seat_seed, accepted.seats[:1]), accepted.salt
    )


def _held(accepted: AcceptedBet, dealt: models.Deal) -> Round:
    """Hold all stakes in the ledger, in one transfer. Returns the round to be written with its deal."""
    participant, shoe, stake = accepted.participant, accepted.shoe, sum_bets(accepted.boxes)
    table = participant.table
    stake_usd = convert_round_money(stake, accepted.tasa_cambio)
    round_id = uuid4()
    key = bet_key(participant.player_id, table.pk, shoe.public_id, accepted.nonce)
    left = hold_stake(participant.player_id, stake, key=key, round_id=round_id)
    if table.is_play_money:
        check_play_money(table, left + stake, stake)
    accepted.asked.player_money.set_balance(left)
    profile = profile_in_force(participant.player.country, accepted.at)
    round_ = Round(
        public_id=round_id,
        profile_id=profile.version,
        country_profile_id=profile.country_version,
        place=participant.place,
        player=participant.player,
        participant=participant,
        deal=dealt,
        version=shoe.version,
        client_seed=participant.client_seed,
        seat_seed=accepted.seat_seed,
        boxes=accepted.seats,
        bettors=[FIRST] * len(accepted.seats),
        limits_at_deal=accepted.limits.to_dict(),
        currency=stake.currency,
        tasa_cambio=accepted.tasa_cambio,
        amount=stake.units,
        amount_usd=stake_usd,
        staked=stake.units,
        staked_usd=stake_usd,
        balance_before=(left + stake).units,
        started_at=accepted.at,
        origin_id=accepted.origin,
    )
    round_.record_request(accepted.at)
    return round_


def _bet(round_: Round, box: BoxBet) -> Bet:
    return Bet(
        round=round_,
        box=box.seat,
        stake=box.stake.units,
        side_bets=dict(box.bet.side_bets),
        amount_usd=convert_round_money(box.total, round_.tasa_cambio),
    )
