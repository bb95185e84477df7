"""Results of a rehearsal: a line per drill, then its table."""

import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

_COLUMNS: Final = (
    "drill",
    "trials",
    "acknowledged",
    "lost",
    "doubled",
    "refused",
    "unanswered",
    "down: median",
    "p95",
    "worst",
    "note",
)
_BEGAN: Final = time.monotonic()


@dataclass
class Drill:
    """What one drill did: transfers acknowledged, lost, doubled, refused, unanswered; seconds down of each trial."""

    name: str
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    refused: int = 0
    unanswered: int = 0
    down: list[float] = field(default_factory=list)
    limit: float | None = None  # seconds down at the 95th percentile
    problems: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def passed(self) -> bool:
        """True if nothing was lost or doubled, nothing else is wrong, and it was back in time."""
        in_time = self.limit is None or percentile(self.down, 0.95) <= self.limit
        return not (self.lost or self.doubled or self.problems) and in_time

    def line(self) -> str:
        """Return the drill's line for the terminal."""
        verdict = "passed" if self.passed else "FAILED"
        counts = f"acknowledged {self.acknowledged}, lost {self.lost}, doubled {self.doubled}"
        more = f"refused {self.refused}, unanswered {self.unanswered}"
        down = f"down {percentile(self.down, 0.5):.1f} s" if self.down else "not down"
        worst = (
            f" (p95 {percentile(self.down, 0.95):.1f}, worst {max(self.down):.1f})"
            if len(self.down) > 1
            else ""
        )
        return f"{verdict}: {self.name}: {counts}, {more}, {down}{worst}{f'; {self.note}' if self.note else ''}"

    def cells(self) -> list[str]:
        """Return the drill's cells for the table."""
        times = (
            [percentile(self.down, 0.5), percentile(self.down, 0.95), max(self.down)]
            if self.down
            else []
        )
        counts = [self.acknowledged, self.lost, self.doubled, self.refused, self.unanswered]
        shown = [f"{seconds:.1f} s" for seconds in times] or ["-"] * 3
        trials = max(1, len(self.down))
        return [self.name, str(trials), *map(str, counts), *shown, self.note]


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed; 0 without values."""
    if not values:
        return 0.0
    if share == 0.5:  # noqa: PLR2004  # the median
        return statistics.median(values)
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-len(ordered) * round(share * 100) // 100) - 1))]


def format_table(drills: Iterable[Drill]) -> str:
    """Return the drills as a Markdown table."""
    rows = [_COLUMNS, tuple("---" for _ in _COLUMNS), *(tuple(each.cells()) for each in drills)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def print_drill(drill: Drill) -> None:
    """Print the drill's line and its problems."""
    print(drill.line(), flush=True)
    for problem in drill.problems[:5]:
        print(f"    {problem}", flush=True)


def print_progress(text: str) -> None:
    """Print a line of progress with the seconds since the start to standard error."""
    print(f"[{time.monotonic() - _BEGAN:5.0f} s] {text}", file=sys.stderr, flush=True)


def exit_status(drills: Iterable[Drill]) -> int:
    """Return 1 if a drill failed."""
    return int(not all(each.passed for each in drills))
