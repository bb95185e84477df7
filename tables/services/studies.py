"""Studies of a version besides its analysis: each change, each limit of a round, each card counter."""

from collections.abc import Iterator
from typing import Final

from django.db import connection, transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from blackjack.rules import Rules
from journal.models import EventKind
from journal.services.recording import record
from tables.models import Mathematics, RuleSetVersion, Table, VersionState
from tables.selectors.tables import find_rule_set_tables, find_version_in_force
from tables.services import mathematics
from tables.values import questions
from tables.values.questions import Question
from tables.values.rule_changes import apply_change, changed_fields

# Fields without effect on the return of the hand or its chart; side bets have returns of their own.
WITHOUT_EFFECT: Final = frozenset(
    [
        "penetration",
        "reshuffle",
        "burn_cards",
        "player_cut",
        "show_hole_card",
        "double_for_less",
        "even_money",
        "seats",
        "seats_per_player",
        "bettors_per_seat",
        "side_bets",
        "turn_seconds",
        "betting_seconds",
        "intermission_seconds",
        "on_turn_timeout",
        "on_absence",
        "resume_seconds",
    ]
)
ASKING: Final = 0x4C696772
"""Advisory lock for requesting or stopping all studies of a version."""

ENOUGH: Final = 8  # times the maximum bet: four hands, each doubled
USUAL_SPREAD: Final = 8
_UNSETTLED: Final = (VersionState.DRAFT, VersionState.PROPOSED)
_LIVING: Final = (
    *_UNSETTLED,
    VersionState.APPROVED,
    VersionState.SCHEDULED,
    VersionState.ACTIVE,
)
_UNFINISHED: Final = frozenset({Mathematics.State.WAITING, Mathematics.State.RUNNING})
StudyRequest = tuple[Rules, Question | None]


class StudyResults:
    """Rows of all studies of a version. Three queries."""

    def __init__(self, version: RuleSetVersion) -> None:
        present = find_version_in_force(version.rule_set)
        self.rules, self.present = version.rules, present.rules if present else None
        self.tables = list(find_rule_set_tables(version.rule_set_id))
        digests = [questions.question_digest(*one) for one in self.list_questions()]
        self.rows = {row.digest: row for row in Mathematics.objects.filter(digest__in=digests)}

    def list_questions(self) -> Iterator[StudyRequest]:
        """Yield every question about the version, the analyses included."""
        for rules in list_analyses(self.rules, self.present):
            yield rules, None
        for table in self.list_limited_tables():
            yield self.rules, questions.round_limit_question(table.max_round_usd, table.max_bet_usd)
        for table, highest in self.list_spreads():
            for part in list_table_counter_questions(table, highest):
                yield self.rules, part

    def list_limited_tables(self) -> list[Table]:
        return [one for one in self.tables if one.max_round_usd < ENOUGH * one.max_bet_usd]

    def list_spreads(self) -> Iterator[tuple[Table, int]]:
        for table in self.tables if is_countable(self.rules) else ():
            widest = max(table.max_bet_usd // table.min_bet_usd, 1)
            if table.max_bet_ratio:
                widest = min(widest, table.max_bet_ratio)
            for highest in sorted({min(USUAL_SPREAD, widest), widest}):
                yield table, highest

    def find_current(self, rules: Rules, question: Question | None = None) -> Mathematics | None:
        row = self.rows.get(questions.question_digest(rules, question))
        return row if row is not None and row.is_current else None

    def progress(self) -> int | None:
        """Return the mean progress in percent; None if nothing is pending."""
        rows = self.rows.values()
        if not any(row.state in _UNFINISHED for row in rows):
            return None
        return sum(row.progress for row in rows) // len(rows)


def list_analyses(rules: Rules, present: Rules | None) -> Iterator[Rules]:
    """Yield these rules, those in force, and those in force with each single change that affects the return; no duplicates."""
    yield rules
    if present is None or present == rules:
        return
    yield present
    changed = sorted(changed_fields(present, rules) - WITHOUT_EFFECT)
    alone = dict.fromkeys(apply_change(present, rules, name) for name in changed)
    yield from (one for one in alone if one not in (rules, present))


def list_table_counter_questions(table: Table, highest: int) -> list[Question]:
    """Return the questions about a counter at a table, in parts.

    The counter may change the shoe after as many rounds as the table requires of players, at least one.
    """
    return questions.counter_questions(highest, max(table.rounds_before_shoe_change, 1))


def is_countable(rules: Rules) -> bool:
    """Return whether cards seen affect later rounds."""
    return rules.finite_decks is not None and rules.reshuffle != "every_round"


def is_stoppable(known: StudyResults, version: RuleSetVersion) -> bool:
    unfinished = {row.digest for row in known.rows.values() if row.state in _UNFINISHED}
    return bool(unfinished) and not unfinished <= _needed_beside(version)


def list_needed_digests(version: RuleSetVersion) -> set[str]:
    """Return the digests that this version or any other still needs."""
    return _digests(version) | _needed_beside(version)


@transaction.atomic
def request_analysis(version: RuleSetVersion, *, acting_user: User) -> None:
    """Request the analysis of its rules alone, with an event. Raises NotPermitted."""
    require(acting_user, Right.EDIT_TABLES)
    mathematics.request_mathematics(version.rules)
    _note(EventKind.COMPUTATION_ASKED, version, acting_user)


@transaction.atomic
def request_studies(version: RuleSetVersion, *, acting_user: User) -> None:
    """Request all missing studies, with an event. Raises NotPermitted."""
    require(acting_user, Right.EDIT_TABLES)
    lock_requests()
    for rules, question in StudyResults(version).list_questions():
        mathematics.request_mathematics(rules, question)
    _note(EventKind.COMPUTATION_ASKED, version, acting_user)


@transaction.atomic
def cancel_studies(version: RuleSetVersion, *, acting_user: User) -> None:
    """Cancel the studies that no other version needs, with an event. Raises NotPermitted."""
    require(acting_user, Right.EDIT_TABLES)
    lock_requests()
    mathematics.cancel_computations(_digests(version) - _needed_beside(version))
    _note(EventKind.COMPUTATION_CANCELLED, version, acting_user)


def lock_requests() -> None:
    """Take the advisory lock of requests until the transaction ends.

    Versions share rows, and without it two requests could lock them in different orders and deadlock.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ASKING])


def _note(kind: EventKind, version: RuleSetVersion, acting_user: User) -> None:
    record(kind, actor=acting_user.pk, subject=f"rules {version}", data={"version": version.pk})


def _digests(version: RuleSetVersion) -> set[str]:
    return {questions.question_digest(*one) for one in StudyResults(version).list_questions()}


def _needed_beside(version: RuleSetVersion) -> set[str]:
    """Return the digests that versions need apart from this one's own studies.

    These are the analyses of all versions that are neither retired nor refused, this one only if it is approved or
    later, and all studies of other such versions of the same rule set.
    """
    living = RuleSetVersion.objects.filter(state__in=_LIVING)
    if version.state in _UNSETTLED:
        living = living.exclude(pk=version.pk)
    others = living.exclude(pk=version.pk).filter(rule_set=version.rule_set_id)
    analyses = set(living.values_list("rules_hash", flat=True))
    return analyses.union(*(_digests(one) for one in others.select_related("rule_set")))
