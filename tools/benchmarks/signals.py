"""`make bench-signals`: power and false alarms of each statistical signal on simulated players.

Rounds are played by the engine (`signals_rounds`), put together to histories (`signals_players`), and judged by
`signals.judging.judge_signal` at the looks of production. Intervals are those of Clopper and Pearson, 95 %.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

import numpy as np
from scipy import stats

import blackjack.analysis  # noqa: F401 - limits numpy to one thread
from blackjack.simulation import ProgressLine
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Unit
from signals.judging import judge_signal
from signals.looks import find_looks
from signals.outcomes import OutcomeStatus
from signals.pairs import PlayerPair
from signals.rows import cut_units, unit_rows
from tools.benchmarks.signals_kinds import CHART, CLAIRVOYANTS, Kind, list_kinds
from tools.benchmarks.signals_players import Random, take_seat
from tools.benchmarks.signals_rounds import RULES, Job, Pool, find_playout, play_pools
from tools.benchmarks.signals_teams import JOINS, build_pair, cut_pair

LENGTHS: Final = (300, 600, 1200, 2400)
LENGTHS_OF_INT1: Final = (600, 1000, 1500, 2400)
"""Decisions. The specification asks for the power at 1,000."""

A_YEAR: Final = 20_000
ALLOWED: Final = 0.005
SPEC_RULES: Final = "6 decks, 75 %"

_TEAMS: Final = {name: join for name, (join, _honest) in JOINS.items()}
_ROUNDS_FOR_A_UNIT: Final = 1.15
_FEWER_YEARS: Final = 10
"""INT1's probability is exact and 10^-5: fewer years suffice to see that nothing is wrong."""

_DRAWS_COUNTS: Final = frozenset({"CC2", "CC3"})
_FEWER_COUNTERS: Final = 5
"""A flag of these takes a second or so, for thousands of sets of counts are drawn: fewer players of such cells."""

_KINDS: Final = list_kinds()
_pools: dict[tuple[str, str], Pool] = {}
"""Filled before the processes of a table are forked, which share it."""


def lengths_of(signal: str) -> Sequence[int]:
    """Return the numbers of units at which the signal's power is shown."""
    return LENGTHS_OF_INT1 if signal == "INT1" else LENGTHS


def find_power(kind: Kind, signal: str, rules: Sequence[str], number: int) -> list[int | None]:
    """Return for each length whether player `number` is flagged: 1, 0, or None if the signal does not apply."""
    random = np.random.default_rng([number, *kind.name.encode(), *signal.encode()])
    unit = Unit.DECISIONS if signal == "INT1" else SIGNALS[signal].unit
    rounds = int(LENGTHS[-1] * _ROUNDS_FOR_A_UNIT)
    if kind.name in JOINS:
        pair = _build_pair(kind, rules[number % len(rules)], random, rounds)
        cuts = [cut_pair(pair, 0, length) for length in LENGTHS]
        return [int(_judge(signal, cut) is OutcomeStatus.FLAGGED) for cut in cuts]
    history = kind.build(_pools, rules[number % len(rules)], random, rounds)
    found: list[int | None] = []
    for length in lengths_of(signal):
        status = _judge(signal, cut_units(history, unit, 0, length))
        found.append(
            None if status is OutcomeStatus.NOT_APPLICABLE else int(status is OutcomeStatus.FLAGGED)
        )
    return found


def find_alarm(kind: Kind, signal: str, rules: Sequence[str], number: int) -> int:
    """Return whether a year of player `number` has a flag at any look."""
    random = np.random.default_rng([number, A_YEAR, *kind.name.encode(), *signal.encode()])
    rule_set, unit = rules[number % len(rules)], SIGNALS[signal].unit
    if kind.name in JOINS:
        pair = _build_pair(kind, rule_set, random, A_YEAR)
        cuts = [cut_pair(pair, *look) for look in find_looks(0, A_YEAR)]
        return int(any(_judge(signal, cut) is OutcomeStatus.FLAGGED for cut in cuts))
    if unit is Unit.DEVIATIONS:
        # A hand met twice would be one piece of evidence taken for two.
        rounds = min(A_YEAR, len(_pools[rule_set, kind.manner].running))
        history = kind.build(_pools, rule_set, random, rounds)
        return int(_judge(signal, history) is OutcomeStatus.FLAGGED)
    history = kind.build(_pools, rule_set, random, A_YEAR)
    looks = find_looks(0, len(unit_rows(history, unit)))
    return int(
        any(
            _judge(signal, cut_units(history, unit, *look)) is OutcomeStatus.FLAGGED
            for look in looks
        )
    )


