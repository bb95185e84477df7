"""Where a stake is held: a bet is taken and its round dealt, in one transaction."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import blackjack
from accounts.models import User
from accounts.selectors import may_play_real_money
from blackjack import fairness
from blackjack.bets import Bet as Stake
from blackjack.bets import BetError
from blackjack.round import Round as Play
from casino.dealing import drawn_for, entropy_of
from casino.errors import BetRefused, Conflict, NotAllowed
from casino.keys import bet_key
from casino.limits import check_pace, check_stake
from casino.locks import lock_sitting
from casino.models import Bet, Round, Shoe, Sitting
from casino.money_moves import hold
from casino.seeds import salt_from_form
from casino.selectors.places import present_shoe, running_round
from casino.services.guard import guarded
from casino.services.settlement import finish
from casino.services.shoes import open_shoe
from tables.models import Table
from wallet.errors import InvalidAmount
from wallet.money import Money
from wallet.money import amount_usd
from wallet.selectors import rate

SEAT = 1  # a private Lígalo table has one box
CURRENCY = "USD"


@dataclass(frozen=True, slots=True)
class BetRequest:
    """A bet form: the shoe and nonce it was made for, and the player's words."""

    shoe: UUID
    nonce: int
    stake: str
    salt: str = ""
    salt_text: str = ""


@guarded
@transaction.atomic
def place_bet(player: User, table: Table, request: BetRequest) -> Round:
    """Take the stake and deal. The same form sent again gives the round it made. Raises `casino.errors.Refusal`."""
    stake = _parsed(request.stake)
    sitting = _locked(player, table)
    earlier = sitting.rounds.filter(shoe__public_id=request.shoe, nonce=request.nonce).first()
    if earlier is not None:
        return _repeated(earlier, stake)
    shoe = _present(sitting, request)
    now = timezone.now()
    _check(sitting, stake, now)
    return _deal(sitting, shoe, stake, request, now)


def _parsed(text: str) -> Money:
    try:
        return Money.parse(text, CURRENCY)
    except InvalidAmount as error:
        raise BetRefused(error.message) from error


def _locked(player: User, table: Table) -> Sitting:
    try:
        return lock_sitting(player, table)
    except Sitting.DoesNotExist as error:
        raise Conflict from error


def _repeated(earlier: Round, stake: Money) -> Round:
    if earlier.money(earlier.amount) != stake:
        raise Conflict
    return earlier


def _present(sitting: Sitting, request: BetRequest) -> Shoe:
    shoe = present_shoe(sitting)
    stale = shoe is None or shoe.public_id != request.shoe or shoe.rounds_dealt + 1 != request.nonce
    if shoe is None or stale or running_round(sitting) is not None:
        raise Conflict
    return shoe


def _check(sitting: Sitting, stake: Money, now: datetime) -> None:
    table = sitting.table
    if table.status != Table.Status.OPEN:
        raise BetRefused(_("This table is closed."), "table_closed")
    refusal = may_play_real_money(sitting.player)
    if refusal is not None:
        raise NotAllowed(refusal.message, refusal.code)
    check_stake(table, stake, amount_usd(stake, rate(stake.currency).rate))
    check_pace(sitting, now)


def _deal(sitting: Sitting, shoe: Shoe, stake: Money, request: BetRequest, now: datetime) -> Round:
    salt = shoe.salt or salt_from_form(request.salt, request.salt_text)
    seat_seed = fairness.seat_seed(sitting.client_seed, salt)
    if shoe.status == Shoe.Status.ANNOUNCED:
        open_shoe(shoe, salt, seat_seed)
    play = _started(shoe, request.nonce, seat_seed, stake)
    round_ = _record(sitting, shoe, stake, seat_seed, play, now, request.nonce)
    sitting.last_stake = stake.units
    sitting.save(update_fields=["last_stake"])
    if play.complete:
        finish(round_, play)
    return round_


def _started(shoe: Shoe, nonce: int, seat_seed: str, stake: Money) -> Play:
    draw = drawn_for(shoe, nonce, entropy_of(shoe, seat_seed))
    try:
        return Play.start(shoe.version.rules, [Stake(SEAT, stake.units)], draw)
    except BetError as error:
        raise BetRefused(_("This stake cannot be paid exactly by this table's odds.")) from error


def _record(
    sitting: Sitting, shoe: Shoe, stake: Money, seat_seed: str, play: Play, now: datetime, nonce: int
) -> Round:
    """Hold the stake in the ledger, then write the round and its bet."""
    tasa_cambio = rate(stake.currency).rate
    stake_usd = amount_usd(stake, tasa_cambio).units
    round_id = uuid4()
    key = bet_key(sitting.player_id, sitting.table_id, shoe.public_id, nonce)
    left = hold(sitting.player_id, stake, key=key, round_id=round_id)
    round_ = Round.objects.create(
        public_id=round_id,
        sitting=sitting,
        player=sitting.player,
        shoe=shoe,
        version=shoe.version,
        server_seed_hash=shoe.commitment,
        client_seed=sitting.client_seed,
        seat_seed=seat_seed,
        nonce=nonce,
        library_version=blackjack.VERSION,
        rules_hash=shoe.version.rules_hash,
        state_hash=play.state_hash,
        currency=stake.currency,
        tasa_cambio=tasa_cambio,
        amount=stake.units,
        amount_usd=stake_usd,
        staked=stake.units,
        staked_usd=stake_usd,
        balance_before=(left + stake).units,
        started_at=now,
    )
    Bet.objects.create(round=round_, seat=SEAT, stake=stake.units, amount_usd=stake_usd)
    shoe.rounds_dealt = nonce
    shoe.save(update_fields=["rounds_dealt"])
    return round_
