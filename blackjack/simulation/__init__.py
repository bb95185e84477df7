"""Simulation of millions of rounds, played by the chart in the production engine.

`simulate` plays shoes whose server seeds come from one seed, under all rules of the shoe, and
returns a `Simulation`: the return, its standard error, and the result of a card counter.
`ProgressLine` shows progress.
"""

from blackjack.simulation.counting import CountingStrategy
from blackjack.simulation.progress import ProgressLine
from blackjack.simulation.result import Simulation
from blackjack.simulation.run import Settings, SimulationError, check_settings, simulate

__all__ = [
    "CountingStrategy",
    "ProgressLine",
    "Settings",
    "Simulation",
    "SimulationError",
    "check_settings",
    "simulate",
]
