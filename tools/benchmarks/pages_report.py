"""Report of `tools.benchmarks.pages`: medians against their limits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tools.benchmarks.pages_browser import FirstHand, TableVisit
from tools.benchmarks.report import markdown_table

_HEAD: Final = ("figure", "median", "lowest to highest", "limit", "holds")
_WORDS: Final = ("figure", "holds")


@dataclass(frozen=True)
class Figure:
    """Values of one figure; without a limit it is informational. `below` excludes the limit itself."""

    name: str
    values: Sequence[float]
    write: Callable[[float], str]
    limit: float | None = None
    below: bool = True

    @property
    def holds(self) -> bool:
        """True if the median is within the limit."""
        if self.limit is None:
            return True
        middle = median(self.values)
        return middle < self.limit if self.below else middle <= self.limit

    def row(self) -> tuple[str, ...]:
        """Return the figure as a row of the table."""
        span = f"{self.write(min(self.values))} to {self.write(max(self.values))}"
        if self.limit is None:
            return self.name, self.write(median(self.values)), span, "reported", ""
        limit = f"{'<' if self.below else '≤'} {self.write(self.limit)}"
        return (
            self.name,
            self.write(median(self.values)),
            span,
            limit,
            "yes" if self.holds else "NO",
        )


def build_figures(tables: Sequence[TableVisit], hands: Sequence[FirstHand]) -> list[Figure]:
    """Return all figures of these visits."""
    return [
        Figure("table page over the wire", [one.received for one in tables], _kilobytes, 150_000),
        Figure("cold load to usable", [one.usable for one in tables], _seconds, 3),
        Figure("tap on Deal to first card", [one.first_card for one in tables], _seconds, 1),
        Figure("lobby to first hand: taps", [one.taps for one in hands], _whole, 2, below=False),
        Figure(
            "lobby to first hand: fields", [one.fields for one in hands], _whole, 0, below=False
        ),
        Figure("lobby to first hand: words", [one.words for one in hands], _whole),
        Figure("lobby to first hand: time", [one.seconds for one in hands], _seconds),
    ]


def format_figures(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table."""
    return markdown_table(_HEAD, [one.row() for one in figures], _WORDS)


def _kilobytes(value: float) -> str:
    return f"{value / 1000:.1f} kB"


def _seconds(value: float) -> str:
    return f"{value:.2f} s"


def _whole(value: float) -> str:
    return f"{value:,.0f}"
