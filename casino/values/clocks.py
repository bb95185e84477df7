"""Clocks of a live table, from its rules (docs/live.md)."""

from datetime import timedelta
from typing import Final

from blackjack.rules import Rules

OPENING_SECONDS: Final = 3
"""Time for the openings of an exchange, and for new seals before the second one."""

GRACE_SECONDS: Final = 1.0
"""A decision counts if its request arrives within this time after its deadline."""

LAST_SECONDS: Final = 5
"""Last seconds of a clock, which the page highlights (static/js/live/countdown.js)."""

ARRIVED_SECONDS: Final = 5
"""The house leaves a step alone for this long after a request for it has arrived."""

DEALERS_WAIT: Final = "2s"
"""Lock timeout of dealers for players and accounts; the table is retried afterwards."""

UNMARKED: Final = timedelta(seconds=2)
"""A gap of this length between the marks of a kind of process is an outage. Processes leave a mark once a second."""


def betting_seconds(rules: Rules) -> int:
    """Return the length of the betting phase, from the first bet."""
    return rules.betting_seconds or rules.intermission_seconds or 0


def turn_seconds(rules: Rules) -> int:
    """Return the time for one decision. Raises `ValueError` for rules without a clock for turns."""
    if rules.turn_seconds is None:
        raise ValueError("the rules have no clock for turns")
    return rules.turn_seconds


def intermission_seconds(rules: Rules) -> int:
    """Return the pause after a deal; 0 for none."""
    return rules.intermission_seconds or 0