def _build_pair(kind: Kind, rules: str, random: Random, rounds: int) -> PlayerPair:
    return build_pair(take_seat(_pools[rules, CHART], random, rounds), _TEAMS[kind.name], random)


def _judge(signal: str, given: History | PlayerPair) -> OutcomeStatus:
    outcome = judge_signal(SIGNALS[signal], given, {})
    if outcome.status is OutcomeStatus.ERROR:
        raise RuntimeError(f"{signal}: {outcome.reason}")
    return outcome.status


def clopper_pearson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    low = stats.beta.ppf(0.025, hits, of - hits + 1) if hits else 0.0
    high = stats.beta.ppf(0.975, hits + 1, of - hits) if hits < of else 1.0
    return float(low), float(high)


def main() -> None:
    """Print the tables."""
    asked = _parse(sys.argv[1:])
    began = time.monotonic()
    print(
        f"{asked.players} players in each cell, {asked.years} years, load {os.getloadavg()[0]:.1f}"
    )
    _fill_pools(asked)
    print(f"{sum(len(one.running) for one in _pools.values()):,} rounds in {_since(began)}")
    _print_spec(asked)
    _print_power(asked)
    _print_years(asked)
    print(f"\n{_since(began)}, load {os.getloadavg()[0]:.1f}")


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200, help="in each cell")
    parser.add_argument("--years", type=int, default=100, help="of each kind of honest player")
    parser.add_argument("--rounds", type=int, default=24_000, help="of each pool by the chart")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rules", default="", help="rule sets whose name has this")
    parser.add_argument("--only", default="", help="signals, separated by commas")
    return parser.parse_args(arguments)


def _chosen(asked: argparse.Namespace) -> list[tuple[Kind, str]]:
    only = set(filter(None, asked.only.split(",")))
    pairs = [(kind, signal) for kind in _KINDS for signal in kind.signals]
    order = sorted({signal for _kind, signal in pairs}, key=lambda one: list(SIGNALS).index(one))
    chosen = [pair for pair in pairs if not only or pair[1] in only]
    return sorted(chosen, key=lambda pair: (order.index(pair[1]), not pair[0].honest))


def _rules(asked: argparse.Namespace) -> tuple[str, ...]:
    return tuple(name for name in RULES if asked.rules in name)


def _fill_pools(asked: argparse.Namespace) -> None:
    manners = dict.fromkeys(kind.manner for kind, _signal in _chosen(asked))
    jobs: list[Job] = []
    for rules in _rules(asked):
        find_playout(RULES[rules])  # once for all processes, which are forked
    for manner in manners:
        share = 5 / 3 if manner in CLAIRVOYANTS else 1 if manner == CHART else 1 / 3
        jobs += [(rules, manner, 0, int(asked.rounds * share)) for rules in _rules(asked)]
    with ProgressLine("rounds") as progress:
        for done, (job, pool) in enumerate(play_pools(jobs, asked.processes), 1):
            _pools[job[0], job[1]] = pool
            progress(done / len(jobs))


def _run(
    judge: Callable[..., object], cell: tuple[Kind, str], rules: Sequence[str], times: int
) -> list[object]:
    kind, signal = cell
    return [judge(kind, signal, rules, number) for number in range(times)]


def _run_place(
    judge: Callable[..., object], place: int, signal: str, rules: Sequence[str], times: int
) -> list[object]:
    return _run(judge, (_KINDS[place], signal), rules, times)


