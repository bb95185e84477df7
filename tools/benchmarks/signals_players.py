"""Players for `make bench-signals`: how they bet, sit out and think, over rounds of a pool."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from blackjack.simulation.counting import CountingStrategy
from signals.columns import (
    DECK,
    UNITS,
    DealMark,
    Deals,
    Decisions,
    Deviations,
    Flags,
    Floats,
    GainChances,
    History,
    Ints,
)
from signals.statistics.times import hard_spots
from tools.benchmarks.signals_rounds import Pool

Random = np.random.Generator

CHIPS: Final = np.array([10, 20, 50, 100])
_BASE: Final = 20
_LEAST: Final = 10
_MOST: Final = 500
_STEP: Final = 5
_START: Final = 1_760_000_000.0
_PAUSE: Final = 20.0


@dataclass(frozen=True, slots=True)
class Seat:
    """Rounds of a pool in the order in which a player meets them, shoe after shoe."""

    pool: Pool
    rows: Ints
    shoe: Ints
    nonce: Ints

    @property
    def true_count(self) -> Floats:
        return self.pool.running[self.rows] * DECK / self.pool.left[self.rows]

    @property
    def net(self) -> Floats:
        return self.pool.net[self.rows]


def take_seat(pool: Pool, random: Random, rounds: int) -> Seat:
    """Take shoes in random order until there are enough rounds; none comes twice before all have come once."""
    lengths = np.diff(pool.shoes)
    turns = rounds // int(lengths.sum()) + 1
    drawn = np.concatenate([random.permutation(len(lengths)) for _ in range(turns)])
    of = lengths[drawn]
    shoe = np.repeat(np.arange(len(of)), of)[:rounds]
    nonce = (np.arange(of.sum()) - np.repeat(np.cumsum(of) - of, of))[:rounds]
    return Seat(pool, pool.shoes[drawn][shoe] + nonce, shoe + 1, nonce + 1)


Bettor = Callable[[Seat, Random], Floats]
"""Returns the stakes in dollars."""


def bet_flat(seat: Seat, _random: Random) -> Floats:
    return np.full(len(seat.rows), float(_BASE))


def bet_at_random(seat: Seat, random: Random) -> Floats:
    return random.choice(CHIPS, len(seat.rows)).astype(float)


def bet_drifting(seat: Seat, random: Random) -> Floats:
    """Change the stake by a sixth or so now and then, up or down."""
    steps = random.normal(0, 0.15, len(seat.rows)) * (random.random(len(seat.rows)) < 0.3)  # noqa: PLR2004 - the share of rounds
    found, level = [], np.log(_BASE)
    for step in steps.tolist():
        level = min(max(level + step, np.log(_LEAST)), np.log(_MOST))
        found.append(level)
    return _round(np.exp(np.array(found)))


def bet_parlay(seat: Seat, _random: Random) -> Floats:
    """Double after a win, three times in a row at most."""
    return _progress(seat, doubles_after=1, times=3)


def bet_martingale(seat: Seat, _random: Random) -> Floats:
    """Double after a loss, six times in a row at most."""
    return _progress(seat, doubles_after=-1, times=6)


def _progress(seat: Seat, doubles_after: int, times: int) -> Floats:
    found, step = [], 0
    for net in seat.net.tolist():
        found.append(_BASE * 2.0**step)
        if net * doubles_after > 0:
            step = step + 1 if step < times else 0
        elif net:
            step = 0
    return np.array(found)


def count_cards(highest: int, cover: float = 0.0) -> Bettor:
    """Return the bets of a counter with this spread, of whose bets a share is chosen at random."""
    ramp = CountingStrategy((1, highest))

    def bet(seat: Seat, random: Random) -> Floats:
        counted = np.array([ramp.bet(int(at)) for at in np.floor(seat.true_count)]) * float(_BASE)
        covered = random.random(len(counted)) < cover
        return np.where(covered, random.integers(1, highest + 1, len(counted)) * _BASE, counted)

    return bet


def _round(stakes: Floats) -> Floats:
    found: Floats = np.clip(np.rint(stakes / _STEP) * _STEP, _LEAST, _MOST)
    return found


HONEST: Final[Mapping[str, Bettor]] = {
    "flat": bet_flat,
    "random": bet_at_random,
    "parlay": bet_parlay,
    "Martingale": bet_martingale,
    "drifting": bet_drifting,
}
COUNTERS: Final[Mapping[str, Bettor]] = {
    "counter 1 to 4": count_cards(4),
    "counter 1 to 8": count_cards(8),
    "counter 1 to 8, half cover": count_cards(8, 0.5),
}

Absence = Callable[[Seat, Random], Flags]
"""Returns the deals sat out."""


def leave_for_breaks(seat: Seat, random: Random) -> Flags:
    """Sit out for some deals now and then."""
    away = np.zeros(len(seat.rows), bool)
    starts = np.flatnonzero(random.random(len(away)) < 0.05)  # noqa: PLR2004 - the share of deals
    for start, length in zip(starts, random.geometric(0.25, len(starts)), strict=True):
        away[start : start + length] = True
    return away


def leave_after_losses(seat: Seat, random: Random) -> Flags:
    """Sit out the deal after a loss, often."""
    lost = np.concatenate([[False], seat.net[:-1] < 0])
    return np.asarray(lost & (random.random(len(lost)) < 0.4))  # noqa: PLR2004 - the share of losses


def leave_bad_counts(seat: Seat, random: Random) -> Flags:
    """Sit out most deals at a true count of -1 or less."""
    return np.asarray((seat.true_count <= -1) & (random.random(len(seat.rows)) < 0.7))  # noqa: PLR2004 - the share of deals


ABSENCES: Final[Mapping[str, Absence]] = {
    "breaks": leave_for_breaks,
    "leaves after losses": leave_after_losses,
    "sits out bad counts": leave_bad_counts,
}

Tempo = Callable[[Decisions, Random], Floats]
"""Returns think times in seconds."""


def think_like_people(decisions: Decisions, random: Random) -> Floats:
    """Lognormal, slower at hard spots, with a distraction now and then."""
    hard = hard_spots(decisions)
    logs = random.normal(0.6 + 0.35 * hard, 0.5)
    distracted = random.random(len(logs)) < 0.03  # noqa: PLR2004 - the share of decisions
    return np.exp(logs) * np.where(distracted, random.uniform(3, 15, len(logs)), 1.0)


def think_evenly(decisions: Decisions, random: Random) -> Floats:
    """Gamma, of a quick and steady person for whom hard spots take a fifth longer."""
    times: Floats = random.gamma(9.0, 1.1 / 9.0, len(decisions)) + 0.25
    return times * np.where(hard_spots(decisions), 1.2, 1.0)


def think_by_rote(decisions: Decisions, random: Random) -> Floats:
    """A mixture: half the spots at once, the others with a thought; hard spots more often the latter."""
    slow = random.random(len(decisions)) < np.where(hard_spots(decisions), 0.65, 0.4)
    return np.exp(random.normal(np.where(slow, 0.9, -0.3), 0.3))


def jitter(share: float, mean: float = 1.2) -> Tempo:
    """Return the times of a machine with this coefficient of variation."""
    return lambda decisions, random: np.maximum(
        mean * (1 + share * random.standard_normal(len(decisions))), 0.01
    )


def copy_people(decisions: Decisions, random: Random) -> Floats:
    """Times of people, drawn without a look at the spot."""
    return np.exp(random.normal(0.7, 0.5, len(decisions)))


TEMPOS: Final[Mapping[str, tuple[Tempo, bool]]] = {
    "people, lognormal": (think_like_people, True),
    "people, quick and even": (think_evenly, True),
    "people, mixture": (think_by_rote, True),
    "bot, constant": (jitter(0.01), False),
    "bot, 5 % jitter": (jitter(0.05), False),
    "bot, 14 % jitter": (jitter(0.14), False),
    "bot, human-like": (copy_people, False),
    "bot, fast": (jitter(0.3, 0.25), False),
}
"""Think times, and whether they are honest."""


def build_history(
    seat: Seat,
    stakes: Floats,
    random: Random,
    away: Flags | None = None,
    tempo: Tempo = think_like_people,
    *,
    with_decisions: bool = True,
) -> History:
    """Return the history of a player in this seat. Deals sat out have neither round nor decisions."""
    pool, rows = seat.pool, seat.rows
    played = np.ones(len(rows), bool) if away is None else ~away
    stake = np.where(played, np.rint(stakes * UNITS), 0).astype(np.int64)
    number = np.arange(1, len(rows) + 1)
    at: Floats = _START + _PAUSE * number.astype(np.float64)
    deals = Deals(
        np.where(played, number, 0),
        number,
        at,
        at + _PAUSE / 2,
        np.ones(len(rows), np.int64),
        np.zeros(len(rows), np.int64),
        seat.shoe,
        seat.nonce,
        pool.running[rows],
        pool.left[rows],
        stake,
        np.rint(stake * pool.staked[rows]).astype(np.int64),
        np.rint(stake * pool.returned[rows]).astype(np.int64),
        np.full(len(rows), 0 if away is None else int(DealMark.LIVE)),
    )
    history = History("simulated", (pool.rules,), deals)
    return _with_decisions(history, seat, played, random, tempo) if with_decisions else history


def _with_decisions(
    history: History, seat: Seat, played: Flags, random: Random, tempo: Tempo
) -> History:
    pool = seat.pool
    row, of = _expand(pool.decisions, seat.rows, np.flatnonzero(played))
    at = history.deals.at[row] + 2.0
    blank = np.zeros(len(row))
    columns = (pool.action[of], pool.advised[of], pool.running_then[of], pool.left_then[of])
    marks = np.zeros(len(row), np.int64)
    decisions = Decisions(row, at, blank, pool.spot[of], *columns, marks)
    timed = Decisions(row, at, tempo(decisions, random), pool.spot[of], *columns, marks)
    decided, deviation = _expand(pool.deviations, of, np.arange(len(of)))
    which, value = _expand(pool.values, deviation, np.arange(len(deviation)))
    return History(
        history.player,
        history.rules,
        history.deals,
        timed,
        Deviations(
            decided,
            pool.gain[deviation],
            pool.right[deviation],
            pool.right_chance[deviation],
            pool.cost[deviation],
        ),
        GainChances(which, pool.value[value], pool.chance[value]),
    )


def _expand(firsts: Ints, of: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    """Return the parts of the chosen ones `of` a pool: to which each belongs, and its place in the pool."""
    begin, end = firsts[of[chosen]], firsts[of[chosen] + 1]
    sizes = end - begin
    inside = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.repeat(chosen, sizes), np.repeat(begin, sizes) + inside
