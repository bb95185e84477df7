"""What is known beside the analysis of a version: what each change, each limit of a round and each counter is worth."""

from dataclasses import dataclass

from tables.models import RuleSetVersion, Table
from tables.services.studies import (
    WITHOUT_EFFECT,
    Answers,
    is_countable,
    is_stoppable,
    parts_of_counter,
)
from tables.values import questions
from tables.values.questions import Won
from tables.words.rule_fields import Difference, differences


@dataclass(frozen=True, slots=True)
class Switch:
    """A change against the version in force, and by how much it alone moves the return; None: not known yet."""

    difference: Difference
    moves: bool
    worth: float | None


@dataclass(frozen=True, slots=True)
class Limit:
    """What a table's limit of a round takes from the return at the greatest bet; None: not known yet."""

    table: Table
    cost: float | None


@dataclass(frozen=True, slots=True)
class Counter:
    """What a counter wins at a table who bets 1 to `highest`, as far as it was played."""

    table: Table
    highest: int
    won: Won | None
    parts: int

    @property
    def sure(self) -> float:
        """Twice the standard error: with 19 chances of 20 the truth is no further away."""
        return 2 * self.won.error if self.won else 0.0


@dataclass(frozen=True, slots=True)
class Study:
    """All of it, and whether a worker still has some to do; `stoppable`: some that nobody else needs."""

    switches: list[Switch]
    limits: list[Limit]
    counters: list[Counter]
    countable: bool
    progress: int | None
    stoppable: bool

    @property
    def unfinished(self) -> bool:
        """Whether something is being computed."""
        return self.progress is not None


def study_of(version: RuleSetVersion) -> Study:
    """What is known of it all."""
    known = Answers(version)
    return Study(
        [_switch(known, one) for one in _changes(known)],
        [_limit(known, table) for table in known.limited()],
        [_counter(known, table, highest) for table, highest in known.spreads()],
        is_countable(known.rules),
        known.progress(),
        stoppable=is_stoppable(known, version),
    )


def _changes(known: Answers) -> list[Difference]:
    return differences(known.present, known.rules) if known.present else []


def _switch(known: Answers, difference: Difference) -> Switch:
    if known.present is None or difference.name in WITHOUT_EFFECT:
        return Switch(difference, moves=False, worth=None)
    before = known.current(known.present)
    after = known.current(known.alone(known.present, difference.name))
    if before is None or after is None or not before.result or not after.result:
        return Switch(difference, moves=True, worth=None)
    return Switch(difference, moves=True, worth=after.result["rtp"] - before.result["rtp"])


def _limit(known: Answers, table: Table) -> Limit:
    asked = questions.round_limit(table.max_round_usd, table.max_bet_usd)
    row = known.current(known.rules, asked)
    return Limit(table, row.result["cost"] if row and row.result else None)


def _counter(known: Answers, table: Table, highest: int) -> Counter:
    rows = [known.current(known.rules, part) for part in parts_of_counter(table, highest)]
    found = [row.result for row in rows if row is not None and row.result]
    return Counter(table, highest, questions.together(found), len(found))
