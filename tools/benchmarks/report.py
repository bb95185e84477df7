"""Output of the benchmarks: progress, and figures as tables."""

import sys
import time
from collections.abc import Collection, Sequence


def summarise_latencies(microseconds: Sequence[int]) -> tuple[float, float]:
    """Return p50 and p99 in milliseconds of at least one latency in microseconds."""
    ordered = sorted(microseconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] / 1000 for part in (0.5, 0.99)]
    return at[0], at[1]


def markdown_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str] = ()
) -> str:
    """Return a Markdown table: figures right-aligned, the columns in `words` left-aligned."""
    rules = [":---" if name in words else "---:" for name in head]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rules, *rows))


class Progress:
    """Progress lines: what is being done, its result, and the time left."""

    def __init__(self, slices: int, seconds: float, waits: float) -> None:
        """Plan for this many slices of `seconds` each, and `waits` seconds besides."""
        self._slices, self._each, self._waits = slices, seconds + 1.0, waits
        self._began = self._slice_began = time.monotonic()
        self._doing = ""

    def begin_step(self, what: str) -> None:
        """Announce the next step with the time left."""
        self._doing, self._slice_began = what, time.monotonic()
        left = max(self._slices * self._each + self._waits, 0)
        print(f"{left / 60:5.1f} min left  {what} ...", file=sys.stderr, flush=True)

    def end_step(self, result: str) -> None:
        """Print the result of a slice and adjust the estimate for the next ones."""
        self._slices -= 1
        took = time.monotonic() - self._slice_began
        self._each += (took - self._each) / 8
        print(f"{'':16}{self._doing}: {result}", file=sys.stderr, flush=True)

    def subtract_wait(self, seconds: float) -> None:
        """Subtract seconds from the planned waits."""
        self._waits -= seconds

    def finish(self) -> None:
        """Print the total time."""
        took = time.monotonic() - self._began
        print(f"took {took / 60:.1f} minutes", file=sys.stderr, flush=True)
