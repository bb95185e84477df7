"""How far a long calculation is, on standard error."""

import sys
from threading import Timer
from types import TracebackType
from typing import Self, TextIO

_PATIENCE = 2.0


class ProgressLine:
    """A line that keeps saying which share is done, from the third second on; told by calling it with the share.

    It is a context: at its end the line is taken away. Nothing is written for what is over soon.
    """

    def __init__(self, what: str, out: TextIO | None = None, patience: float = _PATIENCE) -> None:
        """Say what is going on, to `out` (by default standard error), after `patience` seconds."""
        self._what, self._out = what, sys.stderr if out is None else out
        self._timer = Timer(patience, self._speak)
        self._timer.daemon = True
        self._speaks = False
        self._share = 0.0
        self._shown = ""

    def __call__(self, share: float) -> None:
        """Take the share done, 0 to 1, and say so once it is time."""
        self._share = share
        if self._speaks:
            self._show(f"{self._what}: {share:.0%}")

    def __enter__(self) -> Self:
        """Start to wait."""
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop, and take the line away."""
        self._timer.cancel()
        self._timer.join()
        if self._shown:
            self._write("\r" + " " * len(self._shown) + "\r")

    def _speak(self) -> None:
        self._speaks = True
        self(self._share)

    def _show(self, line: str) -> None:
        if line != self._shown:
            self._write("\r" + line.ljust(len(self._shown)))
            self._shown = line

    def _write(self, text: str) -> None:
        if self._out is not None:
            self._out.write(text)
            self._out.flush()
