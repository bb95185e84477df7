"""Judging of players who are due: statistical signals at the looks they reached, the others over their window.

Players are judged in one transaction with the outcomes: a repeated or concurrent run changes nothing. What is needed of
them is read by one query for all.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models.users import StateChange
from accounts.models.visits import Visit
from detection.models import DuePlayer, PlayerDay
from detection.selectors.configurations import Configuration, find_longest, load_configuration
from detection.selectors.deviations import load_deviations_of
from detection.selectors.kept_rows import PlayerRows, cut_look, load_rows_of
from detection.selectors.plans import JudgingPlan, find_wanted, load_states_of, make_plan
from detection.selectors.player_events import PlayerEvents, load_events_of
from detection.selectors.units import find_voided_of, load_units_of
from detection.services.building import make_due
from detection.services.recording import Judged, note_units, record_judgements
from detection.services.trials import note_beside
from detection.values.windows import cut_window
from journal.services.program_errors import is_transient
from limits.models import Limit
from signals.columns import History
from signals.definition import Signal
from signals.judging import judge_signal
from signals.looks import FIRST_LOOKS
from signals.outcomes import Outcome, OutcomeStatus, too_few
from wallet.cash.models import Deposit, Withdrawal

AT_ONCE: Final = 200
"""Players of one transaction."""

_LOG = logging.getLogger(__name__)


def make_active_players_due(since: datetime | None = None) -> int:
    """Have all players judged who played, paid or visited since then; without it within the longest window. Returns how many.

    Of others nothing has changed but the time: their flags end when they are too old.
    """
    longest = find_longest(load_configuration().without_looks)
    since = since or timezone.now() - timedelta(days=longest)
    players = set(PlayerDay.objects.filter(day__gte=since.date()).values_list("player", flat=True))
    players |= set(Visit.objects.filter(begun_at__gte=since).values_list("player", flat=True))
    states = StateChange.objects.filter(at__gte=since, user__is_staff=False)
    players |= set(states.values_list("user", flat=True))
    own = Limit.objects.filter(scope="own", proposed_at__gte=since, player__isnull=False)
    players |= set(own.values_list("player", flat=True))
    for model in (Deposit, Withdrawal):
        players |= set(model.objects.filter(created_at__gte=since).values_list("player", flat=True))
    make_due(sorted(players), judge_from=timezone.now())  # withdrawals do not wait for this
    return len(players)


def judge_due_players(now: datetime | None = None) -> int:
    """Judge all players who are due; with `now` those who need not wait longer. Returns how many.

    May run in several workers.
    """
    configuration, judged = load_configuration(), 0
    while count := _judge_some(configuration, now):
        judged += count
    return judged


@transaction.atomic
def _judge_some(configuration: Configuration, now: datetime | None) -> int:
    waiting = Q(judge_from__isnull=True) | Q(judge_from__lte=now) if now else Q()
    due = (
        DuePlayer.objects.filter(waiting)
        .select_for_update(skip_locked=True)
        .order_by("since", "pk")[:AT_ONCE]
    )
    # in the order in which recomputations lock them
    players = {one.player_id: one.again for one in sorted(due, key=lambda one: one.pk)}
    record_judgements(judge_players(players, configuration))
    DuePlayer.objects.filter(pk__in=list(players)).delete()
    return len(players)


def judge_players(players: Mapping[int, bool], configuration: Configuration) -> list[Judged]:
    """Judge players at all new looks and over all windows; those whose value is true also at the last look taken before.

    Notes the units judged; the caller records the outcomes in the same transaction.
    Of a player who cannot be judged nothing is kept but the outcome `error` for all signals, and the others are judged.
    Raises transient errors, such as a lock held by others: a later run judges the players.
    """
    try:
        with transaction.atomic():
            return _judge_together(players, configuration)
    except Exception as error:  # any error: the other players must be judged
        if is_transient(error):
            raise
        if len(players) == 1:
            return _fail(next(iter(players)), error, configuration)
        return [
            judged
            for player, again in players.items()
            for judged in judge_players({player: again}, configuration)
        ]


def _fail(player: int, error: Exception, configuration: Configuration) -> list[Judged]:
    _LOG.error("player %s could not be judged", player, exc_info=error)
    failed = Outcome(OutcomeStatus.ERROR, reason=type(error).__name__)
    return [
        Judged(player, one, failed, configuration.thresholds[one.id])
        for one in configuration.signals
    ]


def _judge_together(players: Mapping[int, bool], configuration: Configuration) -> list[Judged]:
    """Judge the players. The number of queries does not depend on how many they are, but for looks and trials."""
    ids, now = list(players), timezone.now()
    voided = find_voided_of(ids)
    units, states = load_units_of(ids, voided), load_states_of(ids)
    plans = {
        player: make_plan(units[player], states.get(player, {}), configuration, again=again)
        for player, again in players.items()
    }
    wanted = {
        player: find_wanted(plan, voided.get(player, ()), configuration, now)
        for player, plan in plans.items()
    }
    longest = find_longest(configuration.without_looks)
    events = load_events_of(ids, now - timedelta(days=longest))
    deviations = load_deviations_of(ids)
    found = [
        judged
        for player, rows in load_rows_of(wanted)
        for judged in judge_player(
            rows, plans[player], events[player], deviations[player], configuration, now
        )
    ]
    note_units({player: plan.total for player, plan in plans.items()}, configuration.with_looks)
    return found


def judge_player(
    rows: PlayerRows,
    plan: JudgingPlan,
    events: PlayerEvents,
    deviations: History,
    configuration: Configuration,
    now: datetime,
) -> list[Judged]:
    """Judge one player at the looks of the plan and over all windows."""
    found = [
        judged
        for signal in configuration.with_looks
        for judged in _judge_looks(signal, rows, plan, configuration)
    ]
    return found + _judge_windows(
        int(rows.history.player), events.add_to(rows.history), deviations, configuration, now
    )


def _judge_looks(
    signal: Signal[History], rows: PlayerRows, plan: JudgingPlan, configuration: Configuration
) -> list[Judged]:
    """Judge the looks. One among the units judged before stays as it was judged once its rows are not all kept."""
    in_force, skipped = configuration.thresholds[signal.id], rows.skipped[signal.unit]
    player, found = int(rows.history.player), []
    for first, end in plan.looks[signal.id]:
        if first < skipped and end <= plan.before.get(signal.id, 0):
            continue
        cut = cut_look(rows, signal.unit, first, end)
        outcome = judge_signal(signal, cut, in_force.values)
        found.append(Judged(player, signal, outcome, in_force, look=end))
        note_beside(signal, cut, found[-1], configuration.tried.get(signal.id, ()))
    total = rows.total[signal.unit]
    if not found and total < FIRST_LOOKS[0]:
        found.append(Judged(player, signal, too_few(total), in_force))
    return found


def _judge_windows(
    player: int,
    whole: History,
    deviations: History,
    configuration: Configuration,
    now: datetime,
) -> list[Judged]:
    found = []
    cut = cache(lambda days, *, rounds: cut_window(whole, days, now.timestamp(), rounds=rounds))
    for signal in configuration.without_looks:
        days = signal.window_days
        given = deviations if days is None else cut(days, rounds=signal.reads_rounds)
        in_force = configuration.thresholds[signal.id]
        found.append(Judged(player, signal, judge_signal(signal, given, in_force.values), in_force))
        note_beside(signal, given, found[-1], configuration.tried.get(signal.id, ()))
    return found
