"""What was played in a part of a day, of which nothing is kept: today, and until the same hour of another day."""

from collections.abc import Mapping
from dataclasses import dataclass

from reports.asking import answers
from reports.facts import SO_FAR, asked_of
from reports.figures.played import Played
from reports.period import Period


@dataclass(frozen=True, slots=True)
class SoFar:
    """The sums in all and of each table by its number, and how many players completed a round."""

    total: Played
    players: int
    tables: Mapping[int, Played]


def figures(period: Period, *, test: bool) -> SoFar:
    """The same sums as report 1 shows of it, of test accounts or of all others. One query."""
    found = {
        one["table_id"]: one for one in answers(SO_FAR.live(), {**asked_of([period]), "test": test})
    }
    total = found.pop(None)
    return SoFar(
        Played.of(total),
        total["players"],
        {table: Played.of(one) for table, one in found.items()},
    )
