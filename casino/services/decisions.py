"""A player's decision in a running round."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from blackjack.actions import Action, IllegalAction
from blackjack.round import Round as Play
from casino.dealing import live_play
from casino.errors import ActionRefused, Conflict
from casino.keys import decision_key
from casino.locks import lock_sitting
from casino.models import Decision, Round
from casino.money_moves import hold
from casino.offers import verify
from casino.selectors.places import own_round
from casino.services.guard import guarded
from casino.services.settlement import finish
from tables.models import Table
from wallet.money import SCALE_DIGITS, Money, amount_usd
from wallet.selectors import balance


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision form: the round and step it was made for, and the action, as `hit` or `insure:2.50`."""

    round: UUID
    step: int
    action: str


@guarded
@transaction.atomic
def decide(player: User, request: DecisionRequest) -> Round:
    """Play one action. The same form sent again changes nothing. Raises `casino.errors.Refusal`."""
    table = own_round(player, request.round).sitting.table
    sitting = lock_sitting(player, table)
    round_ = Round.objects.select_related("shoe__version", "shoe__sitting__table__version").get(
        public_id=request.round
    )
    if _repeated(round_, request):
        return round_
    _apply(round_, sitting.table, request)
    return round_


def _repeated(round_: Round, request: DecisionRequest) -> bool:
    """Whether this step was decided so before; decided otherwise, or not asked yet, is a stale page."""
    made = round_.decisions.filter(step=request.step).first()
    if made is not None and made.action == request.action:
        return True
    if (
        made is not None
        or round_.status != Round.Status.IN_PROGRESS
        or round_.decisions.count() != request.step
    ):
        raise Conflict
    return False


def _apply(round_: Round, table: Table, request: DecisionRequest) -> None:
    play = live_play(round_)
    action, units = _chosen(request.action, play)
    cost = round_.money(units)
    verify(play, action.verb, cost, round_, table, balance(round_.player_id, round_.currency))
    after = play.play(action)
    if cost.units:
        key = decision_key(round_.player_id, round_.public_id, request.step)
        hold(round_.player_id, cost, key=key, round_id=round_.public_id)
    _record(round_, request, action, cost, after)
    if after.complete:
        finish(round_, after)


def _chosen(text: str, play: Play) -> tuple[Action, int]:
    """The action and the new money it takes, if the rules allow it."""
    try:
        action = Action.parse(text, SCALE_DIGITS)
        return action, play.cost(action)
    except IllegalAction as error:
        raise ActionRefused(_("That is not possible with this hand now.")) from error


def _record(
    round_: Round, request: DecisionRequest, action: Action, cost: Money, after: Play
) -> None:
    cost_usd = amount_usd(cost, round_.tasa_cambio).units
    Decision.objects.create(
        round=round_,
        step=request.step,
        action=request.action,
        amount=cost.units,
        amount_usd=cost_usd,
        state_hash=after.state_hash,
        made_at=timezone.now(),
    )
    round_.staked += cost.units
    round_.staked_usd += cost_usd
    if action.verb == "double":
        round_.doubled_amount_usd += cost_usd
    round_.state_hash = after.state_hash
    round_.save(update_fields=["staked", "staked_usd", "doubled_amount_usd", "state_hash"])
