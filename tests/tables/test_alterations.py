"""Audit of changed tables: any statement records each row before and after; undeclared changes raise an alarm."""

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models.users import User
from blackjack.presets import rules_from
from journal.models import Alteration, Event
from journal.selectors.history import load_history
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY, LIGALO, ONE
from tables.services import changes, opening
from tables.services.founding import ensure_table
from tests.tables.house import manager, operator, play_by, with_mathematics
from tests.tables.pages import olga, opened

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


def two_tables() -> list[Table]:
    return [ensure_table(house, operator(), manager()) for house in (LIGALO, FRIENDLY)]


def newest(table: Table) -> Alteration:
    return load_history(table)[0]


def by(row: Alteration) -> User:
    assert row.by_id is not None
    return User.objects.get(pk=row.by_id)


@pytest.mark.committed
def test_a_statement_on_many_rows_leaves_before_and_after_of_each_and_an_alarm() -> None:
    tables = two_tables()
    before = {table.pk: table.hands_per_day for table in tables}

    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET hands_per_day = hands_per_day * 2, hints = false")

    for table in tables:
        row = newest(table)
        assert row.before == {"hands_per_day": before[table.pk]}
        assert row.after == {"hands_per_day": 2 * before[table.pk]}
        assert (row.declared, row.by_id, bool(row.role)) == (False, None, True)
    event = Event.objects.get(kind="configuration_altered")
    assert (event.subject, event.severity) == ("tables_table", "alarm")
    assert event.data["role"] == newest(tables[0]).role
    assert (event.data["rows"], event.data["operation"]) == (2, "update")
    assert sorted(event.data["keys"]) == sorted(str(table.pk) for table in tables)


def test_changes_by_the_application_name_their_person() -> None:
    table, _ = two_tables()
    founded = load_history(table).get()
    assert (by(founded), founded.before, founded.after["slug"]) == (operator(), {}, "ligalo")
    change = changes.propose_change(
        table.pk, {"max_bet_usd": 40 * ONE}, reason="less", acting_user=operator()
    )
    assert load_history(table).count() == 1

    changes.decide_change(change.pk, approved=True, reason="yes", acting_user=manager())
    row = newest(table)
    assert (by(row), row.declared) == (manager(), True)
    assert (row.before, row.after) == ({"max_bet_usd": 50 * ONE}, {"max_bet_usd": 40 * ONE})
    opening.open_table(table.pk, reason="the season", acting_user=operator())
    assert (by(newest(table)), newest(table).after) == (operator(), {"status": "opening"})
    version = play_by(table, rules_from({"preset": "ligalo", "decks": 8}))
    assert newest(table).after == {"version_id": version.pk}
    altered = Event.objects.filter(kind="configuration_altered")
    assert not altered.filter(subject__startswith="tables_table").exists()


def test_scheduled_changes_have_no_person() -> None:
    table, _ = two_tables()
    Table.objects.filter(pk=table.pk).update(status="opening")
    with_mathematics(table.version.rules)
    assert opening.open_ready_tables() == 1

    row = newest(table)
    assert (row.by_id, row.declared, row.after) == (None, True, {"status": "open"})


@pytest.mark.committed
def test_a_declaration_ends_with_its_transaction() -> None:
    table, _ = two_tables()
    opening.open_table(table.pk, reason="the season", acting_user=operator())
    Table.objects.filter(pk=table.pk).update(hints=True)

    assert (newest(table).by_id, newest(table).declared) == (None, False)


def test_a_statement_that_changes_nothing_leaves_nothing() -> None:
    table, _ = two_tables()
    Table.objects.filter(pk=table.pk).update(hints=table.hints)
    assert load_history(table).count() == 1


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM tables_table",
        "TRUNCATE tables_table CASCADE",
        "UPDATE journal_alteration SET declared = true",
        "DELETE FROM journal_alteration",
        (
            "INSERT INTO journal_alteration (table_name, row_key, operation, role, declared, before, after)"
            " VALUES ('tables_table', '1', 'update', 'x', true, '{}', '{}')"
        ),
        "UPDATE tables_ruleset SET name = 'another'",
    ],
)
def test_neither_tables_nor_what_changed_in_them_can_be_taken_back(statement: str) -> None:
    two_tables()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert (
        Table.objects.count() == Alteration.objects.filter(table_name="tables_table").count() == 2
    )


@pytest.mark.committed
def test_the_page_of_a_table_shows_what_was_changed_past_the_application() -> None:
    table, _ = two_tables()
    assert "outside the application" not in opened(olga(), "table", table.pk)
    Table.objects.filter(pk=table.pk).update(max_bet_usd=45 * ONE, status="open")

    text = opened(olga(), "table", table.pk)
    assert "Changed outside the application" in text
    assert "50.00" in text
    assert "45.00" in text
    assert newest(table).role in text
