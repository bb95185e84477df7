"""A player's decision in a running round."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models.users import User
from blackjack.actions import WITH_NEW_MONEY, Action, IllegalAction
from blackjack.bets import FIRST
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import replay_deal
from casino.fairness.services.shoes import close_if_done
from casino.limits.services.loss_stops import records_loss_stops
from casino.models import Decision, FollowerStake, Round, Shoe
from casino.play.selectors.player_money import SESSION_FIELDS, load_record_and_money
from casino.play.selectors.position import Position
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.play.services.money_moves import Cost, move_money
from casino.play.services.offers import Funds, amount_field, has_amounts, load_funds, verify_action
from casino.play.services.settlement import DEAL_ENDED, ENDED, SHOE_COUNTS, settle_deal
from casino.refusals import ActionRefused, Conflict, RoundHeldByStaff
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_round
from casino.values.play_money import convert_round_money
from casino.values.situations import describe_situation
from internals.compiled_queries import CompiledRow, prepare_insert, prepare_update, write_rows
from journal.refusals import NotFound
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
"""Fields of a round that a decision changes."""


@dataclass(frozen=True, slots=True)
class StepRequest:
    """The round and step that a form belongs to."""

    round: UUID
    step: int


@dataclass(frozen=True, slots=True)
class DecisionRequest(StepRequest):
    """A decision form: the action, such as `hit` or `insure:2.50`, at its step."""

    action: str
    origin: int | None = None  # id of an `Origin`
    from_form: bool = False  # a form must name the amount if there is a choice
    currency: str = ""  # of the amount, if the request names it


def make_decision(player: User, request: DecisionRequest) -> Round:
    """Play one action. Idempotent. Raises a `Refusal`."""
    return make_decision_at(player, request)[0]


@reports_alarms
@records_loss_stops
@transaction.atomic
def make_decision_at(
    player: User, request: DecisionRequest, slug: str = ""
) -> tuple[Round, Position | None]:
    """Play one action, at the table with this slug if given. Idempotent, as `make_decision`.

    Also returns the new position; None for a repeated request. Raises `NotFound` for a round at another table or at a
    live one, whose turns are `casino.live.services.turns`.
    """
    round_ = _locked(player, request)
    elsewhere = slug and round_.place.table.slug != slug
    if elsewhere or round_.place.is_live:
        raise NotFound
    record, player_money = load_record_and_money(round_)
    if _repeated(round_, record.actions, request):
        return round_, None
    if round_.frozen:
        raise RoundHeldByStaff
    states = replay_deal(round_, record)
    running = RunningDeal.for_one_player(round_, player_money)
    after, shoes = _apply(running, states[-1], request)
    states = [] if after.complete else [*states, after]
    return round_, Position(round_.participant, round_, states, player_money, shoes, fresh=True)


def _locked(player: User, request: DecisionRequest) -> Round:
    """Lock the round, and its player if the action may take new money."""
    new_money = request.action.startswith(WITH_NEW_MONEY)
    try:
        return lock_round(player, request.round, new_money=new_money)
    except Round.DoesNotExist as error:
        raise NotFound from error


def _repeated(round_: Round, made: list[str], request: DecisionRequest) -> bool:
    """Return whether this step was already decided in the same way. Raises `Conflict` for a stale page."""
    if request.step < len(made) and made[request.step] == canonical_text(request.action):
        return True
    if request.step != len(made) or round_.status != Round.Status.IN_PROGRESS:
        raise Conflict
    return False


def canonical_text(action: str) -> str:
    """Return the canonical text of an action, as stored; an invalid action unchanged."""
    try:
        return Action.parse(action, SCALE_DIGITS).text(SCALE_DIGITS)
    except IllegalAction:
        return action


def _apply(running: RunningDeal, deal: Deal, request: DecisionRequest) -> tuple[Deal, list[Shoe]]:
    share = running.shares[0]
    round_ = share.round
    action, asked_at = choose_action(request, deal, share), round_.asked_at
    round_.record_request(timezone.now())
    elsewhere = request.origin != round_.origin_id
    made = Decision(
        deal=round_.deal,
        round=round_,
        step=request.step,
        asked_at=asked_at,
        origin_id=request.origin if elsewhere else None,
    )
    return play_action(made, deal, action, running)


def play_action(
    made: Decision,
    deal: Deal,
    action: Action,
    running: RunningDeal,
    *,
    held: bool = False,
    going_on: Sequence[CompiledRow] = (),
) -> tuple[Deal, list[Shoe]]:
    """Play an allowed action: hold its money unless it is `held` already, record it, settle the deal if it ends.

    `made` is the new decision with its round, step, acting party and origin. `going_on` are further rows to write if
    the deal goes on. Returns the new state, and the deal's shoe or the shoes ahead if it closed.
    """
    costs, after = _costs(deal, action, running, made.step), deal.play(action)
    _describe(made, deal)
    followers = _record(made, action, costs, after)
    due = [] if held else costs
    dealt = running.dealt
    rows = [
        prepare_insert(made),
        *(prepare_insert(stake, parent="decision") for stake in followers),
    ]
    if not after.complete:
        move_money(due)
        paying = [cost.share.round for cost in costs if cost.share.round != made.round]
        decided = [prepare_update(round_, *DECIDED) for round_ in (made.round, *paying)]
        write_rows(*rows, *decided, prepare_update(dealt, "state_hash"), *going_on)
        return after, [dealt.shoe]
    also = settle_deal(running, after, due)
    write_rows(
        *rows,
        *(prepare_update(round_, *DECIDED, *ENDED) for round_ in running.rounds),
        prepare_update(dealt, "state_hash", *DEAL_ENDED),
        prepare_update(dealt.shoe, *SHOE_COUNTS),
        *(prepare_update(participant, *SESSION_FIELDS) for participant in running.participants),
        also=also,
    )
    return after, close_if_done(dealt.shoe) or [dealt.shoe]


def _costs(deal: Deal, action: Action, running: RunningDeal, step: int) -> list[Cost]:
    """New money of each player who pays a part of the action."""
    box, turn = deal.in_turn[0].number, deal.turn
    units = {turn.bettor if turn else FIRST: deal.cost(action), **deal.costs_behind(action)}
    found = [(running.find_share(box, bettor), cost) for bettor, cost in units.items() if cost]
    return [Cost(share, share.round.money(cost), step) for share, cost in found]


def choose_action(request: DecisionRequest, deal: Deal, share: PlayerShare) -> Action:
    """Return the requested action if rules, funds and limits allow it. Raises a `Refusal`."""
    action = _chosen(request, share.round, deal)
    if deal.cost(action):
        funds = load_funds(share.round, share.player_money)
        if request.from_form and request.action == action.verb:
            _see_no_choice(deal, action.verb, share.round, funds)
        verify_action(deal, action, share.round, funds)
    return action


def _chosen(request: DecisionRequest, round_: Round, deal: Deal) -> Action:
    """Parse the action. Raises `ActionRefused` if the rules do not allow it, or for an amount in another currency."""
    verb = request.action.partition(":")[0]
    if request.currency not in {"", round_.currency}:
        told = _("The round is played in %(currency)s.") % {"currency": round_.currency}
        raise ActionRefused(told, code="other_currency", field=amount_field(verb))
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
    """Refusal of an illegal action, at its amount field if only the amount is wrong."""
    verb = action.partition(":")[0]
    if error.amounts is None:
        return ActionRefused(_("That is not possible with this hand now."))
    most = format_money(round_.money(error.amounts[1]))
    told = _("Enter an amount above 0, up to %(most)s.") % {"most": most}
    return ActionRefused(told, code="amount_outside_rules", field=amount_field(verb))


def _record(made: Decision, action: Action, costs: list[Cost], after: Deal) -> list[FollowerStake]:
    """Fill in the decision and add its cost to the rounds that pay. Returns the stakes of followers."""
    made.action = action.text(SCALE_DIGITS)
    made.amount, made.amount_usd = 0, 0
    made.state_hash, made.made_at = after.state_hash, timezone.now()
    made.deal.state_hash = made.state_hash
    followers = []
    for share, money, _step in costs:
        cost_usd = _count(share.round, money, action.verb)
        if share.round == made.round:
            made.amount, made.amount_usd = money.units, cost_usd
        else:
            followers.append(
                FollowerStake(round=share.round, amount=money.units, amount_usd=cost_usd)
            )
    return followers


def _describe(made: Decision, deal: Deal) -> None:
    """Store what the player could know and do, for the signals."""
    found, dealt = describe_situation(deal), made.deal
    made.spot, made.legal = found.spot, found.legal
    if dealt.running_count is not None and dealt.cards_left is not None:
        infinite = deal.rules.finite_decks is None
        made.running_count = dealt.running_count + (0 if infinite else found.seen)
        made.cards_left = dealt.cards_left - (0 if infinite else found.drawn)


def _count(round_: Round, cost: Money, verb: str) -> int:
    cost_usd = convert_round_money(cost, round_.tasa_cambio)
    round_.staked += cost.units
    round_.staked_usd += cost_usd
    if verb == "double":
        round_.doubled_amount_usd += cost_usd
    return cost_usd
