"""Results of studies of a version: each change, limit of a round and counter."""

from dataclasses import dataclass

from tables.models import RuleSetVersion, Table
from tables.services.studies import (
    WITHOUT_EFFECT,
    StudyResults,
    is_countable,
    is_stoppable,
    list_table_counter_questions,
)
from tables.values import questions
from tables.values.questions import CounterWin
from tables.values.rule_changes import apply_change
from tables.words.rule_differences import Difference, find_differences


@dataclass(frozen=True, slots=True)
class StudySwitch:
    """A change from the version in force, and its own effect on the return; None until computed."""

    difference: Difference
    moves: bool
    worth: float | None


@dataclass(frozen=True, slots=True)
class StudyLimit:
    """The cost of a table's limit of a round at the maximum bet; None until computed."""

    table: Table
    cost: float | None


@dataclass(frozen=True, slots=True)
class StudyCounter:
    """Win of a counter who bets 1 to `highest`, as far as simulated."""

    table: Table
    highest: int
    won: CounterWin | None
    parts: int

    @property
    def margin(self) -> float:
        """Half-width of the 95 % confidence interval: twice the standard error."""
        return 2 * self.won.error if self.won else 0.0


@dataclass(frozen=True, slots=True)
class Study:
    """All studies of a version, with their progress, and whether some may be cancelled (`stoppable`)."""

    switches: list[StudySwitch]
    limits: list[StudyLimit]
    counters: list[StudyCounter]
    countable: bool
    progress: int | None
    stoppable: bool

    @property
    def unfinished(self) -> bool:
        """True if something is being computed."""
        return self.progress is not None


def load_study(version: RuleSetVersion) -> Study:
    """Return the results so far."""
    known = StudyResults(version)
    return Study(
        [_switch(known, one) for one in _changes(known)],
        [_limit(known, table) for table in known.list_limited_tables()],
        [_counter(known, table, highest) for table, highest in known.list_spreads()],
        is_countable(known.rules),
        known.progress(),
        stoppable=is_stoppable(known, version),
    )


def _changes(known: StudyResults) -> list[Difference]:
    return find_differences(known.present, known.rules) if known.present else []


def _switch(known: StudyResults, difference: Difference) -> StudySwitch:
    if known.present is None or difference.name in WITHOUT_EFFECT:
        return StudySwitch(difference, moves=False, worth=None)
    before = known.find_current(known.present)
    after = known.find_current(apply_change(known.present, known.rules, difference.name))
    if before is None or after is None or not before.result or not after.result:
        return StudySwitch(difference, moves=True, worth=None)
    return StudySwitch(difference, moves=True, worth=after.result["rtp"] - before.result["rtp"])


def _limit(known: StudyResults, table: Table) -> StudyLimit:
    asked = questions.round_limit_question(table.max_round_usd, table.max_bet_usd)
    row = known.find_current(known.rules, asked)
    return StudyLimit(table, row.result["cost"] if row and row.result else None)


def _counter(known: StudyResults, table: Table, highest: int) -> StudyCounter:
    rows = [
        known.find_current(known.rules, part)
        for part in list_table_counter_questions(table, highest)
    ]
    found = [row.result for row in rows if row is not None and row.result]
    return StudyCounter(table, highest, questions.combine_parts(found), len(found))
