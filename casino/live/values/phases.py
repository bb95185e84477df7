"""Phases of a live table's clock by what is allowed in them."""

from typing import Final

from casino.models import Clock

TAKES_BETS: Final = (Clock.Phase.WAITING, Clock.Phase.BETTING, Clock.Phase.INTERMISSION)
"""Phases in which bets for the next deal are placed, replaced and withdrawn."""

PLAYING: Final = (Clock.Phase.ANSWERS, Clock.Phase.TURNS)
"""Phases in which a deal runs and its bettors decide."""
