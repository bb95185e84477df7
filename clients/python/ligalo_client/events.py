"""Server-sent events as values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event of a stream. Servers may add kinds: a reader skips those it does not know."""

    kind: str
    data: str


@dataclass(slots=True)
class _Unfinished:
    """The lines of an event until the empty line that ends it."""

    kind: str = "message"
    lines: tuple[str, ...] = ()

    def add(self, line: str) -> None:
        """Add a line "field: value"; comments and unknown fields count for nothing."""
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self.lines = (*self.lines, value)
        elif field == "event":
            self.kind = value

    def finish(self) -> StreamEvent | None:
        """Return the event; None if it has no data, as the standard says."""
        return StreamEvent(self.kind, "\n".join(self.lines)) if self.lines else None


def read_events(lines: Iterable[str]) -> Iterator[StreamEvent]:
    """Yield the events of a stream. One that was cut off before its end is left out."""
    unfinished = _Unfinished()
    for line in lines:
        if line:
            unfinished.add(line)
            continue
        event, unfinished = unfinished.finish(), _Unfinished()
        if event is not None:
            yield event
