"""Legal actions of a turn, each with its refusal by funds or limits, if any.

The only place that derives legality: buttons, keyboard shortcuts and services use it.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import cached_property
from typing import Self

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.users import User
from accounts.restrictions.refusals import IneligibilityReason
from accounts.restrictions.selectors.eligibility import may_play
from blackjack.actions import Action
from blackjack.deal import Deal
from casino.limits.selectors.session_plan import AskedPlan, load_asked_plan
from casino.limits.services.allowance import Allowance
from casino.limits.services.bets import BetRange, check_round_total
from casino.limits.values.at_deal import LimitsAtDeal
from casino.limits.values.bet_limits import CurrencyScale
from casino.models import Round
from casino.play.selectors.player_money import PlayerMoney, load_player_money
from casino.refusals import ActionRefused
from journal.refusals import Refusal
from tables.models import Table
from tables.selectors.limits import Bounds, compute_bounds
from wallet.ledger.refusals import InsufficientFunds
from wallet.money.values import Money
from wallet.money.words import format_money

# The maximum per round counts stakes on hands, not insurance.
COUNTED = frozenset({"double", "split"})


def amount_field(verb: str) -> str:
    """The name of the field for the amount of a double or an insurance."""
    return f"amount-{verb}"


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """A legal action. `cost` is its new money; `refusal` is the reason why it is not possible now, or None.

    `least` and `most` bound the amount, if the player can choose one.
    """

    verb: str
    cost: Money
    refusal: Refusal | None
    least: Money | None = None
    most: Money | None = None

    @property
    def new_money(self) -> Money | None:
        """The cost; None if it takes none."""
        return self.cost or None

    @property
    def is_enabled(self) -> bool:
        return self.refusal is None

    @property
    def code(self) -> str:
        """Code of the refusal, or ""."""
        return self.refusal.code if self.refusal else ""

    @property
    def reason(self) -> str:
        """The refusal in the active language, or ""."""
        return str(self.refusal) if self.refusal else ""


class Funds:
    """A player's balance, own limits and bars, for the next bet or decision.

    `replaced_wager`: id of the open wager that the next bet at a live table would replace.
    """

    def __init__(
        self,
        player: User,
        table: Table,
        player_money: PlayerMoney,
        currency: str,
        replaced_wager: int | None = None,
    ) -> None:
        self.player, self.table, self.player_money = player, table, player_money
        self.balance = player_money.balance(currency)
        self.replaced_wager = replaced_wager

    @cached_property
    def barred(self) -> IneligibilityReason | None:
        """The bar against new money, or None. A barred player finishes the hand without new money."""
        return may_play(
            self.player,
            play_money=self.table.is_play_money,
            confirmed=self.player_money.confirmed,
            policies_due=self.player_money.policies_due,
        )

    @cached_property
    def plan(self) -> AskedPlan | None:
        """The player's plan for the session. One query; none with play money or where no plan is asked for."""
        if self.table.is_play_money:
            return None
        return load_asked_plan(self.player, self.replaced_wager)

    @cached_property
    def allowance(self) -> Allowance:
        """Allowance for new money within the player's limits. One query, none without limits."""
        own = {} if self.table.is_play_money else self.player_money.held_to
        now = timezone.now()
        return Allowance.load(self.player, own, now, self.replaced_wager, self.plan)

    @cached_property
    def bounds(self) -> Bounds:
        """Limits of the next bets. A running round has those of its deal (`LimitsAtDeal`)."""
        return compute_bounds(self.table, self.player_money.limits)


def load_funds(round_: Round, player_money: PlayerMoney | None = None) -> Funds:
    """Return the funds of a round's player. One query without `player_money`."""
    player, table = round_.player, round_.place.table
    return Funds(player, table, player_money or load_player_money(player), round_.currency)


def list_offers(deal: Deal, round_: Round, funds: Funds) -> list[ActionOffer]:
    """Return all legal actions of the turn, in the library's order."""
    return [_offer(deal, verb, round_, funds) for verb in deal.legal_actions]


def list_usable_offers(deal: Deal, round_: Round, funds: Funds) -> list[ActionOffer]:
    """Return the legal actions of the turn, without those that a barred player cannot use."""
    found = list_offers(deal, round_, funds)
    return found if funds.barred is None else [offer for offer in found if offer.is_enabled]


def _offer(deal: Deal, verb: str, round_: Round, funds: Funds) -> ActionOffer:
    terms = _Terms.of(verb, deal, round_, funds)
    amounts = deal.action_amounts(verb)
    full = round_.money(deal.cost(verb))
    ends = terms.ends(full) if amounts else None
    action = Action(verb, ends[1].units) if ends and ends[1] < full else Action(verb)
    cost = round_.money(deal.cost(action))
    try:
        verify_action(deal, action, round_, funds)
    except Refusal as refusal:
        return ActionOffer(verb, cost, refusal)
    return ActionOffer(verb, cost, None, *(ends or ()))


