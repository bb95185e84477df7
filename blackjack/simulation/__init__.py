"""Rounds by the million, played by the chart through the engine that serves players.

`simulate` plays shoes whose server seeds come from one seed, by all the rules of the shoe, and gives a `Simulation`:
what came back, how sure that is, and what a counter of cards would have made of it. `ProgressLine` says how far it is.
"""

from blackjack.simulation.counting import Counting
from blackjack.simulation.progress import ProgressLine
from blackjack.simulation.result import Simulation
from blackjack.simulation.run import Settings, SimulationError, check_settings, simulate

__all__ = [
    "Counting",
    "ProgressLine",
    "Settings",
    "Simulation",
    "SimulationError",
    "check_settings",
    "simulate",
]
