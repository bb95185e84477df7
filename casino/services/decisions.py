"""A player's decision in a running round."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from blackjack.actions import Action, IllegalAction
from blackjack.round import Round as Play
from casino.dealing import actions_of, plays
from casino.errors import ActionRefused, Conflict, NotFound
from casino.keys import decision_key
from casino.locks import lock_place_of_round
from casino.models import Decision, Round, Sitting
from casino.money_moves import hold
from casino.offers import means_of, verify
from casino.selectors.places import round_in_play
from casino.services.guard import guarded
from casino.services.settlement import finish
from tables.models import Table
from wallet.money import SCALE_DIGITS, Money, amount_usd


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision form: the round and step it was made for, and the action, as `hit` or `insure:2.50`."""

    round: UUID
    step: int
    action: str


@guarded
@transaction.atomic
def decide(player: User, request: DecisionRequest, table: Table | None = None) -> Round:
    """Play one action, at `table` where it is given. The same form sent again changes nothing. Raises `casino.errors.Refusal`."""
    try:
        sitting = lock_place_of_round(player, request.round)
    except Sitting.DoesNotExist as error:
        raise NotFound from error
    if table is not None and sitting.table_id != table.pk:
        raise NotFound
    round_ = round_in_play(sitting, request.round)
    made = actions_of(round_)
    if not _repeated(round_, made, request):
        _apply(round_, plays(round_, made)[-1], request)
    return round_


def _repeated(round_: Round, made: list[str], request: DecisionRequest) -> bool:
    """Whether this step was decided so before; decided otherwise, or not asked yet, is a stale page."""
    if request.step < len(made) and made[request.step] == request.action:
        return True
    if request.step != len(made) or round_.status != Round.Status.IN_PROGRESS:
        raise Conflict
    return False


def _apply(round_: Round, play: Play, request: DecisionRequest) -> None:
    action, units = _chosen(request.action, play)
    cost = round_.money(units)
    after = play.play(action)
    if cost.units:
        means = means_of(round_.sitting.player, round_.currency)
        verify(play, action.verb, cost, round_, means)
        key = decision_key(round_.player_id, round_.public_id, request.step)
        hold(round_.player_id, cost, key=key, round_id=round_.public_id)
    _record(round_, request, action, cost, after)
    if after.complete:
        finish(round_, after)
    else:
        round_.save()


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
