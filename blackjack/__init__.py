"""The game as a library: pure Python, no clock, no chance, no database.

Cards come in from outside as a function of their number in the round, amounts are whole units of the caller's
choice, and the same inputs always give the same value. Start with `Rules`, `PRESETS` and `Round`.
"""

VERSION = "1.0"
