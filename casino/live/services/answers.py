"""Answers before the peek: given by all bettors at once, hidden from the others, played in the engine's order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models.users import User
from blackjack.actions import WITH_NEW_MONEY, Action, IllegalAction
from blackjack.deal import Deal
from casino.limits.services.loss_stops import records_loss_stops
from casino.live.refusals import NotYourTurn, TooLate
from casino.live.selectors.barred import is_barred
from casino.live.selectors.running import LiveDeal, load_live_deal
from casino.live.selectors.time import database_now
from casino.live.services.arrivals import is_awaited, is_in_time, record_arrival
from casino.live.services.ending import end_deal
from casino.live.services.outages import restart_phase_after_outage
from casino.models import Answer, Clock, Decision, Round
from casino.play.selectors.running_deal import PlayerShare
from casino.play.services.decisions import DecisionRequest, choose_action, play_action
from casino.play.services.money_moves import hold_stake, return_stake
from casino.play.services.offers import amount_field
from casino.refusals import ActionRefused, Conflict, RoundHeldByStaff
from casino.services.alarms import reports_alarms
from casino.services.clocks import deal_phase, end_phase, prepare_version_update, set_phase
from casino.services.locks import lock_clock, lock_players
from casino.values.clocks import turn_seconds
from casino.values.play_money import convert_round_money
from casino.values.transfer_keys import answer_key
from internals.compiled_queries import prepare_insert, prepare_update, write_rows
from journal.refusals import NotFound, Refusal
from wallet.money.values import SCALE_DIGITS


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """One form for all boxes and bets behind of a player: actions by box."""

    round: UUID
    actions: Mapping[int, str]
    origin: int | None = None
    from_form: bool = False  # a form names the amount wherever there is a choice
    currency: str = ""  # of the amounts, if the request names it


def amount_field_at(box: int, verb: str) -> str:
    """Name of the field for an answer's amount; one form has fields for several boxes."""
    return f"{amount_field(verb)}-{box}"


def give_answers(player: User, request: AnswerRequest) -> Round:
    """Store a player's answers and hold their money. Idempotent. Raises a `Refusal`."""
    arrived_at = record_arrival(player.pk, request.round, 0)
    round_ = _give(player, request, arrived_at)
    play_when_all_answered(round_.place_id)
    return round_


@reports_alarms
@records_loss_stops
@transaction.atomic
def _give(player: User, request: AnswerRequest, arrived_at: datetime | None) -> Round:
    own = Round.objects.filter(public_id=request.round, player=player)
    round_ = own.filter(place__player__isnull=True).first()
    if round_ is None:
        raise NotFound
    clock, now = lock_clock(round_.place_id), database_now()
    if _are_given(round_, request):
        return round_
    if clock.deal_id != round_.deal_id or clock.phase != Clock.Phase.ANSWERS:
        raise Conflict
    if not is_in_time(clock, arrived_at) and not restart_phase_after_outage(clock, database_now()):
        raise TooLate
    live = load_live_deal(clock)
    if live.is_frozen:
        raise RoundHeldByStaff
    _keep(live, round_, request, now)
    write_rows(prepare_version_update(clock))
    return round_


def iterate_questions(deal: Deal) -> Iterator[Deal]:
    """Yield the states in which each bettor is asked before the peek, as if all others declined."""
    while deal.phase == "before_peek":
        yield deal
        deal = deal.play("decline")


@reports_alarms
@transaction.atomic
def play_when_all_answered(place: int) -> bool:
    """Play the answers once every bettor who is asked has answered. Returns whether they were played.

    Runs in a transaction of its own: the deal may end and pay all its players.
    """
    clock = lock_clock(place)
    if clock.phase != Clock.Phase.ANSWERS:
        return False
    return play_if_answered(clock, load_live_deal(clock), database_now())


def play_if_answered(clock: Clock, live: LiveDeal, now: datetime) -> bool:
    """Play the answers if none is awaited and the deal is not frozen. Returns whether they were played."""
    if live.is_frozen or _unanswered(live):
        return False
    play_answers(clock, live, now)
    return True


def play_answers(clock: Clock, live: LiveDeal, now: datetime) -> None:
    """Play the answers in the engine's order; a missing answer declines.

    Answers that are no longer offered are dropped first and their money is returned; the rest is played once
    that is committed.
    """
    answers = _kept(live)
    if dropped := _not_offered(live.state, answers):
        _drop(live, dropped)
        write_rows(end_phase(clock, now))
        return
    state, step = live.state, live.step
    while state.phase == "before_peek":
        box, bettor = _who(state)
        answer = answers.get((box, bettor))
        made = Decision(
            deal=live.running.dealt,
            round=live.running.find_share(box, bettor).round,
            step=step,
            by_house=answer is None,
            origin_id=answer.origin_id if answer else None,
        )
        if answer is not None:
            answer.state = Answer.State.PLAYED
            write_rows(prepare_update(answer, "state"))
        state, _shoes = play_action(made, state, _action(answer), live.running, held=True)
        step += 1
    if state.complete:
        end_deal(clock, live.running, now)
    else:
        seconds = turn_seconds(state.rules)
        write_rows(set_phase(clock, deal_phase(state), now, seconds, live.running.dealt))


