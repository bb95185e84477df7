"""`make bench-rtp-alarm`: false alarms of the alarm on returns, and how soon it finds a fault.

Honest crowds of different skill are played through the engine. Installations of 20 tables are built
from their rounds, night after night, and checked as `reports.services.watching` does. A fault adds
a number of points to what players get back.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

import django

import blackjack.analysis  # noqa: F401 - limits numpy to one thread; must be imported before numpy

django.setup()

import numpy as np  # noqa: E402 - the settings come first

from reports.selectors.theory import LEAST_ROUNDS, UNLIKELY  # noqa: E402 - likewise
from reports.services.watching import LOOKS_A_NIGHT, UNLIKELY_CHANCE, WINDOWS, Window  # noqa: E402 - likewise
from reports.values.tail_bounds import Bets, complete_outcomes, tail_probability  # noqa: E402 - likewise
from tools.benchmarks.rtp_crowds import (  # noqa: E402 - likewise
    CROWDS,
    Counts,
    Floats,
    Pool,
    Random,
    build_row,
    load_known,
    play_pool,
)

RULES: Final = (("ligalo", True), ("casino_floor", False))
"""Rule sets, and whether each round has one box of one unit or one to three boxes with different stakes."""

TABLES: Final = 20
A_NIGHT: Final = (50, 3000)
"""Range of rounds per night; each table has its own number."""

NIGHTS_AT_ONCE: Final = 1000
FAULTS: Final = (0.0025, 0.005, 0.01)
STAKES: Final = (650_000, 1_300_000, 2_600_000)
NIGHTS_OF_A_FAULT: Final = 112
START: Final = date(2026, 1, 1)
Sums = tuple[Floats, Floats, Floats]
"""Per night: sums of luck, its squares and its fourth powers."""


def main() -> None:
    """Print the tables."""
    asked = _asked()
    began = time.monotonic()
    pools = _crowds(asked.rounds)
    _false_alarms(pools, asked.nights)
    _power(pools["ligalo", "by the chart"], asked.runs)
    _sides(asked.looks)
    print(f"\n{time.monotonic() - began:.0f} s")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300_000, help="of each crowd")
    parser.add_argument("--nights", type=int, default=30_000, help="of an installation")
    parser.add_argument("--runs", type=int, default=2000, help="of each fault")
    parser.add_argument("--looks", type=int, default=20_000, help="at each side bet")
    return parser.parse_args()


def _crowds(rounds: int) -> dict[tuple[str, str], Pool]:
    wanted = [(preset, crowd, equal) for preset, equal in RULES for crowd in CROWDS]
    found = {
        (preset, crowd): play_pool(preset, crowd, rounds, seed, equal=equal)
        for seed, (preset, crowd, equal) in enumerate(wanted)
    }
    print(
        f"Honest crowds, {rounds:,} rounds each. Luck: won beyond expectation, in points of the stakes.\n"
    )
    print(
        "| rules | crowd | as played | luck | its standard error | mean z against best play, 12,000 rounds |"
    )
    print("|---|---|--:|--:|--:|--:|")
    for (preset, crowd), one in found.items():
        told = build_row(one, load_known(preset))
        print(
            f"| {preset} | {crowd} | {told['played']:.4%} | {100 * told['luck']:+.3f}"
            f" | {100 * told['error']:.3f} | {told['old']:+.1f} |"
        )
    for preset, _equal in RULES:
        effects = load_known(preset).effects
        print(
            f"\n{preset}: effects of removal off by {100 * effects.error:.4f} points (root mean square),"
            f" {100 * effects.bias:+.4f} in the mean."
        )
    return found


def _false_alarms(pools: dict[tuple[str, str], Pool], nights: int) -> None:
    """Count false alarms over years of nights; each table has its own crowd and number of rounds."""
    random = np.random.default_rng(20)
    found, alarms, episodes, looks = list(pools.values()), 0, 0, 0
    for table in range(TABLES):
        luck = found[table % len(found)].centred
        for part in range(max(1, nights // NIGHTS_AT_ONCE)):
            a_night = round(np.exp(random.uniform(*np.log(A_NIGHT))))
            alarmed: dict[Window, bool] = {}
            sums = _nights(luck, a_night, NIGHTS_AT_ONCE, random)
            for _night, window, unlikely in _looked_at(sums, part):
                looks += 1
                alarms += unlikely
                episodes += unlikely and not alarmed.get(window, False)
                alarmed[window] = unlikely
    bound = TABLES * LOOKS_A_NIGHT * (6.34e-5 + 5 * UNLIKELY_CHANCE) * 1000
    print(
        f"\nHands, {TABLES} tables, {nights:,} nights, {looks:,} looks: {alarms} false alarms in {episodes} episodes,"
    )
    print(
        f"{1000 * alarms / nights:.2f} and {1000 * episodes / nights:.2f} in 1,000 nights;"
        f" {looks * 6.34e-5:.0f} alarms are expected of a normal sum. With all bets, added up: {bound:.2f} at most."
    )


def _nights(luck: Floats, rounds: int, nights: int, random: Random) -> Sums:
    drawn = luck[random.integers(len(luck), size=(nights, rounds))]
    squares = drawn**2
    return drawn.sum(1), squares.sum(1), (squares**2).sum(1)


def _looked_at(sums: Sums, part: int = 0) -> Iterator[tuple[int, Window, bool]]:
    """Yield each look: its night, its window, and whether it alarms. Nothing was played before the first night."""
    added = [np.concatenate([[0.0], np.cumsum(one)]) for one in sums]
    for night in range(len(sums[0])):
        day = START + timedelta(days=NIGHTS_AT_ONCE * part + night)
        for window in WINDOWS:
            if window.last(day) == day:
                yield night, window, _is_unlikely(added, window, night)


def _is_unlikely(added: Sequence[Floats], window: Window, night: int) -> bool:
    first = 0 if window.days is None else max(0, night + 1 - window.days)
    luck, square, fourth = (float(one[night + 1] - one[first]) for one in added)
    return bool(
        fourth and square**2 / fourth >= LEAST_ROUNDS and abs(luck) > UNLIKELY * np.sqrt(square)
    )


def _power(one: Pool, runs: int) -> None:
    """Print how soon faults from the first night on are found.

    With equal stakes, rounds can be drawn from the distribution of results.
    """
    random = np.random.default_rng(80)
    values, counts = np.unique(np.round(one.centred, 2), return_counts=True)
    chances, shift = counts / counts.sum(), float((counts * values).sum() / counts.sum())
    a_night = round(STAKES[1] / (NIGHTS_OF_A_FAULT / 2))
    print(f"\nFaults found, of {runs:,}, one box of one unit a round:\n")
    print("| points | " + " | ".join(f"by {stakes:,} stakes" for stakes in STAKES) + " |")
    print("|--:|" + "--:|" * len(STAKES))
    for fault in FAULTS:
        results = values - shift + fault
        nights = [
            _first_alarm(random.multinomial(a_night, chances, size=NIGHTS_OF_A_FAULT), results)
            for _run in range(runs)
        ]
        shares = [
            np.mean([(night + 1) * a_night <= stakes for night in nights]) for stakes in STAKES
        ]
        print(f"| {100 * fault:.2f} | " + " | ".join(f"{share:.1%}" for share in shares) + " |")


def _first_alarm(drawn: Floats | Counts, results: Floats) -> float:
    sums = (drawn @ results, drawn @ results**2, drawn @ results**4)
    return next((night for night, _window, unlikely in _looked_at(sums) if unlikely), float("inf"))


def _sides(looks: int) -> None:
    """Print how often an honest side bet is rated below 1 in 1,000, exactly and by normal approximation."""
    random = np.random.default_rng(3)
    known, level = load_known("live"), 1e-3
    print(f"\nSide bets of honest cards, {looks:,} looks each: share below {level:g}, two sides.\n")
    print("| bet | bets of a look | by tails | as a normal z | power: 20% more hits, at 1e-5 |")
    print("|---|--:|--:|--:|--:|")
    for name, bet in known.analysis.side_bets.items():
        odds = known.rules.side_bets[name]
        wins = [(1.0 + odds[one], float(chance)) for one, chance in bet.outcomes.items()]
        for count in (500, 20_000):
            told = _share_of(wins, count, looks, level, random)
            found = _found(wins, count, max(200, looks // 100), random)
            print(f"| {name} | {count:,} | {told[0]:.2e} | {told[1]:.2e} | {found:.0%} |")


def _drawn(wins: Sequence[tuple[float, float]], count: int, size: int, random: Random) -> Floats:
    """Draw the total return of `count` bets, half of them at ten times the stake of the others."""
    returned = np.zeros(size)
    for weight in (1.0, 10.0):
        outcomes = complete_outcomes(wins)
        hits = random.multinomial(count // 2, [chance for _multiple, chance in outcomes], size=size)
        returned += weight * (hits @ np.array([multiple for multiple, _ in outcomes]))
    return returned


def _bets(wins: Sequence[tuple[float, float]], count: int) -> list[Bets]:
    return [Bets(weight, count // 2, complete_outcomes(wins)) for weight in (1.0, 10.0)]


def _share_of(
    wins: Sequence[tuple[float, float]], count: int, looks: int, level: float, random: Random
) -> tuple[float, float]:
    bets, returned = _bets(wins, count), _drawn(wins, count, looks, random)
    mean = sum(one.mean for one in bets)
    average = sum(multiple * chance for multiple, chance in wins)
    spread = sum(multiple**2 * chance for multiple, chance in wins) - average**2
    error = np.sqrt(sum(one.weight**2 * one.count for one in bets) * spread)
    normal = float((np.abs(returned - mean) > 3.2905 * error).mean())
    chances = {total: tail_probability(bets, total, level) for total in np.unique(returned)}
    exact = float(np.mean([chances[total] < level for total in returned]))
    return exact, normal


def _found(wins: Sequence[tuple[float, float]], count: int, runs: int, random: Random) -> float:
    bets = _bets(wins, count)
    more = [(multiple, 1.2 * chance) for multiple, chance in wins]
    returned = _drawn(more, count, runs, random)
    return float(
        np.mean(
            [tail_probability(bets, total, UNLIKELY_CHANCE) < UNLIKELY_CHANCE for total in returned]
        )
    )


if __name__ == "__main__":
    main()
