"""Shoes played by their own seeds, in processes of their own: one processor alone would be what everything waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from tools.history.shoe_rows import Habits, Seeds, Shoes, play_one

if TYPE_CHECKING:
    from blackjack.rules import Rules
    from blackjack.strategy import Chart

_PROCESSES: Final = 2
_AT_ONCE: Final = 40  # shoes that are asked for and answered together


@dataclass(frozen=True)
class Style:
    """How a line of players plays: by which rules, for which stakes, by which chart; so many rounds a shoe, about; this share breaks."""

    rules: Rules
    stake: int
    chart: Chart
    rtp: float
    rounds: float
    breaks: float


@dataclass(frozen=True)
class Asked:
    """A shoe to be played: the number that its rows get, its line and its seeds."""

    number: int
    line: int
    seeds: Seeds


class Engine:
    """Plays what it is asked for."""

    def __init__(self, styles: Sequence[Style], pool: ProcessPoolExecutor) -> None:
        self._styles, self._pool = styles, pool

    def play(self, asked: Sequence[Asked]) -> Shoes:
        """All of these shoes together."""
        parts = [asked[n : n + _AT_ONCE] for n in range(0, len(asked), _AT_ONCE)]
        made = Shoes()
        for one in self._pool.map(_played, parts):
            made.extend(one)
        return made


@contextmanager
def running(styles: Sequence[Style]) -> Iterator[Engine | None]:
    """The processes, until they are needed no more; none where nobody plays."""
    if not styles:
        yield None
        return
    context = get_context("spawn")  # of a process with threads no copy is made
    with ProcessPoolExecutor(_PROCESSES, context, _begin, (tuple(styles),)) as pool:
        yield Engine(styles, pool)


_known: list[Style] = []
"""What a process was told when it began."""


def _begin(styles: Sequence[Style]) -> None:
    _known[:] = styles


def _played(asked: Sequence[Asked]) -> Shoes:
    made = Shoes()
    for one in asked:
        style = _known[one.line]
        play_one(made, one.number, style.rules, style.stake, _habits(one.line), one.seeds)
    return made


@lru_cache(maxsize=32)
def _habits(line: int) -> Habits:
    from blackjack.analysis.worths import Worths  # noqa: PLC0415 - it loads numpy

    style = _known[line]
    return Habits(style.chart, Worths(style.rules), style.rtp, breaks=style.breaks)