def _not_offered(state: Deal, answers: Mapping[tuple[int, int], Answer]) -> list[Answer]:
    """Answers that are not asked for, or not legal once all before them are played."""
    left = dict(answers)
    found = []
    while state.phase == "before_peek":
        answer = left.pop(_who(state), None)
        action = _action(answer)
        if answer is not None and action.verb not in state.legal_actions:
            found.append(answer)
            action = _action(None)
        state = state.play(action)
    return [*found, *left.values()]


def _drop(live: LiveDeal, dropped: list[Answer]) -> None:
    """Return the money of answers that do not count, in order of players."""
    for answer in sorted(dropped, key=lambda one: _share(live, one).round.player_id):
        round_ = _share(live, answer).round
        if answer.amount:
            key = answer_key(round_.player_id, round_.public_id, answer.box, "returned")
            money = round_.money(answer.amount)
            return_stake(round_.player_id, money, key=key, round_id=round_.public_id)
        answer.state = Answer.State.DROPPED
        write_rows(prepare_update(answer, "state"))


def _share(live: LiveDeal, answer: Answer) -> PlayerShare:
    return live.running.find_share(answer.box, answer.bettor)


def _action(answer: Answer | None) -> Action:
    return Action("decline") if answer is None else Action.parse(answer.action, SCALE_DIGITS)


def end_answers(clock: Clock, now: datetime) -> bool:
    """Play the answers when their time is up. False while frozen, or while a request in time is awaited."""
    live = load_live_deal(clock)
    if live.is_frozen or any(is_awaited(clock, round_.pk, 0, now) for round_ in _unanswered(live)):
        return False
    play_answers(clock, live, now)
    return True


def _unanswered(live: LiveDeal) -> list[Round]:
    """Rounds whose players are asked and have not answered, except barred players."""
    given = set(_kept(live).keys())
    asked = {_who(state) for state in iterate_questions(live.state)} - given
    rounds = [live.running.find_share(*who).round for who in sorted(asked)]
    return [round_ for round_ in rounds if not is_barred(round_)]


def _keep(live: LiveDeal, round_: Round, request: AnswerRequest, now: datetime) -> None:
    asked = {_who(state): state for state in iterate_questions(live.state)}
    share = next(one for one in live.running.shares if one.round == round_)
    if any(action.startswith(WITH_NEW_MONEY) for action in request.actions.values()):
        player = lock_players([round_.player_id])[round_.player_id]
        share.round.player = share.round.participant.player = player
    for box, text in sorted(request.actions.items()):
        state = asked.get((box, share.round.bettor_by_box.get(box, 0)))
        if state is None:
            raise NotYourTurn
        chosen = DecisionRequest(
            round_.public_id, 0, text, request.origin, request.from_form, request.currency
        )
        _keep_one(live, share, state, chosen, now)


def _keep_one(
    live: LiveDeal, share: PlayerShare, state: Deal, request: DecisionRequest, now: datetime
) -> None:
    box, bettor = _who(state)
    try:
        action, round_ = choose_action(request, state, share), share.round
    except Refusal as refusal:
        verb = request.action.partition(":")[0]
        if refusal.field == amount_field(verb):
            refusal.field = amount_field_at(box, verb)
        raise
    if Answer.objects.filter(deal=live.running.dealt, box=box, bettor=bettor).exists():
        raise ActionRefused(_("You have answered already."), code="answered_already")
    cost = round_.money(state.cost(action))
    if cost.units:
        key = answer_key(round_.player_id, round_.public_id, box, "held")
        left = hold_stake(round_.player_id, cost, key=key, round_id=round_.public_id)
        share.player_money.set_balance(left)
    answer = Answer(
        round=round_,
        deal=live.running.dealt,
        box=box,
        bettor=bettor,
        action=action.text(SCALE_DIGITS),
        amount=cost.units,
        amount_usd=convert_round_money(cost, round_.tasa_cambio),
        given_at=now,
        origin_id=request.origin if request.origin != round_.origin_id else None,
    )
    write_rows(prepare_insert(answer))


def _are_given(round_: Round, request: AnswerRequest) -> bool:
    """True if the same form was sent before. Raises `Conflict` for other answers to the same questions."""
    given = dict(Answer.objects.filter(round=round_).values_list("box", "action"))
    asked = {box: _plain(action) for box, action in request.actions.items()}
    again = {box: given[box] for box in asked if box in given}
    if again and again != asked:
        raise Conflict
    return bool(again)


def _plain(action: str) -> str:
    try:
        return Action.parse(action, SCALE_DIGITS).text(SCALE_DIGITS)
    except IllegalAction:
        return action


def _kept(live: LiveDeal) -> dict[tuple[int, int], Answer]:
    kept = Answer.objects.filter(deal=live.running.dealt, state=Answer.State.KEPT)
    return {(one.box, one.bettor): one for one in kept}


def _who(state: Deal) -> tuple[int, int]:
    if state.turn is None:
        raise LookupError("nobody is asked")
    return state.turn.box, state.turn.bettor
