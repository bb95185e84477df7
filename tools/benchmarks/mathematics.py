"""Cost of one `python -m blackjack rtp`, and its parts: `make bench-math`.

Ten rule sets, each in a fresh process that computes and prints every key. Wall time, processor time
and peak memory are those of the whole process; the parts are processor time within it and add up to
everything but its exit. Of several runs the one with the least processor time is shown: other load
on the machine can only add to it.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

from blackjack.presets import PRESETS, rules_from
from blackjack.rules import Rules

ROOT = Path(__file__).parents[2]
EUROPEAN = {"hole_card": "not_dealt", "peek": "never"}
RULE_SETS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"preset": name} for name in PRESETS},
    "infinite decks, European, Charlie of 6": {
        **EUROPEAN, "decks": "infinite", "dealer_blackjack_takes": "original_bet", "charlie": 6,
    },
    "1 deck, early surrender, aces paired thrice": {
        "decks": 1, "surrender": "early", "surrender_after_split": True, "split_by": "rank",
    },
    "2 decks, five cards at most, 6:5": {
        "decks": 2, "max_cards": 5, "blackjack_pays": "6:5", "double_on": "9-11",
    },
    "4 decks, no naturals, 21 is asked": {"decks": 4, "naturals": False, "auto_stand_21": False},
    "8 decks, inverted": {"decks": 8, "inverted": True, "surrender": "none"},
}  # fmt: skip

START, POSITIONS, BEST, CHART, SPREAD, REST = (
    "start, imports", "positions", "best play", "chart", "spread", "the rest",
)  # fmt: skip
PARTS = (START, POSITIONS, BEST, CHART, SPREAD, REST)
_MEGABYTE = 1024


class Run(NamedTuple):
    """One process: wall seconds, processor seconds, peak memory in megabytes, seconds by part."""

    wall: float
    processor: float
    memory: float
    parts: Mapping[str, float]


class Stopwatch:
    """Processor time by part; a nested part is not counted in the outer one."""

    def __init__(self) -> None:
        """Start with the part START, which has been running since the process began."""
        self.spent = dict.fromkeys(PARTS, 0.0)
        self._since, self._open = 0.0, [START]

    def _turn(self) -> None:
        now = time.process_time()
        self.spent[self._open[-1]] += now - self._since
        self._since = now

    def change(self, part: str) -> None:
        """Switch from the current part to another."""
        self._turn()
        self._open[-1] = part

    def timed(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap `work` so that its time is counted in `part`."""

        @wraps(work)
        def working(*given: Any, **named: Any) -> Any:
            self._turn()
            self._open.append(part)
            try:
                return work(*given, **named)
            finally:
                self._turn()
                self._open.pop()

        return working


def compute(rules: Path) -> None:
    """Run the command in this process and exit with its status.

    Its answer goes to standard output, the parts as JSON to the end of standard error.
    """
    watch = Stopwatch()
    from blackjack.__main__ import main as command  # noqa: PLC0415 - the imports are part of the measurement
    from blackjack.analysis import chances, chart, positions, result  # noqa: PLC0415 - as above

    timed: list[tuple[Any, str, str]] = [
        (chances.Chances, "__init__", POSITIONS),
        (positions.Positions, "__init__", POSITIONS),
        (result, "BestByCards", BEST),
        (result, "Played", BEST),
        (chart.ChartSearch, "__init__", CHART),
        (chart.ChartSearch, "run", CHART),
        (result, "_outcomes", SPREAD),
    ]
    for owner, name, part in timed:
        setattr(owner, name, watch.timed(part, getattr(owner, name)))
    watch.change(REST)
    status = command(["rtp", "--rules", str(rules), "--json"])
    watch.change(REST)
    sys.stderr.write("\n" + json.dumps(watch.spent))
    sys.exit(status)


def measure_rules(rules: Rules) -> Run:
    """Compute the rules in a fresh process. Raises RuntimeError if it fails."""
    command = [sys.executable, "-m", "tools.benchmarks.mathematics", "--compute", "/dev/stdin"]
    began = time.monotonic()
    process = subprocess.Popen(  # noqa: S603 - the project's own program
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    if process.stdin is None or process.stderr is None:
        raise RuntimeError("the process has no pipes")
    with process.stdin as given:
        given.write(rules.to_json())
    with process.stderr as told:
        said = told.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"the command failed: {said}")
    wall = time.monotonic() - began
    parts = json.loads(said.rpartition("\n")[2])
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / _MEGABYTE, parts)


def find_cheapest(name: str, runs: int) -> Run:
    """Return a rule set's run with the least processor time, with the least wall time of all runs."""
    rules = rules_from(RULE_SETS[name])
    found = [measure_rules(rules) for _ in range(runs)]
    least = min(found, key=lambda run: run.processor)
    return least._replace(wall=min(run.wall for run in found))


def main() -> None:
    """Measure all rule sets and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--compute", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.compute is not None:
        compute(given.compute)
    print(
        f"Load of the machine at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n"
    )
    heads = ["rules", "wall s", "processor s", "peak MB", *PARTS]
    print(f"| {' | '.join(heads)} |\n|---{'|--:' * (len(heads) - 1)}|")
    found = {name: print_cheapest(name, given.runs) for name in RULE_SETS}
    worst = max(found.values(), key=lambda run: run.processor)
    memory = max(run.memory for run in found.values())
    print(f"\nAt most {worst.processor:.2f} s of the processor and {memory:.0f} MB.")


def print_cheapest(name: str, runs: int) -> Run:
    """Measure a rule set and print its row."""
    run = find_cheapest(name, runs)
    times = [f"{run.parts[part]:.2f}" for part in PARTS]
    cells = [name, f"{run.wall:.2f}", f"{run.processor:.2f}", f"{run.memory:.0f}", *times]
    print(f"| {' | '.join(cells)} |", flush=True)
    return run


if __name__ == "__main__":
    main()
