"""Shoes played from their own seeds in separate processes: a single core would be the bottleneck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from tools.history.live_shoes import LiveSeat, play_live
from tools.history.manners import USUAL, Habits, PlayManner
from tools.history.private_shoes import play_one
from tools.history.shoe_rows import Seeds, ShoeRows

if TYPE_CHECKING:
    from blackjack.analysis.worths import Worths
    from blackjack.rules import Rules

_PROCESSES: Final = 2
_AT_ONCE: Final = 40  # shoes per task


@dataclass(frozen=True)
class PlayStyle:
    """A line's way of playing: rules, minimum stake, mean rounds per shoe, and the share of breaks."""

    rules: Rules
    stake: int
    rounds: float
    breaks: float
    manner: PlayManner = USUAL


@dataclass(frozen=True)
class ShoeTask:
    """A shoe to play: the number of its rows, its line and its seeds; `live` are the seats of a live table."""

    number: int
    line: int
    seeds: Seeds
    live: tuple[LiveSeat, ...] = ()


Playing = Sequence[Future[ShoeRows]]
"""Shoes being played by the processes."""


class Engine:
    """Plays shoes; each set of rules in one process, which learns it only once."""

    def __init__(self, styles: Sequence[PlayStyle], pools: Sequence[ProcessPoolExecutor]) -> None:
        self._pools = pools
        rules = list(dict.fromkeys(style.rules for style in styles))
        self._home = [rules.index(style.rules) % len(pools) for style in styles]

    def begin(self, asked: Sequence[ShoeTask]) -> Playing:
        """Submit these shoes."""
        found: list[Future[ShoeRows]] = []
        for number, pool in enumerate(self._pools):
            own = [one for one in asked if self._home[one.line] == number]
            parts = [own[n : n + _AT_ONCE] for n in range(0, len(own), _AT_ONCE)]
            found += [pool.submit(_played, part) for part in parts]
        return found


def collect_shoes(playing: Playing) -> ShoeRows:
    """Wait for the shoes and return them together."""
    made = ShoeRows()
    for one in playing:
        made.extend(one.result())
    return made


@contextmanager
def run_engine(styles: Sequence[PlayStyle]) -> Iterator[Engine | None]:
    """Run the processes inside the context; None without styles."""
    if not styles:
        yield None
        return
    context = get_context("spawn")  # a process with threads must not be forked
    with ExitStack() as stack:
        pools = [
            stack.enter_context(ProcessPoolExecutor(1, context, _begin, (tuple(styles),)))
            for _ in range(_PROCESSES)
        ]
        yield Engine(styles, pools)


_known: list[PlayStyle] = []
"""Data that a process received at its start."""


def _begin(styles: Sequence[PlayStyle]) -> None:
    _known[:] = styles


def _played(asked: Sequence[ShoeTask]) -> ShoeRows:
    made = ShoeRows()
    for one in asked:
        style = _known[one.line]
        habits = _habits(one.line)
        if one.live:
            play_live(made, one.live, style.rules, style.stake, habits, one.seeds.server)
        else:
            play_one(made, one.number, style.rules, style.stake, habits, one.seeds)
    return made


@lru_cache(maxsize=64)
def _habits(line: int) -> Habits:
    style = _known[line]
    return Habits(_worths(style.rules), style.manner, style.breaks)


@lru_cache(maxsize=16)
def _worths(rules: Rules) -> Worths:
    from blackjack.analysis.worths import Worths  # noqa: PLC0415 - loads numpy

    return Worths(rules)
