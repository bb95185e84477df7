"""Early decisions: chosen before the turn, hidden from others, without money, and withdrawable."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models.users import User
from blackjack.bets import FIRST
from casino.live.refusals import NotYourTurn
from casino.live.selectors.early import EARLY_VERBS, digest_hand_state, early_verbs, is_before_turn
from casino.live.selectors.running import LiveDeal, load_live_deal
from casino.live.selectors.time import database_now
from casino.models import Clock, EarlyDecision, Round
from casino.refusals import ActionRefused, Conflict
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_clock
from journal.refusals import NotFound


@dataclass(frozen=True, slots=True)
class EarlyRequest:
    """A box and its action for its turn; an empty action withdraws the choice."""

    round: UUID
    box: int
    action: str = ""


@reports_alarms
@transaction.atomic
def choose_early(player: User, request: EarlyRequest) -> None:
    """Choose, replace or withdraw the box's early decision. Idempotent. Raises a `Refusal`."""
    own = Round.objects.filter(public_id=request.round, player=player, place__player__isnull=True)
    round_ = own.first()
    if round_ is None:
        raise NotFound
    clock = lock_clock(round_.place_id)
    if clock.deal_id != round_.deal_id or clock.phase != Clock.Phase.TURNS:
        raise Conflict
    live = load_live_deal(clock)
    if round_.bettor_by_box.get(request.box) != FIRST or not is_before_turn(
        live.state, request.box
    ):
        raise NotYourTurn
    EarlyDecision.objects.filter(deal=round_.deal_id, box=request.box).delete()
    if request.action:
        _keep(live, round_, request)


def _keep(live: LiveDeal, round_: Round, request: EarlyRequest) -> None:
    if request.action not in EARLY_VERBS or request.action not in early_verbs(
        live.state, request.box
    ):
        raise ActionRefused(_("That is not possible with this hand now."))
    EarlyDecision.objects.create(
        round=round_,
        deal_id=round_.deal_id,
        box=request.box,
        hand=1,
        hand_state=digest_hand_state(live.state, request.box),
        action=request.action,
        chosen_at=database_now(),
    )