def has_amounts(deal: Deal, verb: str, round_: Round, funds: Funds) -> bool:
    """Return whether the player can choose the amount of a legal action."""
    if not deal.action_amounts(verb):
        return False
    full = round_.money(deal.cost(verb))
    return _Terms.of(verb, deal, round_, funds).ends(full) is not None


@dataclass(frozen=True, slots=True)
class _Terms:
    """Bounds of new money: the table's (`fence`), balance (`held`), rest of the round's maximum (`left`), own limits (`own`)."""

    fence: BetRange
    scale: CurrencyScale
    held: Money | None
    left: Money | None
    own: Money | None

    @classmethod
    def of(cls, verb: str, deal: Deal, round_: Round, funds: Funds) -> Self:
        """Return the bounds of an action that takes new money.

        The table's minimum bet is the minimum of a double for less, and at real-money tables of an insurance
        with a chosen amount.
        """
        at_deal = LimitsAtDeal.from_round(round_)
        scale = _scale(round_, funds, at_deal)
        held = None if at_deal.lends else funds.balance
        own = funds.allowance.most(round_.currency, round_.tasa_cambio)
        if verb != "insure":
            told = gettext_lazy("The minimum double for less at this table is %(limit)s.")
            left = scale.round_inwards(at_deal.max_round.amount, ROUND_FLOOR) - _on_hands(
                deal, round_
            )
            return cls(BetRange(at_deal.min_bet, None, told, told), scale, held, left, own)
        up_to = round_.deal.shoe.version.rules.insurance == "up_to_half"
        fence = BetRange(
            at_deal.min_bet if up_to and not funds.table.is_play_money else None,
            at_deal.max_insurance,
            gettext_lazy("The minimum insurance at this table is %(limit)s."),
            gettext_lazy("The maximum insurance at this table is %(limit)s."),
            ("insurance_below_minimum", "insurance_above_maximum"),
        )
        return cls(fence, scale.halves, held, None, own)

    @property
    def step(self) -> int:
        """Amounts are multiples of this, in units."""
        return self.scale.step

    def ends(self, full: Money) -> tuple[Money, Money] | None:
        """Minimum and maximum amount, if the rules allow up to `full`; None without a choice."""
        least, most = Money(self.step, full.currency), full
        if self.fence.least is not None:
            least = max(least, self.scale.round_inwards(self.fence.least.amount, ROUND_CEILING))
        if self.fence.most is not None:
            most = min(most, self.scale.round_inwards(self.fence.most.amount, ROUND_FLOOR))
        for most_left in (self.held, self.left, self.own):
            if most_left is not None and most_left < most:
                most = Money(most_left.units // self.step * self.step, full.currency)
        choice = least < most or least == most < full
        return (least, most) if choice else None


def _scale(round_: Round, funds: Funds, at_deal: LimitsAtDeal) -> CurrencyScale:
    return CurrencyScale.for_currency(
        funds.table, round_.currency, round_.tasa_cambio, at_deal.step
    )


def verify_action(deal: Deal, action: Action, round_: Round, funds: Funds) -> None:
    """Raise the `Refusal` of a legal action by account state, balance or the limits at the deal."""
    cost = round_.money(deal.cost(action))
    if not cost:
        return
    _check_funds(cost, round_, funds)
    full = round_.money(deal.cost(action.verb))
    if action.verb == "insure" or cost < full:
        where, terms = amount_field(action.verb), _Terms.of(action.verb, deal, round_, funds)
        terms.fence.check(cost, [terms.scale], where)
        if cost < full:
            _check_step(cost, terms.step, where)
    if action.verb in COUNTED:
        _check_round_total(deal, cost, round_, funds)
    funds.allowance.check(cost, round_.tasa_cambio)


def verify_new_money(deal: Deal, cost: Money, round_: Round, funds: Funds) -> None:
    """Raise the `Refusal` of the money that a follower adds to a double or a split."""
    _check_funds(cost, round_, funds)
    _check_round_total(deal, cost, round_, funds)
    funds.allowance.check(cost, round_.tasa_cambio)


def _check_funds(cost: Money, round_: Round, funds: Funds) -> None:
    if funds.barred is not None:
        raise funds.barred.refusal
    if not LimitsAtDeal.from_round(round_).lends and cost > funds.balance:
        raise InsufficientFunds


def _check_round_total(deal: Deal, cost: Money, round_: Round, funds: Funds) -> None:
    at_deal, total = LimitsAtDeal.from_round(round_), _on_hands(deal, round_) + cost
    check_round_total(_scale(round_, funds, at_deal), at_deal.max_round, total)


def _on_hands(deal: Deal, round_: Round) -> Money:
    """Stakes, splits and doubles so far, as counted for the round's maximum."""
    bettors = round_.bettor_by_box
    own = [box.part(bettors[box.number]) for box in deal.boxes if box.number in bettors]
    return round_.money(sum(hand.stake + hand.added for box in own for hand in box.hands))


def _check_step(amount: Money, step: int, where: str) -> None:
    if amount.units % step:
        written_step = format_money(Money(step, amount.currency))
        raise ActionRefused(
            _("The amount must be a multiple of %(step)s.") % {"step": written_step},
            code="amount_step",
            field=where,
        )
