"""Acceptance checks of a bet: player, currency, boxes, limits, time."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db.models import F, Max, Min
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.users import User
from accounts.protection.selectors.reality_check import is_check_due
from accounts.restrictions.selectors.eligibility import may_play
from casino.limits.selectors.session_plan import load_asked_plan
from casino.limits.services.allowance import Allowance
from casino.limits.services.bets import check_bets
from casino.limits.services.pace import check_hours, check_pace
from casino.limits.services.session_plan import check_session_plan
from casino.limits.services.time_limit import check_time
from casino.models import Bet, Participant, Shoe
from casino.play.selectors.bet_context import BetContext
from casino.play.selectors.player_money import PlayerMoney
from casino.play.services.boxes import check_boxes
from casino.play.services.switches import check_switches, playable_boxes
from casino.refusals import BetRefused, RealityCheckDue
from casino.values.boxes import BoxBet, sum_bets
from casino.values.play_money import NO_RATE, formula_limit
from journal.refusals import Refusal
from tables.models import Table
from tables.selectors.limits import Bounds, compute_bounds
from wallet.ledger.refusals import InsufficientFunds
from wallet.money.values import PLAY_MONEY, Money
from wallet.money.words import format_money
from wallet.rates.selectors.rates import usable_rates


def check_bet(
    participant: Participant,
    shoe: Shoe,
    boxes: list[BoxBet],
    rates: Sequence[Decimal],
    asked: BetContext,
    now: datetime,
) -> Bounds:
    """Check a bet and return the limits applied. Raises a `Refusal`. Real-money balances are checked by the ledger."""
    player, table, player_money = participant.player, shoe.place.table, asked.player_money
    check_switches(player, table, player_money, [box.seat for box in boxes])
    _check_player(player, table, player_money)
    if is_check_due(player, now):
        raise RealityCheckDue
    check_time(player, player_money.held_to, now)
    check_hours(table, now)
    check_boxes(shoe.version.rules, boxes, playable_boxes(table))
    found = compute_bounds(table, player_money.limits)
    check_bets(table, found, boxes, rates)
    _check_ratio(participant, shoe, boxes, rates[0])
    total = sum_bets(boxes)
    if table.is_play_money:
        check_play_money(table, player_money.balance(PLAY_MONEY), total)
    else:
        plan = load_asked_plan(player)
        check_session_plan(plan, now)
        Allowance.load(player, player_money.held_to, now, plan=plan).check(total, rates[0])
    check_pace(table, asked.paces, player_money.limits, len(boxes), now)
    return found


def load_bet_rates(table: Table, currency: str) -> list[Decimal]:
    """Return the rate of a new round, then the rates of the last minute. Raises `BetRefused` without a usable rate."""
    if currency not in table.currencies:
        raise BetRefused(
            gettext_lazy("This table takes no bets in this currency."), code="currency_not_taken"
        )
    if currency == PLAY_MONEY:
        return [NO_RATE]
    try:
        quote, recent = usable_rates(currency)
    except Refusal as error:
        raise BetRefused(error.message, code=error.code) from error
    return [quote.rate, *recent]


def _check_player(player: User, table: Table, player_money: PlayerMoney) -> None:
    barred = may_play(
        player,
        play_money=table.is_play_money,
        confirmed=player_money.confirmed,
        policies_due=player_money.policies_due,
    )
    if barred is not None:
        raise barred.refusal


def check_play_money(table: Table, held: Money, total: Money) -> None:
    """Check a play-money bet against the balance and what the table lends. The ledger allows negative balances.

    Called before dealing, and again with the balance found by the ledger when it held the stakes, because other
    tables use the same balance. Raises `InsufficientFunds` or `BetRefused`.
    """
    most = formula_limit(table, held)
    if most is None and total > held:
        raise InsufficientFunds
    if most is not None and total > most:
        raise BetRefused(
            _("With your balance you can bet up to %(limit)s per round.")
            % {"limit": format_money(most)},
            code="bet_formula",
        )


def _check_ratio(participant: Participant, shoe: Shoe, boxes: list[BoxBet], rate: Decimal) -> None:
    """Refuse a bet if the player's highest stake within this shoe would exceed a multiple of the lowest."""
    ratio = shoe.place.table.max_bet_ratio
    if ratio is None:
        return
    worth = F("stake") if rate == NO_RATE else F("stake") * F("round__tasa_cambio")
    made = Bet.objects.filter(round__deal__shoe=shoe, round__participant=participant).aggregate(
        least=Min(worth), most=Max(worth)
    )
    asked = [box.stake.units * (rate or 1) for box in boxes]
    if made["least"] is not None:
        asked += [made["least"], made["most"]]
    if max(asked) > min(asked) * ratio:
        raise BetRefused(
            _("Within one shoe your highest bet may be up to %(n)d times your lowest.")
            % {"n": ratio},
            code="bet_ratio",
        )