def _run_cells(
    what: str,
    judge: Callable[..., object],
    cells: Sequence[tuple[Kind, str]],
    rules: Sequence[str],
    times: Callable[[tuple[Kind, str]], int],
    processes: int,
) -> Iterator[tuple[Kind, str, list[object]]]:
    """Yield each cell with its results, in order. The processes are forked, so that they share the pools."""
    places = [(_KINDS.index(kind), signal) for kind, signal in cells]
    with (
        ProgressLine(what) as progress,
        ProcessPoolExecutor(processes, mp_context=get_context("fork")) as workers,
    ):
        waiting = [
            workers.submit(_run_place, judge, *place, rules, times(cell))
            for cell, place in zip(cells, places, strict=True)
        ]
        for done, (cell, one) in enumerate(zip(cells, waiting, strict=True), 1):
            yield *cell, one.result()
            progress(done / len(cells))


def _print_spec(asked: argparse.Namespace) -> None:
    """The table of the specification: CC1 and EDGE, 6 decks, 75 %, one look at n = 300."""
    cells = [cell for cell in _chosen(asked) if cell[1] in {"CC1", "EDGE"}]
    if cells and SPEC_RULES in _rules(asked):
        print("\nOne look, 6 decks, 75 %:\n")
        _print_cells("one look", cells, (SPEC_RULES,), asked)


def _print_power(asked: argparse.Namespace) -> None:
    print(f"\nOne look, rule sets in turn: {'; '.join(_rules(asked))}:\n")
    cells = _chosen(asked)
    _print_cells("power", [cell for cell in cells if cell[1] != "INT1"], _rules(asked), asked)
    if any(cell[1] == "INT1" for cell in cells):
        print("\nINT1, by number of decisions, all looks up to there:\n")
        _print_cells("power", [cell for cell in cells if cell[1] == "INT1"], _rules(asked), asked)


def _print_cells(
    what: str,
    cells: Sequence[tuple[Kind, str]],
    rules: Sequence[str],
    asked: argparse.Namespace,
) -> None:
    if not cells or not rules:
        return
    lengths = lengths_of(cells[0][1])
    heads = " | ".join(f"n = {length:,}" for length in lengths)
    print(f"| signal | player | | {heads} |")
    print("|---|---|---|" + "--:|" * len(lengths))

    def players(cell: tuple[Kind, str]) -> int:
        slow = cell[1] in _DRAWS_COUNTS and not cell[0].honest
        return max(1, asked.players // _FEWER_COUNTERS) if slow else int(asked.players)

    found = _run_cells(what, find_power, cells, rules, players, asked.processes)
    for kind, signal, results in found:
        columns = list(zip(*results, strict=True))
        said = " | ".join(_say_share(column) for column in columns)
        print(
            f"| {signal} | {kind.name} | {'honest' if kind.honest else ''} | {said} |", flush=True
        )


def _say_share(column: Sequence[int | None]) -> str:
    judged = [one for one in column if one is not None]
    if not judged:
        return "not applicable"
    low, high = clopper_pearson(sum(judged), len(judged))
    return f"{sum(judged) / len(judged):.1%} ({low:.1%} to {high:.1%})"


def _print_years(asked: argparse.Namespace) -> None:
    cells = [cell for cell in _chosen(asked) if cell[0].honest]
    print(f"\nA year of {A_YEAR:,} rounds, all looks, honest players; allowed are {ALLOWED:.1%}:\n")
    print("| signal | player | years with a flag | of | at most (one-sided, 95 %) |")
    print("|---|---|--:|--:|--:|")

    def years(cell: tuple[Kind, str]) -> int:
        every: int = asked.years
        return max(1, every // _FEWER_YEARS) if cell[1] == "INT1" else every

    totals: dict[str, list[int]] = {}
    found = _run_cells("years", find_alarm, cells, _rules(asked), years, asked.processes)
    for kind, signal, results in found:
        flags = [int(str(one)) for one in results]
        total = totals.setdefault(signal, [0, 0])
        total[0], total[1] = total[0] + sum(flags), total[1] + len(flags)
        print(f"| {signal} | {kind.name} | {_say_years(sum(flags), len(flags))} |", flush=True)
    for signal, (hits, of) in totals.items():
        print(f"| {signal} | all | {_say_years(hits, of)} |")


def _say_years(hits: int, of: int) -> str:
    highest = stats.beta.ppf(0.95, hits + 1, of - hits) if hits < of else 1.0
    return f"{hits} | {of:,} | {highest:.2%}"


def _since(began: float) -> str:
    return f"{time.monotonic() - began:.0f} s"


if __name__ == "__main__":
    import django

    django.setup()
    main()
