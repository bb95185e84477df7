"""What may be done in the phases of a live table's clock."""

from typing import Final

from casino.models import Clock

TAKES_BETS: Final = (Clock.Phase.WAITING, Clock.Phase.BETTING, Clock.Phase.INTERMISSION)
"""Bets for the next deal are placed, replaced and withdrawn."""

PLAYING: Final = (Clock.Phase.ANSWERS, Clock.Phase.TURNS)
"""A deal runs, and its bettors decide."""
