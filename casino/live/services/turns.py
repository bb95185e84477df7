"""Decisions of a live table's turns: a player's in time, the house's when the clock has run out."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from accounts.models.users import User
from blackjack.actions import WITH_NEW_MONEY, Action
from blackjack.strategy import STANDS
from casino.live.refusals import NotYourTurn, TooLate
from casino.live.selectors.early import early_decisions, hand_state
from casino.live.selectors.running import LiveDeal, load_live_deal
from casino.live.selectors.time import database_now
from casino.live.services.arrivals import arrived_in_time, is_awaited, note_arrival
from casino.live.services.ending import end_deal
from casino.live.services.outages import restore_time
from casino.models import Clock, Decision, EarlyDecision, Round
from casino.play.services.advice import best_action
from casino.play.services.decisions import (
    DecisionRequest,
    canonical_text,
    choose_action,
    play_action,
)
from casino.play.services.followers import without_unable_followers
from casino.play.services.offers import funds_of
from casino.refusals import Conflict, RoundHeld
from casino.services.alarms import reports_alarms
from casino.services.clocks import set_deadline
from casino.services.locks import lock_clock, lock_players
from casino.values.charts import chart_of
from casino.values.clocks import turn_seconds
from internals.compiled_queries import write
from journal.refusals import NotFound, Refusal
from tables.selectors.tables import mathematics_of


def decide_turn(player: User, request: DecisionRequest) -> Round:
    """Play the action of the player's turn. Idempotent. Raises a `Refusal`; a late one raises `TooLate`."""
    note_arrival(player.pk, request.round, request.step)
    return _decide(player, request)


@reports_alarms
@transaction.atomic
def _decide(player: User, request: DecisionRequest) -> Round:
    round_ = _own_round(player, request)
    clock = lock_clock(round_.place_id)
    made = Decision.objects.filter(deal=round_.deal_id, step=request.step).first()
    if made is not None:
        return _repeated(made, round_, request)
    if clock.deal_id != round_.deal_id or clock.phase != Clock.Phase.TURNS:
        raise Conflict
    live = load_live_deal(clock)
    if live.is_frozen:
        raise RoundHeld
    if request.step != live.step:
        raise Conflict
    if live.asked.round != round_:
        raise NotYourTurn
    if not arrived_in_time(clock, round_.pk, live.step) and not restore_time(clock, database_now()):
        raise TooLate
    _take_turn(clock, live, request)
    return live.asked.round


def _own_round(player: User, request: DecisionRequest) -> Round:
    own = Round.objects.filter(public_id=request.round, player=player)
    round_ = own.filter(place__player__isnull=True).first()
    if round_ is None:
        raise NotFound
    return round_


def _repeated(made: Decision, round_: Round, request: DecisionRequest) -> Round:
    """The answer to a decision sent again; another one for the same step, or the house's, conflicts with it."""
    same = made.round_id == round_.pk and not made.by_house
    if same and made.action == canonical_text(request.action):
        return round_
    raise Conflict


def _take_turn(clock: Clock, live: LiveDeal, request: DecisionRequest) -> None:
    early = early_decisions(live.running.dealt)
    _hold_payers(
        live, early, {live.turn.box} if request.action.startswith(WITH_NEW_MONEY) else set()
    )
    asked = live.asked
    action = choose_action(request, live.state, asked)
    made = Decision(
        deal=live.running.dealt,
        round=asked.round,
        step=live.step,
        origin_id=request.origin if request.origin != asked.round.origin_id else None,
    )
    _go_on(clock, _play(live, made, action), early, database_now())


def _hold_payers(
    live: LiveDeal, early: Mapping[int, EarlyDecision], boxes: Collection[int]
) -> None:
    """Lock, before anything is judged by their state, whoever may give new money at these boxes or by an early decision."""
    paying = {*boxes, *(box for box, one in early.items() if one.action in WITH_NEW_MONEY)}
    rounds = [one for one in live.running.rounds if paying & set(one.boxes)]
    players = lock_players(one.player_id for one in rounds) if rounds else {}
    for round_ in rounds:
        round_.player = round_.participant.player = players[round_.player_id]


def _play(live: LiveDeal, made: Decision, action: Action) -> LiveDeal:
    """The deal after an action, the followers' money with it."""
    action = without_unable_followers(live.state, action, live.running)
    after, _shoes = play_action(made, live.state, action, live.running)
    return LiveDeal(live.running, after, live.step + 1)


def _go_on(clock: Clock, live: LiveDeal, early: dict[int, EarlyDecision], now: datetime) -> None:
    """Apply early decisions as far as they go, then start the next turn's clock, or end the deal."""
    while not live.state.complete and (chosen := early.pop(live.turn.box, None)) is not None:
        live = _apply_early(live, chosen) or live
    if live.state.complete:
        end_deal(clock, live.running, now)
    else:
        write(set_deadline(clock, now, turn_seconds(live.state.rules)))


def _apply_early(live: LiveDeal, chosen: EarlyDecision) -> LiveDeal | None:
    """The deal after an early decision; None where hand, moves or funds are not what it was chosen for: it is dropped."""
    box = chosen.box
    EarlyDecision.objects.filter(pk=chosen.pk).delete()
    if live.turn.hand != chosen.hand or hand_state(live.state, box) != chosen.hand_state:
        return None
    asked = live.asked
    request = DecisionRequest(asked.round.public_id, live.step, chosen.action)
    try:
        action = choose_action(request, live.state, asked)
    except Refusal:
        return None
    made = Decision(deal=live.running.dealt, round=asked.round, step=live.step, early=True)
    return _play(live, made, action)


def play_timeout(clock: Clock, now: datetime) -> bool:
    """Decide for the player whose turn's clock has run out, without new money. False while a request in time is awaited."""
    live = load_live_deal(clock)
    if live.is_frozen or is_awaited(clock, live.asked.round.pk, live.step, now):
        return False
    round_ = live.asked.round
    round_.interrupted = True
    early = early_decisions(live.running.dealt)
    _hold_payers(live, early, ())
    made = Decision(deal=live.running.dealt, round=round_, step=live.step, by_house=True)
    _go_on(clock, _play(live, made, choose_for_player(live)), early, now)
    return True


def choose_for_player(live: LiveDeal) -> Action:
    """What the house plays in the present turn: by the table's rules, and never with new money."""
    asked, how = live.asked, live.state.rules.on_turn_timeout
    chart = None if how == "stand" else chart_of(mathematics_of(live.running.dealt.shoe.version))
    funds = funds_of(asked.round, asked.player_money)
    if chart is None:
        return best_action(STANDS, live.state, asked.round, funds, "stand")
    return best_action(chart, live.state, asked.round, funds, "hit_or_stand")
