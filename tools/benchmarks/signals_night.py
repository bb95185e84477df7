"""`make bench-signals-night`: the nightly increment of fraud signals, then that of a night with twice the players.

One server for each night, created for the run. `manage.py seed_history` writes the rounds of one day; then what
production's workers do at night is run in a process of its own, whose time and peak memory are read: the columns of all
rounds, and the judgement of all players. The tables are filled by COPY. Deviations are measured when shoes are revealed, all day long: their time stands beside.

The exit status is 1 if 10 million rounds would take ten minutes or more on two cores, if memory reaches 1 GB, or if
twice the players take more than 2.2 times as long.
"""

import argparse
import json
import sys
from typing import Any, Final

from tools.benchmarks import servers
from tools.benchmarks.report import markdown_table
from tools.benchmarks.servers import Bench, describe_conditions

DATABASE: Final = "night"
A_NIGHT: Final = 10_000_000
CORES: Final = 2
ALLOWED_SECONDS: Final = 600.0
ALLOWED_BYTES: Final = 2**30
ALLOWED_GROWTH: Final = 2.2
HEAD: Final = (
    *("rounds", "players", "columns s", "judging s", "deviations", "measuring them s"),
    *("processor s", "peak MB"),
    "10 million rounds on two cores, s",
)

Night = dict[str, Any]


def main() -> None:
    """Measure both nights and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    given = parser.parse_args()
    print(describe_conditions(), flush=True)
    nights = [_measure(rounds) for rounds in (given.rounds, 2 * given.rounds)]
    print(_table(nights))
    growth = nights[1]["seconds"] / nights[0]["seconds"]
    print(f"\nTwice the players take {growth:.2f} times as long.")
    if is_over_budget(nights):
        raise SystemExit(1)


def is_over_budget(nights: list[Night]) -> bool:
    """Return whether a limit is exceeded."""
    growth = nights[1]["seconds"] / nights[0]["seconds"]
    return growth > ALLOWED_GROWTH or any(
        whole_night(one) >= ALLOWED_SECONDS or one["peak"] >= ALLOWED_BYTES for one in nights
    )


def whole_night(night: Night) -> float:
    """Return the seconds of 10 million rounds if two processes share the slices."""
    return float(night["seconds"]) * A_NIGHT / float(night["rounds"]) / CORES


def _measure(rounds: int) -> Night:
    with servers.run_server(DATABASE) as bench:
        _fill(bench, rounds)
        _tell(f"the increment of {rounds:,} rounds")
        found: Night = json.loads(bench.django("-m", "tools.benchmarks.signals_night_inside"))
    return found


def _fill(bench: Bench, rounds: int) -> None:
    bench.django("manage.py", "demo", tell=_tell)
    words = ("--rounds", str(rounds), "--days", "1", "--unsealed", "--copied")
    bench.django("manage.py", "seed_history", *words, tell=_tell)
    bench.settle()


def _tell(line: str) -> None:
    print(line.rstrip(), file=sys.stderr, flush=True)


def _table(nights: list[Night]) -> str:
    rows = [
        (
            f"{night['rounds']:,}",
            f"{night['players']:,}",
            f"{night['columns']:,.1f}",
            f"{night['judging']:,.1f}",
            f"{night['deviations']:,}",
            f"{night['measuring']:,.1f}",
            f"{night['processor']:,.1f}",
            f"{night['peak'] / 2**20:,.0f}",
            f"{whole_night(night):,.0f}",
        )
        for night in nights
    ]
    return markdown_table(HEAD, rows, ())


if __name__ == "__main__":
    main()
