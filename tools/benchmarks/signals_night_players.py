"""Players of a night for `make bench-signals-night`: what a few hundred of them did today and on earlier days.

Their shoes are played by the engine, with their own ways of betting, playing and thinking. The night has copies of
them (`tools.benchmarks.signals_night_fill`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from blackjack.actions import VERBS as ALL_VERBS
from blackjack.rules import Rules
from detection.values.packing import DEALS, DECISIONS, Batch, cast, pack
from signals.columns import DAY, UNITS, DealMark, History
from tools.benchmarks import signals_players as players
from tools.benchmarks.signals_rounds import MANNERS, Pool, play_rounds

MEMBERS: Final = 4
"""Players of a live group, who share its deals."""

LIVE: Final = 0.1
"""Share of groups that play at a live table."""

HISTORY_DAYS: Final = 90
_POOL: Final = 2_000
_MEDIAN_ROUNDS, _SPREAD, _FEWEST, _MOST = 60, 1.0, 5, 1_200
_MEAN_DAYS: Final = 12
_WAYS: Final = {"average, 4 % errors": 0.5, "careless, 15 % errors": 0.3, "by the chart": 0.2}
_BETTORS: Final[Mapping[players.Bettor, float]] = {
    players.bet_flat: 0.35,
    players.bet_at_random: 0.25,
    players.bet_drifting: 0.2,
    players.bet_parlay: 0.1,
    players.bet_martingale: 0.09,
    players.count_cards(8): 0.01,
}
_TEMPOS: Final[Mapping[players.Tempo, float]] = {
    players.think_like_people: 0.6,
    players.think_evenly: 0.2,
    players.think_by_rote: 0.19,
    players.jitter(0.05): 0.01,
}
_BETWEEN: Final = 6.0
_MASKS: Final = {verb: 1 << ALL_VERBS.index(verb) for verb in ALL_VERBS}
_FIRST: Final = _MASKS["hit"] | _MASKS["stand"] | _MASKS["double"]
_LATER: Final = _MASKS["hit"] | _MASKS["stand"]
_OFFERED: Final = _MASKS["insure"] | _MASKS["decline"]


@dataclass(frozen=True, slots=True)
class PackedDay:
    """A day before the night, as packed: how many days ago, its units, and its columns."""

    ago: int
    deals: int
    decisions: int
    columns: bytes


@dataclass(frozen=True, slots=True)
class Playing:
    """One player: the day's rounds, whose times count from its begin, and earlier days."""

    today: History
    before: Sequence[PackedDay]


@dataclass(frozen=True, slots=True)
class Group:
    """Players who share deals; one, at a private table."""

    is_live: bool
    members: Sequence[Playing]


def play_pools(rules: Rules) -> list[tuple[Pool, float]]:
    """Play the shoes, each way with its share of the players."""
    return [
        (play_rounds(rules, MANNERS[name], name, rounds=_POOL), share)
        for name, share in _WAYS.items()
    ]


def invent_groups(
    rules: Rules, version: int, count: int, now: float, random: np.random.Generator
) -> Iterator[Group]:
    """Yield groups with about `count` players altogether. `now` is the end of the night's day."""
    pools, made = play_pools(rules), 0
    while made < count:
        is_live = bool(random.random() < LIVE)
        size = MEMBERS if is_live else 1
        rounds = _draw_rounds(random)
        pool = _choose(dict(pools_by_place(pools)), random)
        seat = players.take_seat(pools[pool][0], random, rounds)
        members = [
            Playing(
                _play(seat, random, is_live=is_live, begin=0.0),
                list(_play_before(pools[pool][0], version, now, random)),
            )
            for _ in range(size)
        ]
        made += size
        yield Group(is_live, members)


def pools_by_place(pools: Sequence[tuple[Pool, float]]) -> Iterator[tuple[int, float]]:
    """Yield each pool's place with its share."""
    yield from ((place, share) for place, (_pool, share) in enumerate(pools))


def _choose(shares: Mapping[Any, float], random: np.random.Generator) -> Any:
    values = list(shares)
    return values[int(random.choice(len(values), p=list(shares.values())))]


def _draw_rounds(random: np.random.Generator) -> int:
    drawn = random.lognormal(np.log(_MEDIAN_ROUNDS), _SPREAD)
    return int(np.clip(drawn, _FEWEST, _MOST))


def _play(
    seat: players.Seat, random: np.random.Generator, *, is_live: bool, begin: float
) -> History:
    """Play a seat from the time `begin` on: rounds follow each other as fast as they are decided."""
    bettor, tempo = _choose(_BETTORS, random), _choose(_TEMPOS, random)
    away = players.leave_for_breaks(seat, random) if is_live else None
    history = players.build_history(seat, bettor(seat, random), random, away, tempo)
    deals, made = history.deals, history.decisions
    pace = 25.0 if is_live else 0.0
    thought = np.bincount(made.row, np.minimum(made.think, 30), len(deals))
    lasts = np.maximum(thought + _BETWEEN, pace)
    starts = begin + np.cumsum(lasts) - lasts
    inside = np.cumsum(made.think) - np.repeat(
        np.concatenate([[0], np.cumsum(np.bincount(made.row, made.think, len(deals)))[:-1]]),
        np.bincount(made.row, minlength=len(deals)),
    )
    deals.at[:], deals.ended[:] = starts, starts + lasts - 1
    made.at[:] = starts[made.row] + 1 + inside
    return history


def _play_before(
    pool: Pool, version: int, now: float, random: np.random.Generator
) -> Iterator[PackedDay]:
    """Yield earlier days: a few for most players, most days for some."""
    wanted = min(int(random.gamma(1.0, _MEAN_DAYS)), HISTORY_DAYS - 2)
    for ago in sorted(
        random.choice(np.arange(1, HISTORY_DAYS), wanted, replace=False), reverse=True
    ):
        seat = players.take_seat(pool, random, _draw_rounds(random))
        begin = now - DAY * float(ago) - DAY * 0.4 * float(random.random())
        history = _play(seat, random, is_live=False, begin=begin)
        yield _pack(history, version, int(ago))


def _pack(history: History, version: int, ago: int) -> PackedDay:
    deals, made = list_deals(history, version), list_decisions(history)
    columns = pack(
        cast(deals, DEALS),
        cast(made, DECISIONS),
        slice(0, len(history.deals)),
        slice(0, len(history.decisions)),
    )
    return PackedDay(ago, len(history.deals), len(history.decisions), columns)


def list_deals(history: History, version: int) -> Batch:
    """Return the deals as they are packed."""
    named = {name: getattr(history.deals, name) for name in DEALS if name != "version"}
    return {**named, "version": np.full(len(history.deals), version)}


def list_decisions(history: History) -> Batch:
    """Return the decisions as they are packed."""
    made = history.decisions
    names = ("row", "at", "think", "spot", "action", "running", "left", "marks")
    named = {name: getattr(made, name) for name in names}
    first = np.diff(made.row, prepend=-1) != 0
    legal = np.where(made.spot < 0, _OFFERED, np.where(first, _FIRST, _LATER))
    return {**named, "decision": np.arange(1, len(made) + 1), "legal": legal}


def is_live(history: History) -> bool:
    """True if the rounds were played at a live table."""
    return bool(np.any(history.deals.marks & int(DealMark.LIVE)))


def to_units(dollars: float) -> int:
    """Return an amount in units of 10^-4 USD."""
    return round(dollars * UNITS)
