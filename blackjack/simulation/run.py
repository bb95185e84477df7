"""Run of a simulation, in one process or several."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar

from blackjack import keys
from blackjack.fields import is_whole
from blackjack.rules import Rules
from blackjack.simulation.counting import CountingStrategy
from blackjack.simulation.result import Simulation
from blackjack.simulation.shoes import ENDLESS, Dealing, Plan
from blackjack.simulation.tally import Tally
from blackjack.strategy import Chart

Progress = Callable[[float], None]
"""Callback for the share of the work done, 0 to 1."""

_CARDS_OF_A_BOX = 3
_ROUNDS_OF_A_BLOCK = 2_000
_WORTH_SHARING = 4 * _ROUNDS_OF_A_BLOCK
_AHEAD = 2
_HIGHEST_BET = 1_000_000


class SimulationError(ValueError):
    """A setting that cannot be simulated: `setting` names it, `allowed` describes valid ones."""

    code: ClassVar[str] = "invalid_simulation"

    def __init__(self, setting: str, value: object, allowed: str) -> None:
        super().__init__(f"{setting}: {value!r:.40} is not allowed; allowed is {allowed}")
        self.setting, self.value, self.allowed = setting, value, allowed


@dataclass(frozen=True, slots=True)
class Settings:
    """Number of `boxes` that bet, from box 1 on; `counting` of cards by box 1, if any; number of `processes`."""

    boxes: int = 1
    counting: CountingStrategy | None = None
    processes: int = field(default_factory=lambda: os.cpu_count() or 1)


def simulate(
    rules: Rules,
    rounds: int,
    seed: str | int,
    chart: Chart,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play `rounds` rounds, shoe after shoe; the last shoe is abandoned after the last round.

    The seed determines everything: the same seed gives the same result with any number of
    processes. `progress` is called with the share done. Raises SimulationError for settings that
    cannot be simulated.
    """
    settings = settings or Settings()
    check_settings(rules, rounds, settings, seed)
    plan = Plan(rules, str(seed), chart, settings.boxes, settings.counting)
    shared = settings.processes > 1 and rounds > _WORTH_SHARING
    blocks = _run_shared(plan, rounds, settings.processes) if shared else _run_alone(plan, rounds)
    tally = Tally()
    for block in blocks:
        tally.merge(block)
        if progress:
            progress(tally.rounds / rounds)
    return Simulation(plan, tally)


def check_settings(rules: Rules, rounds: int, settings: Settings, seed: str | int = "") -> None:
    """Validate the settings of a simulation. Raises SimulationError."""
    if not is_whole(rounds) or rounds < 1:
        raise SimulationError("rounds", rounds, "a whole number, 1 or more")
    if not is_whole(settings.boxes) or not 1 <= settings.boxes <= rules.seats:
        raise SimulationError(keys.BOXES, settings.boxes, f"a whole number from 1 to {rules.seats}")
    if not is_whole(settings.processes) or settings.processes < 1:
        raise SimulationError("processes", settings.processes, "a whole number, 1 or more")
    if isinstance(seed, str) and any("\ud800" <= sign <= "\udfff" for sign in seed):
        raise SimulationError("seed", seed, "text that is UTF-8")
    if settings.counting:
        _check_counting(settings.counting)


def _check_counting(counting: CountingStrategy) -> None:
    spread, after = counting.spread, counting.changes_after
    if not all(map(is_whole, spread)) or not 1 <= spread[0] <= spread[1] <= _HIGHEST_BET:
        allowed = f"two whole numbers, 1 or more, ascending, at most {_HIGHEST_BET}"
        raise SimulationError("spread", spread, allowed)
    if after is not None and (not is_whole(after) or after < 1):
        raise SimulationError("changes_after", after, "a whole number, 1 or more")


def _run_alone(plan: Plan, rounds: int) -> Iterator[Tally]:
    """Yield the blocks of shoes in order, up to `rounds` rounds."""
    for number in count():
        block = _run_block(plan, number, rounds)
        yield block
        rounds -= block.rounds
        if not rounds:
            return


def _run_shared(plan: Plan, rounds: int, processes: int) -> Iterator[Tally]:
    """Yield the same blocks as `_run_alone`, played by several processes."""
    waiting: deque[Future[Tally]] = deque()
    with ProcessPoolExecutor(processes) as pool:
        for number in count():
            while len(waiting) < _AHEAD * processes:
                waiting.append(pool.submit(_run_block, plan, number + len(waiting), rounds))
            block = waiting.popleft().result()
            if block.rounds > rounds:
                block = _run_block(plan, number, rounds)
            yield block
            rounds -= block.rounds
            if not rounds:
                pool.shutdown(wait=False, cancel_futures=True)
                return


def _run_block(plan: Plan, number: int, limit: int) -> Tally:
    """Play block `number` of shoes, at most `limit` rounds; all blocks have about the same number of rounds."""
    shoes = _shoes_of_a_block(plan)
    return Dealing(plan).tally(range(number * shoes, (number + 1) * shoes), limit)


def _shoes_of_a_block(plan: Plan) -> int:
    rules = plan.rules
    if rules.reshuffle == "every_round":
        return _ROUNDS_OF_A_BLOCK
    cut = rules.cut_card if rules.reshuffle == "at_penetration" else None
    rounds = ENDLESS if cut is None else cut // (_CARDS_OF_A_BOX * (plan.boxes + 1))
    return max(1, _ROUNDS_OF_A_BLOCK // max(1, rounds))
