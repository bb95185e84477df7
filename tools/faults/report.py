"""The result table: one line per fault, and the exit status."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

HEAD: tuple[str, ...] = (
    "fault",
    "tried",
    "acknowledged",
    "refused",
    "lost",
    "applied twice",
    "unanswered",
    "repaired",
    "seconds",
    "what happened",
)


@dataclass
class Result:
    """Result of one fault. `problems` is empty if nothing is wrong; `not_run` is the reason if it was skipped."""

    fault: str
    tried: int = 0
    acknowledged: int = 0
    refused: int = 0
    lost: int = 0
    twice: int = 0
    unanswered: int = 0
    repaired: int = 0
    seconds: float = 0.0
    note: str = ""
    not_run: str = ""
    problems: list[str] = field(default_factory=list)

    @property
    def survived(self) -> bool:
        """True if nothing was lost or doubled, everything was repaired, and there are no problems."""
        whole = not self.lost and not self.twice and self.unanswered == self.repaired
        return whole and not self.problems

    def save(self, file: Path) -> None:
        """Write the result for the process that prints the table."""
        file.write_text(json.dumps(asdict(self)))


def read_result(file: Path) -> Result:
    """Read a result written by `save`."""
    return Result(**json.loads(file.read_text()))


def format_table(results: Sequence[Result]) -> str:
    """Format the results as a text table, numbers right-aligned."""
    rows = [HEAD, *(_row(result) for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = ["  ".join(_cells(row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _row(result: Result) -> tuple[str, ...]:
    if result.not_run:
        return (result.fault, *["-"] * 8, f"NOT RUN: {result.not_run}")
    asked = (result.tried, result.acknowledged, result.refused)
    found = (result.lost, result.twice, result.unanswered, result.repaired)
    verdict = "" if result.survived else "FAILED; "
    return (
        result.fault,
        *(str(number) for number in (*asked, *found)),
        f"{result.seconds:.0f}",
        verdict + result.note,
    )


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    last = len(row) - 1
    return [
        cell.ljust(width) if column in {0, last} else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]


def exit_status(results: Sequence[Result]) -> int:
    """Return 0 if at least one fault was run and all of them were survived, else 1."""
    made = [result for result in results if not result.not_run]
    return 0 if made and all(result.survived for result in made) else 1
