"""Report of `tools.benchmarks.api`: what the API costs of the page, and how long its lists take."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tools.benchmarks.play_report import Figures
from tools.benchmarks.report import markdown_table

MOST: Final = 0.8
"""Of the page's processor time, for a bet and for a decision."""
MOST_MS: Final = 50.0
"""p95 of a page of a list."""
PAGE, API = "page", "API"
_PART: Final = 0.95
_COSTS: Final = ("request", "by", "requests/s", "web µs", "database µs", "CPU µs", "of the page")
_LISTS: Final = ("list", "p50 ms", "p95 ms", "limit", "holds")
ApiTurn = Mapping[str, Mapping[str, Figures]]
"""Figures by client and kind of request."""


@dataclass(frozen=True)
class ListTime:
    """Microseconds of reading pages of a list."""

    path: str
    took: Sequence[int]

    @property
    def p95(self) -> float:
        """In milliseconds."""
        ordered = sorted(self.took)
        return ordered[min(len(ordered) - 1, int(len(ordered) * _PART))] / 1000

    @property
    def holds(self) -> bool:
        return self.p95 < MOST_MS


def compute_ratio(turns: Sequence[ApiTurn], kind: str) -> float:
    """Return the median over the turns of the API's processor time divided by the page's in the same turn."""
    return statistics.median(turn[API][kind].cpu / turn[PAGE][kind].cpu for turn in turns)


def format_costs(turns: Sequence[ApiTurn]) -> str:
    """Return the costs as a Markdown table of medians."""
    rows = [_cost_row(turns, client, kind) for kind in turns[0][PAGE] for client in (PAGE, API)]
    return markdown_table(_COSTS, rows, words={"request", "by"})


def _cost_row(turns: Sequence[ApiTurn], client: str, kind: str) -> list[str]:
    def middle(figure: str) -> str:
        return f"{statistics.median(getattr(turn[client][kind], figure) for turn in turns):,.0f}"

    ratio = f"{compute_ratio(turns, kind):.2f}" if client == API else ""
    return [kind, client, *(middle(one) for one in ("rate", "web", "server", "cpu")), ratio]


def format_lists(lists: Sequence[ListTime]) -> str:
    """Return the lists' times as a Markdown table."""
    rows = [
        [
            one.path,
            f"{statistics.median(one.took) / 1000:.1f}",
            f"{one.p95:.1f}",
            f"< {MOST_MS:.0f}",
            "yes" if one.holds else "NO",
        ]
        for one in lists
    ]
    return markdown_table(_LISTS, rows, words={"list", "holds"})


def find_failures(turns: Sequence[ApiTurn], lists: Sequence[ListTime]) -> list[str]:
    """Return what costs or takes too much."""
    kinds = turns[0][PAGE] if turns else ()
    ratios = {kind: compute_ratio(turns, kind) for kind in kinds}
    return [
        *(
            f"a {kind} costs {ratio:.2f} of the page's, more than {MOST}"
            for kind, ratio in ratios.items()
            if ratio > MOST
        ),
        *(f"{one.path}: p95 {one.p95:.1f} ms" for one in lists if not one.holds),
    ]
