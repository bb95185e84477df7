"""Progress of a long calculation on standard error."""

import sys
from threading import Timer
from types import TracebackType
from typing import Self, TextIO

_PATIENCE = 2.0


class ProgressLine:
    """Context manager with a progress line that appears after a delay; call it with the share done.

    The line is removed on exit. Calculations shorter than the delay write nothing.
    """

    def __init__(self, what: str, out: TextIO | None = None, patience: float = _PATIENCE) -> None:
        """Prepare a line for `what` on `out` (by default standard error) after `patience` seconds."""
        self._what, self._out = what, sys.stderr if out is None else out
        self._timer = Timer(patience, self._speak)
        self._timer.daemon = True
        self._speaks = False
        self._share = 0.0
        self._shown = ""

    def __call__(self, share: float) -> None:
        """Set the share done, 0 to 1, and update the line if it is shown."""
        self._share = share
        if self._speaks:
            self._show(f"{self._what}: {share:.0%}")

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
