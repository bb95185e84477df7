"""Configured rows are compared with their history: changes made without triggers are named and raise an alarm."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import connection
from psycopg import Connection

from accounts.models.staff import StaffChange
from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from accounts.roles.values import Role
from casino.play.services.betting import place_bet
from compliance.events.words.tables import NAMES
from journal.models import Alteration, Check, Event
from journal.services.configured_rows import verify_rows
from tables.models import VersionStep
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.journal.findings import in_english
from tests.wallet.test_rate_rules import limit, spread

Owner = Connection[Any]
pytestmark = pytest.mark.database


def findings() -> list[str]:
    return in_english(verify_rows(Check.Occasion.DEMAND).findings)


def past_the_triggers(owner: Owner, table: str, *statements: str) -> None:
    """Execute statements as the owner with the table's triggers disabled, so that nothing is recorded."""
    owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for statement in statements:
        owner.execute(statement)
    owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def test_a_new_house_is_what_its_history_says() -> None:
    check = verify_rows(Check.Occasion.DEMAND)
    assert (check.passed, check.findings, check.details) == (True, [], {"tables": len(NAMES)})
    assert Alteration.objects.filter(table_name="auth_group").count() == len(Role)


def test_a_house_that_is_worked_in_is_what_its_history_says() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    place_bet(participant.player, participant.table, scenes.bet_request(participant))
    limit(), spread()
    player = ana_confirmed(email="eva@example.com")
    change_state(player, State.SUSPENDED, "odd", acting_user=None)
    player.set_password("another long password")
    player.save()
    group = Group.objects.create(name="short")
    Group.objects.filter(pk=group.pk).update(name="shorter", id=900)
    Group.objects.create(id=901, name="gone").delete()
    assert findings() == []


PAST: dict[str, tuple[str, str, str]] = {
    "a value": (
        "tables_table",
        "UPDATE tables_table SET max_bet_usd = max_bet_usd + 1",
        "tables_table {table}: max_bet_usd is not what its history says",
    ),
    "a value where there was none": (
        "tables_table",
        "UPDATE tables_table SET max_insurance = 5",
        "tables_table {table}: max_insurance is not what its history says",
    ),
    "a role": (
        "accounts_user_groups",
        (
            "INSERT INTO accounts_user_groups (id, user_id, group_id)"
            " SELECT 777, {user}, id FROM auth_group WHERE name = 'compliance_manager'"
        ),
        "accounts_user_groups 777: is there, and its history does not say since when",
    ),
    "a deletion": (
        "mfa_authenticator",
        "DELETE FROM mfa_authenticator WHERE user_id = {user}",
        "mfa_authenticator {factor}: is gone, and its history does not say so",
    ),
    "an approval of rules": (
        "tables_versionstep",
        "UPDATE tables_versionstep SET rules_hash = repeat('0', 64) WHERE id = {step}",
        "tables_versionstep {step}: rules_hash is not what its history says",
    ),
    "a switch that nobody threw": (
        "tables_switching",
        (
            "INSERT INTO tables_switching (id, what, table_id, stopped, reason, acting_user_id)"
            " VALUES (778, 'table', {table}, false, 'none', {user})"
        ),
        "tables_switching 778: is there, and its history does not say since when",
    ),
    "a person": (
        "accounts_user",
        "UPDATE accounts_user SET is_staff = true WHERE id = {player}",
        "accounts_user {player}: is_staff is not what its history says",
    ),
}


@pytest.mark.parametrize("change", PAST)
def test_changes_around_the_triggers_raise_an_alarm(change: str, owner_connection: Owner) -> None:
    table, user = scenes.ligalo(), staff(Role.CASHIER)
    of = {
        "table": table.pk,
        "user": user.pk,
        "player": ana_confirmed().pk,
        "factor": Authenticator.objects.get(user=user).pk,
        "step": VersionStep.objects.latest("pk").pk,
    }
    assert findings() == []
    name, statement, said = PAST[change]
    before = Alteration.objects.count()
    past_the_triggers(owner_connection, name, statement.format(**of))
    assert Alteration.objects.count() == before

    found = findings()

    assert found == [said.format(**of)]
    alarm, check = Event.objects.get(kind="rows_differ"), Check.objects.latest("pk")
    assert (alarm.severity, alarm.data["findings"]) == ("alarm", check.findings)


def test_a_proposed_change_of_staff_that_is_altered_before_its_approval_is_named(
    owner_connection: Owner,
) -> None:
    change = StaffChange.objects.create(
        kind=StaffChange.Kind.ROLES,
        person=staff(Role.CASHIER),
        data={"roles": ["cashier"]},
        reason="moves",
        proposed_by=staff(Role.ADMINISTRATOR),
    )
    past_the_triggers(
        owner_connection,
        "accounts_staffchange",
        """UPDATE accounts_staffchange SET data = '{"roles": ["administrator"]}'""",
    )
    assert findings() == [f"accounts_staffchange {change.pk}: data is not what its history says"]


def test_a_row_that_was_deleted_and_is_back_is_named(owner_connection: Owner) -> None:
    group = Group.objects.create(name="short")
    pk = group.pk
    group.delete()
    past_the_triggers(
        owner_connection,
        "auth_group",
        f"INSERT INTO auth_group (id, name) VALUES ({pk}, 'short')",  # noqa: S608  # a number from this test
    )
    assert findings() == [f"auth_group {pk}: is there, and its history says that it was deleted"]


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE tables_table DISABLE TRIGGER noted_update",
        "DROP TRIGGER noted_delete ON tables_table",
    ],
)
def test_a_table_that_is_watched_no_more_is_named(statement: str, owner_connection: Owner) -> None:
    scenes.ligalo()
    owner_connection.execute(statement)
    assert findings() == ["tables_table: changes of its rows are not noted any more"]


def test_findings_contain_no_values(owner_connection: Owner) -> None:
    user = ana_confirmed()
    User.objects.filter(pk=user.pk).update(country="VE")
    past_the_triggers(owner_connection, "accounts_user", "UPDATE accounts_user SET country = 'PE'")
    assert findings() == [f"accounts_user {user.pk}: country is not what its history says"]


@pytest.mark.committed
def test_the_application_alone_begins_no_history() -> None:
    with connection.cursor() as cursor, pytest.raises(Exception, match="permission denied"):
        cursor.execute("SELECT public.journal_begin_history('auth_group', 'id', '', '')")
