"""A player's decision in a running round."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models.users import User
from blackjack.actions import WITH_NEW_MONEY, Action, IllegalAction
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import replay_deal
from casino.fairness.services.shoes import close_if_done
from casino.limits.values.at_deal import LimitsAtDeal
from casino.models import Decision, Round, Shoe
from casino.play.selectors.player_money import SESSION_FIELDS, PlayerMoney, load_record_and_money
from casino.play.selectors.position import Position
from casino.play.services.money_moves import hold_stake
from casino.play.services.offers import Funds, amount_field, funds_of, has_amounts, verify_action
from casino.play.services.settlement import DEAL_ENDED, ENDED, settle_round
from casino.refusals import ActionRefused, Conflict, RoundHeld
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_round
from casino.values.play_money import usd_of
from casino.values.transfer_keys import decision_key
from internals.compiled_queries import changed, new, write
from journal.refusals import NotFound
from wallet.ledger.refusals import InsufficientFunds
from wallet.money.values import SCALE_DIGITS, Money
from wallet.money.words import format_money

DECIDED = (
    "asked_at",
    "house_plays_at",
    "interrupted",
    "staked",
    "staked_usd",
    "doubled_amount_usd",
)
"""The fields of a round that a decision changes."""


@dataclass(frozen=True, slots=True)
class StepRequest:
    """The round and step that a form was made for."""

    round: UUID
    step: int


@dataclass(frozen=True, slots=True)
class DecisionRequest(StepRequest):
    """A decision form: the action, as `hit` or `insure:2.50`, at its step."""

    action: str
    origin: int | None = None  # whence it was sent
    from_form: bool = False  # a form names the amount wherever there is a choice


def make_decision(player: User, request: DecisionRequest) -> Round:
    """Play one action. Idempotent. Raises a `Refusal`."""
    return decide_at(player, request)[0]


@reports_alarms
@transaction.atomic
def decide_at(
    player: User, request: DecisionRequest, slug: str = ""
) -> tuple[Round, Position | None]:
    """Play one action, at the table with this slug if given; also returns the new position."""
    round_ = _locked(player, request)
    if slug and round_.place.table.slug != slug:
        raise NotFound
    record, player_money = load_record_and_money(round_)
    if _repeated(round_, record.actions, request):
        return round_, None
    if round_.frozen:
        raise RoundHeld
    states = replay_deal(round_, record)
    after, shoes = _apply(round_, states[-1], request, player_money)
    states = [] if after.complete else [*states, after]
    return round_, Position(round_.place, round_, states, player_money, shoes, fresh=True)


def _locked(player: User, request: DecisionRequest) -> Round:
    """Lock the round, and its player if the action may take new money."""
    new_money = request.action.startswith(WITH_NEW_MONEY)
    try:
        return lock_round(player, request.round, new_money=new_money)
    except Round.DoesNotExist as error:
        raise NotFound from error


def _repeated(round_: Round, made: list[str], request: DecisionRequest) -> bool:
    """Whether this step was decided the same way before. Raises `Conflict` for a stale page."""
    if request.step < len(made) and made[request.step] == _plainly(request.action):
        return True
    if request.step != len(made) or round_.status != Round.Status.IN_PROGRESS:
        raise Conflict
    return False


def _plainly(action: str) -> str:
    """The canonical text of an action, as stored."""
    try:
        return Action.parse(action, SCALE_DIGITS).text(SCALE_DIGITS)
    except IllegalAction:
        return action


def _apply(
    round_: Round, deal: Deal, request: DecisionRequest, player_money: PlayerMoney
) -> tuple[Deal, list[Shoe]]:
    action = _chosen(request, round_, deal)
    if deal.cost(action):
        funds = funds_of(round_, player_money)
        if request.from_form and request.action == action.verb:
            _see_no_choice(deal, action.verb, round_, funds)
        verify_action(deal, action, round_, funds)
    round_.asked(timezone.now())
    elsewhere = request.origin != round_.origin_id
    made = Decision(
        deal=round_.deal,
        round=round_,
        step=request.step,
        origin_id=request.origin if elsewhere else None,
    )
    return play_action(made, deal, action, player_money)


def play_action(
    made: Decision, deal: Deal, action: Action, player_money: PlayerMoney
) -> tuple[Deal, list[Shoe]]:
    """Play an allowed action: hold its money, record it, settle the round if it ends.

    `made` is the new decision: round, step, acting party, origin. Returns the round and the shoe that deals next.
    """
    round_ = made.round
    cost = round_.money(deal.cost(action))
    after = deal.play(action)
    if cost.units:
        key = decision_key(round_.player_id, round_.public_id, made.step)
        left = hold_stake(round_.player_id, cost, key=key, round_id=round_.public_id)
        if left.units < 0 and not LimitsAtDeal.of(round_).lends:
            raise InsufficientFunds  # of play money: another table has taken it meanwhile
        player_money.moved(left)
    _record(made, action, cost, after)
    if not after.complete:
        write(new(made), changed(round_, *DECIDED), changed(round_.deal, "state_hash"))
        return after, [round_.deal.shoe]
    also = settle_round(round_, after, player_money)
    write(
        new(made),
        changed(round_, *DECIDED, *ENDED),
        changed(round_.deal, "state_hash", *DEAL_ENDED),
        changed(round_.deal.shoe, "cards_out"),
        changed(round_.place, *SESSION_FIELDS),
        also=also,
    )
    return after, close_if_done(round_.deal.shoe) or [round_.deal.shoe]


def _chosen(request: DecisionRequest, round_: Round, deal: Deal) -> Action:
    """The action, if the rules allow it."""
    try:
        action = Action.parse(request.action, SCALE_DIGITS)
        deal.cost(action)
    except IllegalAction as error:
        raise _illegal(error, request.action, round_) from error
    return action


def _see_no_choice(deal: Deal, verb: str, round_: Round, funds: Funds) -> None:
    """Raise `ActionRefused` if the form lacks an amount that the player must choose."""
    if has_amounts(deal, verb, round_, funds):
        raise ActionRefused(_("Enter the amount."), code="amount_missing", field=amount_field(verb))


def _illegal(error: IllegalAction, action: str, round_: Round) -> ActionRefused:
    """The refusal of an illegal action, at its amount or in general."""
    verb = action.partition(":")[0]
    if error.amounts is None:
        return ActionRefused(_("That is not possible with this hand now."))
    most = format_money(round_.money(error.amounts[1]))
    told = _("The amount is more than 0 and at most %(most)s.") % {"most": most}
    return ActionRefused(told, code="amount_outside_rules", field=amount_field(verb))


def _record(made: Decision, action: Action, cost: Money, after: Deal) -> None:
    round_ = made.round
    cost_usd = usd_of(cost, round_.tasa_cambio)
    made.action = action.text(SCALE_DIGITS)
    made.amount, made.amount_usd = cost.units, cost_usd
    made.state_hash, made.made_at = after.state_hash, timezone.now()
    round_.staked += cost.units
    round_.staked_usd += cost_usd
    if action.verb == "double":
        round_.doubled_amount_usd += cost_usd
    round_.deal.state_hash = made.state_hash
