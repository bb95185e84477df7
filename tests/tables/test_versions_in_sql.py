"""Database constraints on the life of a rules version, for the application's role."""

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from tests.tables.house import manager, operator
from tests.tables.refusals import everything
from tests.tables.test_versions import a_draft, a_proposal

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def says_no(statement: str, *states: str) -> None:
    before = everything()
    with pytest.raises(DatabaseError) as caught, transaction.atomic():  # noqa: PT012  the check is part of it
        _execute(statement)
        _execute("SET CONSTRAINTS ALL IMMEDIATE")
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.sqlstate in (states or ("23000", "23514"))
    assert everything() == before


STEP = (
    "INSERT INTO tables_versionstep"
    " (version_id, n, from_state, to_state, rules_hash, acting_user_id, reason, effective_at, accepted)"
    " SELECT {version}, {n}, '{before}', '{after}', rules_hash, {by}, 'why', NULL, '[]'"
    " FROM tables_rulesetversion WHERE id = {version}"
)


BARE = (
    "INSERT INTO tables_rulesetversion"
    " (rule_set_id, number, rules_json, rules_hash, state, created_at, created_by_id)"
    " SELECT id, 9, '{{}}', '', '{state}', now(), {by} FROM tables_ruleset"
)


def test_the_database_refuses_approval_by_the_proposer() -> None:
    version = a_proposal()
    move = {"version": version.pk, "n": 3, "before": "proposed", "after": "approved"}

    says_no(STEP.format(**move, by=operator().pk))
    says_no(STEP.format(**move, by="NULL"))
    _execute(STEP.format(**move, by=manager().pk))
    version.refresh_from_db()
    assert version.state == "approved"


@pytest.mark.parametrize(
    ("n", "before", "after"),
    [
        (3, "proposed", "scheduled"),
        (3, "proposed", "active"),
        (4, "proposed", "refused"),
        (3, "draft", "refused"),
        (3, "proposed", "draft"),
        (3, "", "draft"),
    ],
)
def test_the_database_keeps_the_order_of_steps(n: int, before: str, after: str) -> None:
    version = a_proposal()

    says_no(STEP.format(version=version.pk, n=n, before=before, after=after, by=manager().pk))


@pytest.mark.parametrize(
    "change",
    [
        "state = 'active'",
        "state = 'approved'",
        "rules_json = '{}'",
        "rules_hash = repeat('0', 64)",
    ],
)
def test_the_database_keeps_the_state_of_a_proposal(change: str) -> None:
    version = a_proposal()

    says_no(f"UPDATE tables_rulesetversion SET {change} WHERE id = {version.pk}", "42501")  # noqa: S608  written above


def test_the_database_changes_drafts_by_steps_only() -> None:
    version = a_draft()

    says_no(
        f"UPDATE tables_rulesetversion SET rules_json = '{{}}', rules_hash = 'x' WHERE id = {version.pk}",  # noqa: S608  a number
        "42501",
    )
    for state in ("active", "draft"):
        says_no(BARE.format(state=state, by=version.created_by_id))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_versionstep SET acting_user_id = NULL",
        "DELETE FROM tables_versionstep",
        "DELETE FROM tables_rulesetversion",
        "DELETE FROM tables_ruleset",
        "UPDATE tables_ruleset SET money = 'play'",
        "UPDATE limits_limitset SET max_bet = 1",
        "DELETE FROM limits_limitdecision",
        "UPDATE tables_tablechange SET values = '{}'",
        "DELETE FROM tables_tablechangedecision",
    ],
)
def test_the_database_keeps_past_versions(statement: str) -> None:
    a_proposal()

    says_no(statement, "42501")


def test_the_database_keeps_tables_on_rules_in_force() -> None:
    version = a_proposal()

    says_no(f"UPDATE tables_table SET version_id = {version.pk}")  # noqa: S608  a number
    says_no("UPDATE tables_table SET currencies = '{PLY}'")
    says_no("UPDATE tables_table SET currencies = '{}'")
