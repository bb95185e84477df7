"""Judgement of players' decisions: completed rounds are replayed from their stored facts, in batches.

Each round is judged once. A day's rounds are summed when the day is closed and all of them are judged.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.db import connection, transaction
from django.db.models import Prefetch

from blackjack.actions import Action
from blackjack.rules import Rules
from casino.fairness.selectors.replays import (
    DealPlay,
    load_live_deal_plays,
    make_stored_draw,
    replay_round,
)
from casino.models import Bet, Decision, Round
from casino.refusals import ReplayDiffers
from reports.models import ClosedDay, ClosedPart, JudgedRound
from reports.selectors.fact_tables import DECISIONS, STAKES, query_parameters
from reports.selectors.period_query import find_last_closed, query_rows
from reports.services import luck
from reports.values.period import DAY, Period, day_of, start_of
from wallet.money.values import SCALE_DIGITS

if TYPE_CHECKING:
    from blackjack.analysis.worths import Worths

_LOG = logging.getLogger(__name__)
_LOCK: Final = 0x6A756467

_DUE: Final = """
    SELECT id FROM casino_round AS round
    WHERE finished_at >= %(since)s AND finished_at < %(until)s AND status = 'completed'
      AND currency <> 'PLY'
      AND NOT EXISTS (SELECT FROM reports_judgedround AS judged WHERE judged.round_id = round.id)
    ORDER BY finished_at LIMIT %(most)s
"""
_FIRST_OPEN: Final = """
    SELECT min(day) AS day FROM reports_closedday AS closed
    WHERE part = 'figures' AND NOT EXISTS (
        SELECT FROM reports_closedday WHERE part = 'decisions' AND day = closed.day)
"""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Decisions of a round: number, number with a cost, and total cost, in units of the round's currency."""

    decisions: int
    deviations: int
    cost: float
    insurance: float
    hands: float
    """Expected loss through decisions on the hands themselves, insured or not."""


def judge_rounds(now: datetime, most: int) -> int:
    """Judge up to `most` completed rounds of the oldest day not summed yet, else of the days since; return the number.

    A closed day is summed once all of its rounds are judged. Concurrent calls may judge the same rounds; duplicates
    are ignored.
    """
    day = _first_open_day()
    if day is None:
        last = find_last_closed()
        since = start_of(last + DAY) if last else None
        return _judge(_due(since, now, most)) if since else 0
    done = _judge(_due(start_of(day), start_of(day + DAY), most))
    if done < most:
        close_judged_day(day)
    return done


@transaction.atomic(durable=True)
def close_judged_day(day: date) -> bool:
    """Sum the decisions of a day; False if a round is not judged yet or the day is already summed.

    Takes an advisory lock and waits for it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        done = ClosedDay.objects.filter(day=day, part=ClosedPart.DECISIONS).exists()
        if done or _due(start_of(day), start_of(day + DAY), 1):
            return False
        ClosedDay.objects.create(day=day, part=ClosedPart.DECISIONS)
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(DECISIONS.insert_statement, query_parameters([Period.day(day)]))
        cursor.execute(STAKES.insert_statement, query_parameters([Period.day(day)]))
    return True


def judge_round(round_: Round, live_play: DealPlay | None = None) -> Judgement:
    """Replay a round from its stored cards, and judge each action. Raises ReplayDiffers if the rules don't allow them.

    `live_play` is as in `replay_round`.
    """
    made = list(round_.decisions.all())
    actions = [decision.action for decision in made]
    states = replay_round(round_, round_.bets.all(), actions, make_stored_draw(round_), live_play)
    worths, costs, insurance, deviations = load_worths(round_.version.rules), 0.0, 0.0, 0
    beside = 0.0
    for decision in made:
        state, action = states[decision.step], Action.parse(decision.action, SCALE_DIGITS)
        cost = worths.cost(state, action)
        if action.verb == "insure":
            insurance += cost
            beside += luck.hand_cost_of_insuring(worths, state)
        else:
            costs += cost
        deviations += cost > 0
    return Judgement(len(actions), deviations, costs, insurance, costs + beside)


@lru_cache(maxsize=16)
def load_worths(rules: Rules) -> "Worths":
    """Return the values of decisions under these rules, cached. Workers only: it loads numpy."""
    from blackjack.analysis.worths import Worths  # noqa: PLC0415 - only a worker needs numpy

    return Worths(rules)


def _first_open_day() -> date | None:
    """Return the oldest closed day whose decisions are not summed."""
    found: date | None = query_rows(_FIRST_OPEN, {})[0]["day"]
    return found


def _due(since: datetime, until: datetime, most: int) -> list[int]:
    asked = {"since": since, "until": until, "most": most}
    return [one["id"] for one in query_rows(_DUE, asked)]


def _judge(numbers: list[int]) -> int:
    bets = Prefetch("bets", Bet.objects.order_by("box"))
    decisions = Prefetch("decisions", Decision.objects.order_by("step"))
    found = Round.objects.filter(pk__in=numbers).select_related(
        "version", "place", "deal__shoe__version"
    )
    rounds = list(found.prefetch_related(bets, decisions))
    gone, plays = luck.load_gone_cards(rounds), load_live_deal_plays(rounds)
    try:
        rows = [_row(one, gone[one.pk], plays.get(one.deal_id)) for one in rounds]
    except luck.EffectsMissing:
        _LOG.info("Rounds are judged once the effects of removal are there")
        return 0
    JudgedRound.objects.bulk_create(rows, ignore_conflicts=True)
    return len(numbers)


def _row(round_: Round, gone: Sequence[int], live_play: DealPlay | None) -> JudgedRound:
    if round_.finished_at is None:
        raise ValueError(f"round {round_.pk} is not over")
    row = JudgedRound(round=round_, day=day_of(round_.finished_at), decisions=0, deviations=0)
    try:
        found = judge_round(round_, live_play)
    except ReplayDiffers:
        _LOG.exception("A round cannot be judged from its facts", extra={"round": round_.pk})
        return row
    rate = float(round_.tasa_cambio)
    row.decisions, row.deviations = found.decisions, found.deviations
    row.cost_usd, row.insurance_usd = found.cost * rate, found.insurance * rate
    measured = luck.compute_luck(round_, gone, found.hands)
    if measured is not None:
        row.net_usd, row.luck_usd = measured.net * rate, measured.luck * rate
        row.blackjack_chance = measured.chance
    return row
