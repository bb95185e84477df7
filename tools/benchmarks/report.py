"""What the benchmarks say: how far they are, and figures as a table."""

import sys
import time
from collections.abc import Collection, Sequence


def parts_of(microseconds: Sequence[int]) -> tuple[float, float]:
    """The latency that half, and that 99 of 100, stay below or at, in milliseconds; of at least one."""
    ordered = sorted(microseconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] / 1000 for part in (0.5, 0.99)]
    return at[0], at[1]


def lines(head: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str] = ()) -> str:
    """A table in Markdown: figures to the right, columns of `words` to the left."""
    rules = [":---" if name in words else "---:" for name in head]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rules, *rows))


class Progress:
    """One line for each thing that is done: what it is, what came of it, and the time left."""

    def __init__(self, slices: int, seconds: float, waits: float) -> None:
        """There are so many slices of so many seconds, and waits of so many beside them."""
        self._slices, self._each, self._waits = slices, seconds + 1.0, waits
        self._began = self._slice_began = time.monotonic()
        self._doing = ""

    def begins(self, what: str) -> None:
        """Tell what is done from now on, with the time left."""
        self._doing, self._slice_began = what, time.monotonic()
        left = max(self._slices * self._each + self._waits, 0)
        print(f"{left / 60:5.1f} min left  {what} ...", file=sys.stderr, flush=True)

    def ended(self, result: str) -> None:
        """Tell what came of a slice; what it took beyond its seconds foretells the next."""
        self._slices -= 1
        took = time.monotonic() - self._slice_began
        self._each += (took - self._each) / 8
        print(f"{'':16}{self._doing}: {result}", file=sys.stderr, flush=True)

    def waited(self, seconds: float) -> None:
        """Take off a part of the waits that were foreseen."""
        self._waits -= seconds

    def over(self) -> None:
        """Tell how long all of it took."""
        took = time.monotonic() - self._began
        print(f"took {took / 60:.1f} minutes", file=sys.stderr, flush=True)
