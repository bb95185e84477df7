"""Kinds of players of `make bench-signals`: how each bets, plays, thinks and sits out, and the signals that judge it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from signals.columns import History
from tools.benchmarks.signals_players import (
    ABSENCES,
    COUNTERS,
    HONEST,
    TEMPOS,
    Bettor,
    Random,
    bet_at_random,
    bet_flat,
    build_history,
    take_seat,
)
from tools.benchmarks.signals_rounds import Pool
from tools.benchmarks.signals_teams import JOINS

CHART: Final = "by the chart"

CLAIRVOYANTS: Final = (
    "clairvoyant, 5 %",
    "clairvoyant, 5 %, by a book",
    "clairvoyant, 5 %, by a simple book",
    "clairvoyant, 5 %, 2 % errors",
)
_DEVIATORS: Final = (
    "careless, 15 % errors",
    "never busts",
    "index plays",
    "by a simple book",
    "insures always",
    "mimics the dealer",
)

Build = Callable[[Mapping[tuple[str, str], Pool], str, Random, int], History]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: how to build a history under a rule set, and the signals that judge it."""

    name: str
    honest: bool
    manner: str
    signals: tuple[str, ...]
    build: Build


def list_kinds() -> list[Kind]:
    """Return every kind of player of the tables."""
    return [*_bettors(), *_absent(), *_thinkers(), *_hand_players(), *_pairs(), *_deviators()]


def _bettors() -> Iterator[Kind]:
    for honest, bettors in ((True, HONEST), (False, COUNTERS)):
        for name, bettor in bettors.items():
            yield Kind(name, honest, CHART, ("CC1", "EDGE", "CC2"), _build_bettor(CHART, bettor))


def _build_bettor(manner: str, bettor: Bettor, *, with_decisions: bool = False) -> Build:
    def build(
        pools: Mapping[tuple[str, str], Pool], rules: str, random: Random, rounds: int
    ) -> History:
        seat = take_seat(pools[rules, manner], random, rounds)
        return build_history(seat, bettor(seat, random), random, with_decisions=with_decisions)

    return build


def _absent() -> Iterator[Kind]:
    for name, absence in ABSENCES.items():

        def build(
            pools: Mapping[tuple[str, str], Pool],
            rules: str,
            random: Random,
            rounds: int,
            absence: Callable[..., np.ndarray] = absence,
        ) -> History:
            seat = take_seat(pools[rules, CHART], random, rounds)
            away = absence(seat, random)
            stakes = bet_at_random(seat, random)
            return build_history(seat, stakes, random, away, with_decisions=False)

        yield Kind(name, name != "sits out bad counts", CHART, ("CC3",), build)


def _thinkers() -> Iterator[Kind]:
    for name, (tempo, honest) in TEMPOS.items():

        def build(
            pools: Mapping[tuple[str, str], Pool],
            rules: str,
            random: Random,
            rounds: int,
            tempo: Callable[..., np.ndarray] = tempo,
        ) -> History:
            seat = take_seat(pools[rules, CHART], random, rounds)
            return build_history(seat, bet_flat(seat, random), random, tempo=tempo)

        yield Kind(name, honest, CHART, ("BOT1", "BOT2", "BOT5"), build)


def _hand_players() -> Iterator[Kind]:
    for manner, honest in (
        ("by the chart", False),
        ("expert, 0.5 % errors", False),
        ("average, 4 % errors", True),
        ("careless, 15 % errors", True),
    ):
        build = _build_bettor(manner, bet_flat, with_decisions=True)
        yield Kind(manner, honest, manner, ("BOT3",), build)
    for manner, honest in (("index plays", False), ("insures often", True)):
        build = _build_bettor(manner, bet_flat, with_decisions=True)
        yield Kind(manner, honest, manner, ("CC4",), build)


def _pairs() -> Iterator[Kind]:
    for name, (_join, honest) in JOINS.items():
        yield Kind(name, honest, CHART, ("COL1",), _build_bettor(CHART, bet_flat))


def _deviators() -> Iterator[Kind]:
    for honest, manners in ((True, _DEVIATORS), (False, CLAIRVOYANTS)):
        for manner in manners:
            build = _build_bettor(manner, bet_flat, with_decisions=True)
            yield Kind(manner, honest, manner, ("INT1",), build)
