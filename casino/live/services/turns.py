"""Decisions in a live table's turns: the player's in time, the house's after the clock has run out."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models.users import User
from blackjack.actions import WITH_NEW_MONEY, Action
from blackjack.strategy import STANDS
from casino.live.refusals import NotYourTurn, TooLate
from casino.live.selectors.barred import PLAYER_BARRED, is_barred
from casino.live.selectors.early import digest_hand_state
from casino.live.selectors.running import LiveDeal, load_live_deal
from casino.live.selectors.time import database_now
from casino.live.services.arrivals import is_awaited, is_in_time, record_arrival
from casino.live.services.ending import end_deal
from casino.live.services.outages import restart_phase_after_outage
from casino.models import DECIDED_AFTER, Clock, Decision, EarlyDecision, Round
from casino.play.services.advice import best_action
from casino.play.services.decisions import (
    DecisionRequest,
    canonical_text,
    choose_action,
    play_action,
)
from casino.play.services.followers import keep_unable_followers_staying
from casino.play.services.offers import load_funds
from casino.refusals import Conflict, RoundHeldByStaff
from casino.services.alarms import reports_alarms
from casino.services.clocks import set_deadline
from casino.services.locks import limit_lock_wait, lock_clock, lock_players
from casino.values.charts import read_chart
from casino.values.clocks import turn_seconds
from internals.compiled_queries import ModelQuery, SmallInt, ValuesQuery
from journal.refusals import NotFound, Refusal
from tables.selectors.tables import find_mathematics

_OWN: Final = ModelQuery[Round](
    lambda public_id, player: Round.objects.filter(
        public_id=public_id, player=player, place__player__isnull=True
    ),
    UUID,
    int,
)
_MADE: Final = ModelQuery[Decision](
    lambda deal, step, since: Decision.objects.filter(deal=deal, step=step, made_at__gte=since),
    int,
    SmallInt,
    datetime,
)
_WAITS_FOR_NOBODY: Final = ValuesQuery(
    lambda place: Round.objects.filter(
        PLAYER_BARRED | Q(early_decisions__dropped=False),
        deal__in=Clock.objects.filter(place=place, phase=Clock.Phase.TURNS).values("deal"),
    ).values("pk")[:1],
    int,
)


def decide_turn(player: User, request: DecisionRequest) -> Round:
    """Play the action of the player's turn. Idempotent. Raises a `Refusal`; a late one raises `TooLate`."""
    arrived_at = record_arrival(player.pk, request.round, request.step)
    round_ = _decide(player, request, arrived_at)
    continue_turns(round_.place_id)
    return round_


@reports_alarms
@transaction.atomic
def _decide(player: User, request: DecisionRequest, arrived_at: datetime | None) -> Round:
    round_ = _own_round(player, request)
    clock = lock_clock(round_.place_id)
    live = _asked_deal(clock, round_, request.step)
    if live is None:
        return _repeated(round_, request)
    if live.is_frozen:
        raise RoundHeldByStaff
    if live.turn_share.round != round_:
        raise NotYourTurn
    if not is_in_time(clock, arrived_at) and not restart_phase_after_outage(clock, database_now()):
        raise TooLate
    _take_turn(clock, live, request)
    return live.turn_share.round


def _own_round(player: User, request: DecisionRequest) -> Round:
    round_ = _OWN.first(request.round, player.pk)
    if round_ is None:
        raise NotFound
    return round_


def _asked_deal(clock: Clock, round_: Round, step: int) -> LiveDeal | None:
    """The running deal, if this step of it is to be decided now."""
    if clock.deal_id != round_.deal_id or clock.phase != Clock.Phase.TURNS:
        return None
    live = load_live_deal(clock)
    return live if live.step == step else None


def _repeated(round_: Round, request: DecisionRequest) -> Round:
    """Return the round of a decision sent again. Raises `Conflict` if another one was made, or the house decided."""
    made = _MADE.first(round_.deal_id, request.step, round_.started_at - DECIDED_AFTER)
    is_own = made is not None and made.round_id == round_.pk and not made.by_house
    if made is None or not is_own or made.action != canonical_text(request.action):
        raise Conflict
    return round_


def _take_turn(clock: Clock, live: LiveDeal, request: DecisionRequest) -> None:
    if request.action.startswith(WITH_NEW_MONEY):
        _hold_payers(live)
    asked = live.turn_share
    action = choose_action(request, live.state, asked)
    made = Decision(
        deal=live.running.dealt,
        round=asked.round,
        step=live.step,
        asked_at=clock.since,
        origin_id=request.origin if request.origin != asked.round.origin_id else None,
    )
    _play(clock, live, made, action, database_now())


