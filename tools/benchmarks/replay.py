"""Speed of replaying rounds: `make bench-replay`.

One process of `python -m blackjack replay --batch` answers a file of cases: all five presets in
turn, one to three seats each, any legal play. In the same run and in turn, another process only
reads the same cases and writes the same answers as JSON: the ratio of the two is the cost of the
rules, independent of other load on the machine.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from blackjack.bets import Bet
from blackjack.cards import CARDS
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.transcript import bets_document

ROOT = Path(__file__).parents[2]
STAKE = 100_000
ONLY_JSON = """
import json, sys
answers = open(sys.argv[2])
for line in open(sys.argv[1]):
    json.loads(line)
    sys.stdout.write(json.dumps(json.loads(next(answers))) + "\\n")
"""


def build_case(source: random.Random, name: str) -> str:
    """Return a case of a preset, played to its end."""
    rules = PRESETS[name]
    seats = source.sample(range(1, rules.seats + 1), min(rules.seats, source.randint(1, 3)))
    cards = [source.choice(CARDS) for _ in range(200)]
    bets = [Bet(seat, STAKE) for seat in seats]
    deal = Deal.start(rules, bets, cards.__getitem__)
    actions = []
    while not deal.complete:
        actions.append(source.choice(deal.legal_actions))
        deal = deal.play(actions[-1])
    shown = " ".join(str(card) for card in cards[: deal.cards_drawn])
    whole = {"rules": name, "bets": bets_document(bets), "cards": shown, "actions": actions}
    return json.dumps(whole)


def build_cases(count: int) -> Iterator[str]:
    """Yield `count` cases, always the same ones."""
    source = random.Random(1)  # noqa: S311 - repeatable cases, not security-relevant
    for name in islice(cycle(PRESETS), count):
        yield build_case(source, name) + "\n"


def measure_seconds(*command: str, out: Path) -> float:
    """Run a command with its output in a file; return its processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with out.open("wb") as file:
        subprocess.run([sys.executable, *command], stdout=file, check=True, cwd=ROOT)  # noqa: S603 - the project's own program
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), given.rounds, given.runs)


def measure(folder: Path, rounds: int, runs: int) -> None:
    """Answer the cases in both ways, in turn, and print the medians."""
    file, answers, copy = folder / "cases", folder / "answers", folder / "copy"
    file.write_text("".join(build_cases(rounds)))
    times: list[tuple[float, float]] = []
    for run in range(runs):
        started = time.monotonic()
        played = measure_seconds("-m", "blackjack", "replay", "--batch", str(file), out=answers)
        read = measure_seconds("-c", ONLY_JSON, str(file), str(answers), out=copy)
        times.append((played, read))
        print(f"run {run + 1} of {runs}: {time.monotonic() - started:.1f} s")
    report(rounds, times)


def report(rounds: int, times: list[tuple[float, float]]) -> None:
    """Print the medians and their ratio."""
    played = statistics.median(one for one, _ in times)
    read = statistics.median(one for _, one in times)
    ratio = statistics.median(one / other for one, other in times)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'':18}{'rounds/s':>10}{'µs a round':>12}")
    for name, taken in (("replayed", played), ("only read, written", read)):
        print(f"{name:18}{rounds / taken:>10,.0f}{taken / rounds * 1e6:>12.0f}")
    print(f"ratio {ratio:.1f}; largest process {memory:.0f} MB; {rounds} rounds, start included")


if __name__ == "__main__":
    main()
