"""Terminal output: one line per step, with the time since the start."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Refusal(Exception):
    """The launcher cannot continue; the message says why and what to do."""


class Console:
    """Prints steps with their details and durations."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self._live = sys.stdout.isatty()
        self._last_detail = 0.0

    def say(self, text: str) -> None:
        """Print one line with the time since the start."""
        clear = "\r\033[K" if self._live else ""
        print(f"{clear}[{time.monotonic() - self.began:6.1f} s] {text}", flush=True)

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        """Print the start of a step, and its duration if it succeeds."""
        began = time.monotonic()
        self.say(f"{text} …")
        yield
        self.say(f"{text}: done in {time.monotonic() - began:.1f} s")

    def detail(self, text: str) -> None:
        """Print progress: one changing line on a terminal, occasional lines in a file."""
        if self._live:
            print(f"\r\033[K           {text[:100]}", end="", flush=True)
        elif time.monotonic() - self._last_detail > 5:  # noqa: PLR2004  # at most one line every five seconds
            self._last_detail = time.monotonic()
            self.say(f"  {text}")