def _hold_payers(live: LiveDeal) -> None:
    """Lock the players who may give new money at this box, before their state is checked."""
    rounds = [one for one in live.running.rounds if live.turn.box in one.boxes]
    players = lock_players(one.player_id for one in rounds)
    for round_ in rounds:
        round_.player = round_.participant.player = players[round_.player_id]


def _play(clock: Clock, live: LiveDeal, made: Decision, action: Action, now: datetime) -> None:
    """Play an action with the followers' money; then start the next turn's clock, or end the deal."""
    action = keep_unable_followers_staying(live.state, action, live.running)
    next_turn = set_deadline(clock, now, turn_seconds(live.state.rules))
    after, _shoes = play_action(made, live.state, action, live.running, going_on=[next_turn])
    if after.complete:
        end_deal(clock, live.running, now)


def continue_turns(place: int, *, lock_timeout: str = "") -> None:
    """Play the turns that wait for nobody: early decisions, and turns of barred players.

    Each is a transaction of its own, as any decision is. `lock_timeout` limits the wait for each lock.
    """
    while _may_wait_for_nobody(place) and _continue_turn(place, lock_timeout):
        pass


def _may_wait_for_nobody(place: int) -> bool:
    """True if a player of the running deal has an early decision or is barred. One query, without a lock."""
    return _WAITS_FOR_NOBODY.first(place) is not None


@reports_alarms
@transaction.atomic
def _continue_turn(place: int, lock_timeout: str) -> bool:
    """Play the present turn, or drop its early decision, if it waits for nobody. Returns whether it did."""
    if lock_timeout:
        limit_lock_wait(lock_timeout)
    clock = lock_clock(place)
    if clock.phase != Clock.Phase.TURNS:
        return False
    live = load_live_deal(clock)
    if play_barred_turn(clock, live, database_now()):
        return True
    early = EarlyDecision.objects.filter(deal=clock.deal_id, box=live.turn.box, dropped=False)
    chosen = early.first()
    if live.is_frozen or chosen is None:
        return False
    if _play_early(clock, live, chosen):
        early.delete()
    else:
        early.update(dropped=True)
    return True


def _play_early(clock: Clock, live: LiveDeal, chosen: EarlyDecision) -> bool:
    """Play an early decision. Returns False if hand, legal actions or funds do not fit any more: the player is asked."""
    if (
        live.turn.hand != chosen.hand
        or digest_hand_state(live.state, chosen.box) != chosen.hand_state
    ):
        return False
    if chosen.action in WITH_NEW_MONEY:
        _hold_payers(live)
    asked = live.turn_share
    try:
        request = DecisionRequest(asked.round.public_id, live.step, chosen.action)
        action = choose_action(request, live.state, asked)
    except Refusal:
        return False
    made = Decision(deal=live.running.dealt, round=asked.round, step=live.step, early=True)
    _play(clock, live, made, action, database_now())
    return True


def play_timeout(clock: Clock, now: datetime) -> bool:
    """Decide for the player whose time is up, without new money.

    Returns False while the deal is frozen or a request in time is awaited.
    """
    live = load_live_deal(clock)
    if live.is_frozen or is_awaited(clock, live.turn_share.round.pk, live.step, now):
        return False
    _play_for_player(clock, live, now)
    return True


def play_barred_turn(clock: Clock, live: LiveDeal, now: datetime) -> bool:
    """Decide at once if the player whose turn it is was barred. Returns whether it decided.

    No request is awaited, and an early decision for this turn does not count.
    """
    if live.is_frozen or not is_barred(live.turn_share.round):
        return False
    EarlyDecision.objects.filter(deal=clock.deal_id, box=live.turn.box).delete()
    _play_for_player(clock, live, now)
    return True


def _play_for_player(clock: Clock, live: LiveDeal, now: datetime) -> None:
    round_ = live.turn_share.round
    round_.interrupted = True
    made = Decision(deal=live.running.dealt, round=round_, step=live.step, by_house=True)
    _play(clock, live, made, choose_for_player(live), now)


def choose_for_player(live: LiveDeal) -> Action:
    """Choose the house's action in the present turn: by the table's rules, and never with new money."""
    asked, rules = live.turn_share, live.state.rules
    how = rules.on_absence if is_barred(asked.round) else rules.on_turn_timeout
    chart = (
        None if how == "stand" else read_chart(find_mathematics(live.running.dealt.shoe.version))
    )
    funds = load_funds(asked.round, asked.player_money)
    if chart is None:
        return best_action(STANDS, live.state, asked.round, funds, "stand")
    return best_action(chart, live.state, asked.round, funds, "hit_or_stand")
