"""Moves a live table's clock. Each change of what the table shows raises its version."""

import time
from datetime import datetime, timedelta

import blackjack.deal as engine
from casino.models import Clock, Deal
from casino.values.clocks import turn_seconds
from internals.compiled_queries import CompiledRow, changed, write
from push.notifier import announce_version

MOVED = ("phase", "since", "deadline", "version", "deal")
"""The fields of a clock that a change of phase sets."""


def set_phase(
    clock: Clock, phase: Clock.Phase, now: datetime, seconds: float | None, deal: Deal | None = None
) -> CompiledRow:
    """Begin a phase that ends after so many seconds, or of itself. Returns the row to be written."""
    clock.phase, clock.since, clock.deal = phase, now, deal
    clock.deadline = None if seconds is None else now + timedelta(seconds=seconds)
    _raise_version(clock)
    return changed(clock, *MOVED)


def set_deadline(clock: Clock, now: datetime, seconds: float) -> CompiledRow:
    """Restart the clock of the present phase: the next turn. Returns the row to be written."""
    clock.since, clock.deadline = now, now + timedelta(seconds=seconds)
    _raise_version(clock)
    return changed(clock, "since", "deadline", "version")


def end_phase(clock: Clock, now: datetime) -> CompiledRow:
    """Let the present phase end at once: the next to look at the table moves it. Returns the row to be written."""
    clock.deadline = now
    _raise_version(clock)
    return changed(clock, "deadline", "version")


def show_change(clock: Clock) -> CompiledRow:
    """Raise the version: something that is shown has changed within a phase. Returns the row to be written."""
    _raise_version(clock)
    return changed(clock, "version")


def show_switches(clock: Clock, newest: int) -> CompiledRow:
    """Raise the version: a switch has stopped or resumed bets. Returns the row to be written."""
    clock.switching = newest
    _raise_version(clock)
    return changed(clock, "switching", "version")


def _raise_version(clock: Clock) -> None:
    """Streams and dealers hear of it once the running transaction is committed.

    It is never below the milliseconds since 1970, so that it also rises over a restore from a backup: open pages show nothing older than
    what they have.
    """
    clock.version = max(clock.version + 1, time.time_ns() // 1_000_000)
    announce_version(clock.place_id, clock.version)


def phase_of(deal: engine.Deal) -> Clock.Phase:
    """The phase of a deal that is not complete."""
    return Clock.Phase.ANSWERS if deal.phase == "before_peek" else Clock.Phase.TURNS


def stop_clock(dealt: Deal, now: datetime) -> None:
    """After a deal was cancelled: its live table waits for bets again."""
    clock = Clock.objects.filter(deal=dealt).first()
    if clock is not None:
        write(set_phase(clock, Clock.Phase.WAITING, now, None))


def restart_clock(dealt: Deal, now: datetime) -> None:
    """After a deal was held up: whoever is asked has the whole time again."""
    clock = Clock.objects.filter(deal=dealt).first()
    if clock is not None:
        write(set_deadline(clock, now, turn_seconds(dealt.shoe.version.rules)))
