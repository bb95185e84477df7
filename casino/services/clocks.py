"""Changes of a live table's clock. Every visible change of the table raises its version."""

import time
from datetime import datetime, timedelta

import blackjack.deal as engine
from casino.models import Clock, Deal, Place
from casino.values.clocks import turn_seconds
from internals.compiled_queries import CompiledRow, prepare_update, write_rows
from push.notifier import announce_version

MOVED = ("phase", "since", "deadline", "version", "deal")
"""Fields of a clock that a change of phase sets."""


def set_phase(
    clock: Clock, phase: Clock.Phase, now: datetime, seconds: float | None, deal: Deal | None = None
) -> CompiledRow:
    """Begin a phase with a deadline after `seconds`, or without one. Returns the row to write."""
    clock.phase, clock.since, clock.deal = phase, now, deal
    clock.deadline = None if seconds is None else now + timedelta(seconds=seconds)
    _raise_version(clock)
    return prepare_update(clock, *MOVED)


def set_deadline(clock: Clock, now: datetime, seconds: float) -> CompiledRow:
    """Restart the clock of the current phase for the next turn. Returns the row to write."""
    clock.since, clock.deadline = now, now + timedelta(seconds=seconds)
    _raise_version(clock)
    return prepare_update(clock, "since", "deadline", "version")


def end_phase(clock: Clock, now: datetime) -> CompiledRow:
    """Set the deadline of the current phase to now: the next process to look at the table moves it. Returns the row to write."""
    clock.deadline = now
    _raise_version(clock)
    return prepare_update(clock, "deadline", "version")


def prepare_version_update(clock: Clock) -> CompiledRow:
    """Raise the version after a visible change within a phase. Returns the row to write."""
    _raise_version(clock)
    return prepare_update(clock, "version")


def prepare_switch_update(clock: Clock, newest: int) -> CompiledRow:
    """Raise the version after a switch stopped or resumed bets. Returns the row to write."""
    clock.switching = newest
    _raise_version(clock)
    return prepare_update(clock, "switching", "version")


def _raise_version(clock: Clock) -> None:
    """Raise the version and announce it to streams and dealers when the transaction commits.

    It is never below the milliseconds since 1970, so it also rises over a restore from a backup: open pages
    ignore versions older than theirs.
    """
    clock.version = max(clock.version + 1, time.time_ns() // 1_000_000)
    announce_version(clock.place_id, clock.version)


def deal_phase(deal: engine.Deal) -> Clock.Phase:
    """Return the phase of a deal that is not complete."""
    return Clock.Phase.ANSWERS if deal.phase == "before_peek" else Clock.Phase.TURNS


def stop_clock(dealt: Deal, now: datetime) -> None:
    """Begin a pause of no length at the live table of a cancelled deal. Does nothing at a private table.

    The next process to look at the table settles its seats and lets it wait for bets.
    """
    clock = Clock.objects.filter(deal=dealt).first()
    if clock is not None:
        write_rows(set_phase(clock, Clock.Phase.INTERMISSION, now, 0))


def show_shoe_change(place: Place) -> None:
    """Raise the version of a live table whose shoes changed between deals. Does nothing at a private table.

    The caller holds the lock of the place.
    """
    clock = Clock.objects.filter(place=place.pk).first() if place.is_live else None
    if clock is not None:
        write_rows(prepare_version_update(clock))


def restart_clock(dealt: Deal, now: datetime) -> None:
    """Restart the time for the current turn, after a deal was held up. Does nothing at a private table."""
    clock = Clock.objects.filter(deal=dealt).first()
    if clock is not None:
        write_rows(set_deadline(clock, now, turn_seconds(dealt.shoe.version.rules)))
