"""Where a stake is held: a bet is taken and its round dealt, in one transaction."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
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
from wallet.errors import InvalidAmount, UnknownCurrency, WalletError
from wallet.money import BASE_CURRENCY, Money, amount_usd
from wallet.rates import recent_rates, usable_rate

SEAT = 1  # a private Lígalo table has one box


@dataclass(frozen=True, slots=True)
class BetRequest:
    """A bet form: the shoe and nonce it was made for, and the player's words."""

    shoe: UUID
    nonce: int
    stake: str
    salt: str = ""
    salt_text: str = ""
    currency: str = BASE_CURRENCY


@dataclass(frozen=True, slots=True)
class Accepted:
    """A bet and all that is fixed when it is accepted."""

    sitting: Sitting
    shoe: Shoe
    nonce: int
    stake: Money
    tasa_cambio: Decimal
    salt: str
    seat_seed: str
    at: datetime


@guarded
@transaction.atomic
def place_bet(player: User, table: Table, request: BetRequest) -> Round:
    """Take the stake and deal. The same form sent again gives the round it made. Raises `casino.errors.Refusal`."""
    stake = _parsed(request.stake, request.currency)
    sitting = _locked(player, table)
    earlier = sitting.rounds.filter(shoe__public_id=request.shoe, nonce=request.nonce).first()
    if earlier is not None:
        return _repeated(earlier, stake)
    shoe = _present(sitting, request)
    return _deal(_accepted(sitting, shoe, stake, request))


def _parsed(text: str, currency: str) -> Money:
    try:
        return Money.parse(text, currency)
    except (InvalidAmount, UnknownCurrency) as error:
        raise BetRefused(error.message, error.code) from error


def _locked(player: User, table: Table) -> Sitting:
    try:
        return lock_sitting(player, table)
    except Sitting.DoesNotExist as error:
        raise Conflict from error


def _repeated(earlier: Round, stake: Money) -> Round:
    if (earlier.amount, earlier.currency) != (stake.units, stake.currency):
        raise Conflict
    return earlier


def _present(sitting: Sitting, request: BetRequest) -> Shoe:
    shoe = present_shoe(sitting)
    stale = shoe is None or shoe.public_id != request.shoe or shoe.rounds_dealt + 1 != request.nonce
    if shoe is None or stale or shoe.outdated or running_round(sitting) is not None:
        raise Conflict
    return shoe


def _accepted(sitting: Sitting, shoe: Shoe, stake: Money, request: BetRequest) -> Accepted:
    """The bet with all that is fixed by accepting it. Raises the refusal where it is not."""
    now = timezone.now()
    _check_player(sitting)
    tasa_cambio = _rate(stake.currency)
    check_stake(sitting.table, stake, [tasa_cambio, *recent_rates(stake.currency)])
    check_pace(sitting, now)
    salt = shoe.salt or salt_from_form(request.salt, request.salt_text)
    seat_seed = fairness.seat_seed(sitting.client_seed, salt)
    return Accepted(sitting, shoe, request.nonce, stake, tasa_cambio, salt, seat_seed, now)


def _rate(currency: str) -> Decimal:
    """The rate of a new round, fixed for all of it. Without a usable one the currency takes no bets."""
    try:
        return usable_rate(currency).rate
    except WalletError as error:
        raise BetRefused(str(error.message), error.code) from error


def _check_player(sitting: Sitting) -> None:
    if sitting.table.status != Table.Status.OPEN:
        raise BetRefused(_("This table is closed."), "table_closed")
    refusal = may_play_real_money(sitting.player)
    if refusal is not None:
        raise NotAllowed(refusal.message, refusal.code)


def _deal(accepted: Accepted) -> Round:
    sitting, shoe = accepted.sitting, accepted.shoe
    if shoe.status == Shoe.Status.ANNOUNCED:
        open_shoe(shoe, accepted.salt, accepted.seat_seed)
    play = _started(accepted)
    round_ = _record(accepted, play)
    shoe.rounds_dealt = accepted.nonce
    shoe.save(update_fields=["rounds_dealt"])
    sitting.last_stake, sitting.currency = accepted.stake.units, accepted.stake.currency
    sitting.save(update_fields=["last_stake", "currency"])
    if play.complete:
        finish(round_, play)
    return round_


def _started(accepted: Accepted) -> Play:
    shoe = accepted.shoe
    draw = drawn_for(shoe, accepted.nonce, entropy_of(shoe, accepted.seat_seed))
    try:
        return Play.start(shoe.version.rules, [Stake(SEAT, accepted.stake.units)], draw)
    except BetError as error:
        raise BetRefused(_("This stake cannot be paid exactly by this table's odds.")) from error


def _record(accepted: Accepted, play: Play) -> Round:
    """Hold the stake in the ledger, then write the round and its bet."""
    sitting, shoe, stake = accepted.sitting, accepted.shoe, accepted.stake
    stake_usd = amount_usd(stake, accepted.tasa_cambio).units
    round_id = uuid4()
    key = bet_key(sitting.player_id, sitting.table_id, shoe.public_id, accepted.nonce)
    left = hold(sitting.player_id, stake, key=key, round_id=round_id)
    round_ = Round.objects.create(
        public_id=round_id,
        sitting=sitting,
        player=sitting.player,
        shoe=shoe,
        version=shoe.version,
        server_seed_hash=shoe.commitment,
        client_seed=sitting.client_seed,
        seat_seed=accepted.seat_seed,
        nonce=accepted.nonce,
        library_version=blackjack.VERSION,
        rules_hash=shoe.version.rules_hash,
        state_hash=play.state_hash,
        currency=stake.currency,
        tasa_cambio=accepted.tasa_cambio,
        amount=stake.units,
        amount_usd=stake_usd,
        staked=stake.units,
        staked_usd=stake_usd,
        balance_before=(left + stake).units,
        started_at=accepted.at,
    )
    Bet.objects.create(round=round_, seat=SEAT, stake=stake.units, amount_usd=stake_usd)
    return round_
