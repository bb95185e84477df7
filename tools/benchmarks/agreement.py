"""Agreement of simulated rounds with the mathematics: `make bench-agreement`.

Each rule set is computed and then played, every round by the round engine with cards from a fresh
shoe, with the same chart. The return and the money put in per round are compared, in standard
errors (z). The seeds are fixed: the same version produces the same table. It is written to
docs/agreement.md, and the exit status is 1 if any |z| is 4 or more.
"""

import argparse
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from blackjack.analysis.chart import ChartSearch
from blackjack.analysis.charting import build_chart
from blackjack.analysis.stock import VALUES, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import Upcard
from blackjack.presets import rules_from
from blackjack.rules import Rules
from blackjack.simulation import ProgressLine, Settings, simulate
from blackjack.simulation.tally import Estimate
from blackjack.strategy import Chart

DOCUMENT = Path(__file__).parents[2] / "docs" / "agreement.md"
ROUNDS = 2_000_000
LIMIT = 4.0

EUROPEAN = {"hole_card": "not_dealt", "peek": "never"}
RULE_SETS: Mapping[str, Mapping[str, Any]] = {
    "the house's own game": {},
    "11 cards at most, one card on split aces": {"preset": "atlantic_city"},
    "European, early surrender but against aces, pairs by rank": {"preset": "casino_floor"},
    "peek behind aces only, doubles come back, 10-card Charlie": {"preset": "live"},
    "one deck, naturals on split tens, surrender after a split": {"preset": "friendly"},
    "infinite decks": {"decks": "infinite", "max_ace_splits": 1, "double_split_aces": False},
    "infinite decks, European, original bet only, Charlie of 6": {
        **EUROPEAN, "decks": "infinite", "dealer_blackjack_takes": "original_bet", "charlie": 6,
        "split_by": "rank", "surrender": "early_vs_non_ace",
    },
    "two decks, European, original bet only, late surrender without a peek": {
        **EUROPEAN, "decks": 2, "dealer_blackjack_takes": "original_bet", "split_by": "rank",
        "soft_17": "stand",
    },
    "one deck, European, all bets taken, no doubling after a split": {
        **EUROPEAN, "decks": 1, "surrender": "none", "double_after_split": False,
    },
    "four decks, hole card never looked at, early surrender, all but doubles taken": {
        "decks": 4, "peek": "never", "surrender": "early", "soft_17": "stand",
        "dealer_blackjack_takes": "all_but_doubles",
    },
    "one deck, 5-card Charlie, early surrender": {
        "decks": 1, "charlie": 5, "surrender": "early", "surrender_after_split": True,
    },
    "two decks, five cards at most": {"decks": 2, "max_cards": 5, "surrender": "none"},
    "one deck, 21 without naturals, early surrender": {
        "decks": 1, "naturals": False, "surrender": "early", "auto_stand_21": False,
    },
    "one deck, inverted": {"decks": 1, "inverted": True, "surrender": "none"},
    "six decks, inverted, European, 6:5, double 9-11": {
        **EUROPEAN, "inverted": True, "blackjack_pays": "6:5", "double_on": "9-11",
    },
    "one deck, 6:5, double 10-11, no double after a split, one split": {
        "decks": 1, "blackjack_pays": "6:5", "double_on": "10-11", "double_after_split": False,
        "max_splits": 1, "max_ace_splits": 0, "surrender": "none",
    },
    "eight decks, 2:1, no doubling, no splits": {
        "decks": 8, "blackjack_pays": "2:1", "double_on": "never", "max_splits": 0,
        "max_ace_splits": 0, "soft_17": "stand",
    },
    "three decks, split aces resplit but not hit, double for less, double 9-11": {
        "decks": 3, "hit_split_aces": False, "double_for_less": True, "double_on": "9-11",
        "split_tens_natural": True, "peek": "ace",
    },
}  # fmt: skip


class Exact(NamedTuple):
    """Exact values of the best chart: return and money put in, per unit of the bet."""

    returned: float
    staked: float
    chart: Chart


