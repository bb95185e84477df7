"""The clocks of a live table, from its rules (docs/live.md)."""

from typing import Final

from blackjack.rules import Rules

OPENING_SECONDS: Final = 3
"""For the openings of an exchange, and for new seals before the second."""

GRACE_SECONDS: Final = 1.0
"""A decision counts if its request reached us so long after its deadline."""

LAST_SECONDS: Final = 5
"""The end of a clock, which the page shows plainly (static/js/live/countdown.js)."""

ARRIVED_SECONDS: Final = 5
"""A step for which a request has arrived is left alone for so long."""


def betting_seconds(rules: Rules) -> int:
    """How long bets are taken, from the first one."""
    return rules.betting_seconds or rules.intermission_seconds or 0


def turn_seconds(rules: Rules) -> int:
    """How long a decision may take; a live table's rules say so."""
    if rules.turn_seconds is None:
        raise ValueError("the rules have no clock for turns")
    return rules.turn_seconds


def intermission_seconds(rules: Rules) -> int:
    """The pause after a deal."""
    return rules.intermission_seconds or 0
