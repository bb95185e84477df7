"""Moves a live table whose deadline has passed, or whose running deal has a barred player.

Called by dealers, and by any request that finds the table due.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Case, DateTimeField, F, Q, When

from casino.fairness.selectors.exchanges import running_exchange
from casino.incidents.services.malfunction import cancel_stuck_deal
from casino.live.selectors.barred import deal_has_barred_player
from casino.live.selectors.running import load_live_deal
from casino.live.selectors.time import database_now
from casino.live.services.answers import end_answers, play_if_answered
from casino.live.services.bell import ring_bell
from casino.live.services.exchange import abandon_exchange, end_exchange
from casino.live.services.outages import is_any_process_down, restart_phase_after_outage
from casino.live.services.pause import begin_betting
from casino.live.services.turns import continue_turns, play_barred_turn, play_timeout
from casino.live.services.waiting_list import move_waiting_list
from casino.live.services.waiting_shoes import renew_waiting_shoes
from casino.live.values.phases import PLAYING, TAKES_BETS
from casino.models import Clock
from casino.services.alarms import reports_alarms
from casino.services.clocks import prepare_switch_update
from casino.services.locks import limit_lock_wait, lock_clock, lock_free_clock
from casino.values.clocks import DEALERS_WAIT, GRACE_SECONDS
from internals.compiled_queries import write_rows
from tables.selectors.switches import newest_switching_number, newest_switching_subquery

STUCK_AFTER: Final = timedelta(minutes=10)
"""A deal that cannot continue for this long, for example because the house was down, is cancelled."""

_GRACE = timedelta(seconds=GRACE_SECONDS)

ACTS_AT: Final = Case(
    When(phase__in=PLAYING, then=F("deadline") + _GRACE),
    default=F("deadline"),
    output_field=DateTimeField(null=True),
)
"""Query expression: when the house may act, after the deadline and, where a player decides, the grace period."""


def due_tables(now: datetime) -> list[int]:
    """Places of the live tables to move, the longest overdue first. One query.

    The deadline has passed, a player of the running deal is barred, or a switch is not shown yet. A
    restriction or a switch notifies no table: a dealer finds it within a second, so stopping play never waits
    for a table.
    """
    unshown = Q(switching__lt=newest_switching_subquery())
    clocks = Clock.objects.alias(acts_at=ACTS_AT)
    due = clocks.filter(Q(acts_at__lte=now) | deal_has_barred_player() | unshown)
    return list(due.order_by("deadline").values_list("place", flat=True))


def move_table_if_free(place: int) -> bool:
    """Move a table that nobody else is moving; for dealers. Returns whether anything changed.

    A slow transaction of one of its players, for example at the cash desk, holds a dealer up for
    `DEALERS_WAIT` only.
    """
    moved = _move_if_free(place)
    if moved:
        continue_turns(place, lock_timeout=DEALERS_WAIT)
        renew_waiting_shoes(place)
    return moved


@reports_alarms
@transaction.atomic
def _move_if_free(place: int) -> bool:
    limit_lock_wait(DEALERS_WAIT)
    clock = lock_free_clock(place)
    if clock is None:
        return False
    now = database_now()
    is_shown = _show_switches(clock, now)
    return _move(clock, now) or is_shown


def _show_switches(clock: Clock, now: datetime) -> bool:
    """Let the pages show what was stopped or resumed since. Returns whether there was anything.

    A table that was closed clears its waiting list; a box that is open again is held for the first of it.
    """
    newest = newest_switching_number()
    if clock.switching >= newest:
        return False
    if clock.phase in TAKES_BETS:
        move_waiting_list(clock, now)
    write_rows(prepare_switch_update(clock, newest))
    return True


def move_table(place: int, now: datetime) -> bool:
    """Move a table whose deadline has passed; for a request that finds it late. Returns whether it moved."""
    moved = _move_table(place, now)
    if moved:
        continue_turns(place)
        renew_waiting_shoes(place)
    return moved


@reports_alarms
@transaction.atomic
def _move_table(place: int, now: datetime) -> bool:
    return _move(lock_clock(place), now)


def _move(clock: Clock, now: datetime) -> bool:
    if not is_due(clock, now):
        return _play_for_barred(clock, now)
    if clock.phase in PLAYING and now - clock.since > STUCK_AFTER:
        # Before `is_any_process_down`: a process may stay down for good.
        return _cancel_stuck(clock)
    if clock.phase == Clock.Phase.SEALING and now - clock.since > STUCK_AFTER:
        abandon_exchange(clock, running_exchange(clock.place), now)
        return True
    return not is_any_process_down(now) and _move_due(clock, now)


def _move_due(clock: Clock, now: datetime) -> bool:
    if restart_phase_after_outage(clock, now):
        return True
    match clock.phase:
        case Clock.Phase.BETTING:
            ring_bell(clock, now)
        case Clock.Phase.SEALING:
            end_exchange(clock, now)
        case Clock.Phase.ANSWERS:
            return end_answers(clock, now)
        case Clock.Phase.TURNS:
            return play_timeout(clock, now)
        case Clock.Phase.INTERMISSION:
            begin_betting(clock, now)
    return True


def _play_for_barred(clock: Clock, now: datetime) -> bool:
    """Play for a barred player before the deadline; before the peek, only if nobody else is awaited."""
    if not Clock.objects.filter(deal_has_barred_player(), pk=clock.pk).exists():
        return False
    live = load_live_deal(clock)
    if clock.phase == Clock.Phase.ANSWERS:
        return play_if_answered(clock, live, now)
    return play_barred_turn(clock, live, now)


def _cancel_stuck(clock: Clock) -> bool:
    """Cancel the deal and return all stakes, unless staff froze it."""
    live = load_live_deal(clock)
    if live.is_frozen:
        return False
    cancel_stuck_deal(live.running.rounds[0])
    return True


def is_due(clock: Clock, now: datetime) -> bool:
    """Return whether the house may act: after the deadline and, for decisions, the grace period."""
    if clock.deadline is None:
        return False
    return now >= clock.deadline + (_GRACE if clock.phase in PLAYING else timedelta())