class Line(NamedTuple):
    """One rule set with its exact and simulated values."""

    name: str
    given: Mapping[str, Any]
    exact: Exact
    returned: Estimate
    staked: Estimate

    @property
    def z(self) -> tuple[float, float]:
        """Deviation of the simulation in standard errors, for the return and the money put in."""
        return _z(self.returned, self.exact.returned), _z(self.staked, self.exact.staked)

    @property
    def agrees(self) -> bool:
        """True if both deviations are within the limit."""
        return max(map(abs, self.z)) < LIMIT


def _z(found: Estimate, exact: float) -> float:
    error = found.standard_error or 0.0
    # A value that never varies has no standard error and must match except for rounding.
    return (found.value - exact) / error if error else round(found.value - exact, 12) * 1e12


def compute_exact(rules: Rules) -> Exact:
    """Return the best chart of a fresh shoe with its return and money put in."""
    table = AnalysisTable(rules, Stock.from_rules(rules))
    searches = [ChartSearch(Upcard(table, upcard)) for upcard in range(VALUES)]
    worths = [(search.upcard.chance, search.run().worth) for search in searches]
    net = sum(chance * worth.net for chance, worth in worths)
    staked = sum(chance * worth.staked for chance, worth in worths)
    return Exact(1 + table.sign * net, staked, build_chart(searches))


def compare(name: str, rounds: int, processes: int) -> Line:
    """Compute a rule set and simulate it."""
    given = RULE_SETS[name]
    rules = rules_from({**given, "reshuffle": "every_round"})
    computed = compute_exact(rules)
    with ProgressLine(f"{name:.50}") as progress:
        settings = Settings(processes=processes)
        played = simulate(rules, rounds, f"agreement: {name}", computed.chart, settings, progress)
    return Line(name, given, computed, played.returned, played.average_wager)


def main() -> int:
    """Compare all rule sets and write the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="rule sets named so; no document"
    )
    given = parser.parse_args()
    names = [name for name in RULE_SETS if given.only in name]
    lines: list[Line] = []
    for name in names:
        started = time.monotonic()
        lines.append(compare(name, given.rounds, given.processes))
        print(f"{_shown(lines[-1])} {time.monotonic() - started:.0f} s", flush=True)
        if len(names) == len(RULE_SETS) and given.rounds >= ROUNDS:
            # After each rule set: an interrupted run keeps its results.
            DOCUMENT.write_text(format_document(lines, given.rounds))
    return 0 if all(line.agrees for line in lines) else 1


def _shown(line: Line) -> str:
    cells = [
        line.name,
        f"{100 * line.exact.returned:.6f}",
        *_cells(line.returned, 100, 4),
        f"{line.z[0]:+.2f}",
        f"{line.exact.staked:.6f}",
        *_cells(line.staked, 1, 6),
        f"{line.z[1]:+.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def _cells(found: Estimate, times: int, places: int) -> tuple[str, str]:
    return (
        f"{times * found.value:.{places}f}",
        f"{times * (found.standard_error or 0.0):.{places}f}",
    )


def format_document(lines: list[Line], rounds: int) -> str:
    """Return the text of docs/agreement.md."""
    furthest = max(abs(z) for line in lines for z in line.z)
    fields = [f"| {line.name} | {_fields(line.given)} |" for line in lines]
    return "\n".join(
        [
            "# Agreement of mathematics and play",
            "",
            f"{len(lines)} rule sets, {rounds:,} rounds each, played with `blackjack.Deal` and fresh shoes ([fairness](fairness.md)): one seat,",
            "one unit, the printed chart (`blackjack.strategy.advise`), no insurance or side bets. *Exact* is `blackjack.analysis` for the same",
            "chart (`rtp_total_dependent` for the return), *error* one standard error per round, *z* the difference in standard errors.",
            f"Generated by `make bench-agreement` with fixed seeds. Largest |z|: {furthest:.2f}.",
            "",
            "| rules | return, exact % | played % | error | z | put in, exact | played | error | z |",
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
            *map(_shown, lines),
            "",
            "Differences from the house's own game or from a preset. Each round has a new shoe, as the mathematics assumes.",
            "",
            "| rules | fields |",
            "|---|---|",
            *fields,
            "",
        ]
    )


def _fields(given: Mapping[str, Any]) -> str:
    said = [f"`{name}: {str(value).lower()}`" for name, value in given.items()]
    return ", ".join(said) or "none"


if __name__ == "__main__":
    sys.exit(main())
