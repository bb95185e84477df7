"""Every change of a configured row is recorded, before and after: by whom, declared or not, bulk and TRUNCATE too."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import State, User
from accounts.profile.services.preferences import Preferences, set_preferences, set_sounds
from accounts.restrictions.services.states import change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.services import require
from accounts.roles.values import Right, Role
from journal.models import Alteration, Event
from journal.operations.change_history import record_changes
from journal.selectors.history import load_history
from journal.services.recording import (
    clear_acting_user,
    declare_acting_user,
    declare_acting_user_on_connection,
)
from tests.accounts.people import ana_confirmed, log_in
from tests.accounts.staff import inside, staff

pytestmark = [pytest.mark.database, pytest.mark.empty]


def alarms() -> list[Event]:
    return list(Event.objects.filter(kind="configuration_altered").order_by("-id"))


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.committed
def test_raw_sql_on_one_row_is_noted_with_before_and_after_and_alarms() -> None:
    user = staff(Role.OPERATOR)
    assert alarms() == []

    sql("UPDATE accounts_user SET is_superuser = true, language = 'en'")

    row = load_history(user)[0]
    assert (row.operation, row.before, row.after) == (
        "update",
        {"is_superuser": False},
        {"is_superuser": True},
    )
    assert (row.declared, row.by_id) == (False, None)
    (alarm,) = alarms()
    assert (alarm.severity, alarm.subject) == ("alarm", f"accounts_user {user.pk}")
    assert alarm.data["before"] == {"is_superuser": False}
    assert (alarm.data["rows"], alarm.data["role"]) == (1, row.role)


@pytest.mark.committed
def test_many_rows_leave_each_its_own_and_one_alarm() -> None:
    people = [staff(role) for role in Role]
    noted_before = Alteration.objects.count()

    User.objects.filter(is_staff=True).update(created_at=timezone.now())

    assert Alteration.objects.count() == noted_before + len(people)
    for one in people:
        before = load_history(one)[0].before["created_at"]
        assert datetime.fromisoformat(before) == one.created_at
    (alarm,) = alarms()
    assert (alarm.subject, alarm.data["rows"]) == ("accounts_user", len(people))
    assert sorted(alarm.data["keys"]) == sorted(str(one.pk) for one in people)
    assert alarm.data["alterations"][1] - alarm.data["alterations"][0] == len(people) - 1


@pytest.mark.committed
def test_a_role_given_and_taken_by_hand_is_noted() -> None:
    user = staff(Role.CASHIER)
    user.groups.add(Group.objects.get(name=Role.COMPLIANCE_MANAGER))
    user.groups.through.objects.filter(user=user, group__name=Role.CASHIER).delete()

    taken, given = Alteration.objects.filter(table_name="accounts_user_groups").order_by("-id")[:2]
    assert (given.operation, given.before, given.after["user_id"]) == ("insert", {}, user.pk)
    assert (taken.operation, taken.before["user_id"], taken.after) == ("delete", user.pk, {})
    assert [alarm.data["operation"] for alarm in alarms()] == ["delete", "insert"]


def test_a_key_that_changes_is_a_row_that_goes_and_one_that_comes() -> None:
    sql("INSERT INTO auth_group (id, name) VALUES (900, 'ghosts')")
    sql("UPDATE auth_group SET id = 901 WHERE id = 900")

    rows = Alteration.objects.filter(table_name="auth_group").order_by("-id")[:2]
    found = {(row.row_key, bool(row.before), bool(row.after)) for row in rows}
    assert found == {("900", True, False), ("901", False, True)}


@pytest.mark.committed
def test_an_emptied_table_leaves_every_row_it_had(owner_connection: Connection[Any]) -> None:
    user = staff(Role.AUDITOR)
    owner_connection.execute("TRUNCATE accounts_user_groups")

    row = Alteration.objects.filter(operation="truncate").get()
    assert (row.table_name, row.before["user_id"], row.after) == (
        "accounts_user_groups",
        user.pk,
        {},
    )
    assert alarms()[0].data["role"] == row.role == owner_connection.info.user


def test_the_history_has_no_secret() -> None:
    user = staff(Role.AUDITOR)
    user.set_password("another long password")
    user.save()
    User.objects.filter(pk=user.pk).update(last_login=None)

    row = load_history(user)[0]
    assert (row.before, row.after) == ({"password": "•"}, {"password": "•"})
    kept = str(
        list(Alteration.objects.values_list("before", "after"))
        + list(Event.objects.values_list("data"))
    )
    assert user.password not in kept
    assert "argon2" not in kept
    (factor,) = Alteration.objects.filter(table_name="mfa_authenticator")
    assert factor.after["data"] == "•"


def test_a_new_person_is_noted_without_what_is_personal() -> None:
    user = ana_confirmed()
    created = load_history(user).get(operation="insert")
    assert created.declared
    assert {created.after[name] for name in ("email", "full_name", "birth_date", "country")} == {
        "•"
    }
    assert created.after["is_staff"] is False


@pytest.mark.committed
def test_the_right_check_declares_the_acting_user() -> None:
    user, other = staff(Role.ADMINISTRATOR), staff(Role.CASHIER)
    with transaction.atomic():
        require(user, Right.EDIT_STAFF)
        Group.objects.create(name="new")
    Group.objects.create(name="newer")

    newer, new = Alteration.objects.filter(table_name="auth_group").order_by("-id")[:2]
    assert (new.by_id, new.declared) == (user.pk, True)
    assert (newer.by_id, newer.declared) == (None, False)
    with pytest.raises(NotPermitted), transaction.atomic():
        require(other, Right.EDIT_STAFF)


def test_the_right_check_costs_one_query(
    django_assert_num_queries: Any,
) -> None:
    user = staff(Role.OPERATOR)
    with transaction.atomic(), django_assert_num_queries(1):
        require(user, Right.EDIT_TABLES)
    with django_assert_num_queries(1):
        require(user, Right.EDIT_TABLES)


def test_services_declare_their_acting_user() -> None:
    player, analyst = ana_confirmed(), staff(Role.COMPLIANCE_ANALYST)
    before = len(alarms())
    change_state(player, State.SUSPENDED, "why", acting_user=analyst)
    change_state(player, State.CLOSED, "for good", acting_user=None)

    again, suspended = load_history(player)[:2]
    assert (suspended.by_id, suspended.after) == (analyst.pk, {"state": "suspended"})
    assert (again.by_id, again.declared) == (None, True)
    assert len(alarms()) == before


def test_account_pages_declare_their_user() -> None:
    user = staff(Role.OPERATOR)
    client = inside(user)
    assert client.post("/account/logout/").status_code == 302
    answer = log_in(client, user.email, "a wrong one")
    assert answer.status_code == 422
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('ligalo.acting_user', true), '')")
        assert cursor.fetchone() == ("",)

    client = inside(user)
    answer = client.post(
        "/account/password/change/",
        {
            "oldpassword": "a long password of staff",
            "password1": "quite another word 9",
            "password2": "quite another word 9",
        },
    )
    assert answer.status_code == 302, answer.content.decode()
    changed = load_history(user).filter(after__has_key="password")[0]
    assert (changed.by_id, changed.declared) == (user.pk, True)
    assert alarms() == []


@pytest.mark.committed
def test_a_declaration_of_a_connection_ends_when_it_is_taken_back() -> None:
    declare_acting_user_on_connection(None)
    Group.objects.create(name="one")
    with transaction.atomic():
        declare_acting_user(77)
        Group.objects.create(name="two")
    Group.objects.create(name="three")
    clear_acting_user()
    Group.objects.create(name="four")

    rows = Alteration.objects.filter(table_name="auth_group").order_by("-id")[:4]
    assert [(row.by_id, row.declared) for row in rows] == [
        (None, False),
        (None, True),
        (77, True),
        (None, True),
    ]


@pytest.mark.committed
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_alteration SET declared = true",
        "DELETE FROM journal_alteration",
        "TRUNCATE journal_alteration",
    ],
)
def test_the_history_is_append_only(statement: str, owner_connection: Connection[Any]) -> None:
    Group.objects.create(name="new")
    count = Alteration.objects.count()
    with pytest.raises(DatabaseError), transaction.atomic():
        sql(statement)
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
        owner_connection.execute(statement)
    assert Alteration.objects.count() == count
    assert not Alteration.objects.get(table_name="auth_group", after__name="new").declared


def test_the_database_records_the_writer_of_a_row() -> None:
    sql(
        "INSERT INTO journal_event (kind, severity, subject, data, xact) VALUES ('x', 'info', '', '{}', '1')"
    )
    assert str(Event.objects.get(kind="x").xact) != "1"


@pytest.mark.parametrize("name", ["", "a b", "a;b", "a'b", "A"])
def test_only_plain_names_become_statements(name: str) -> None:
    for wrong in ({"table": name}, {"table": "t", "hide": [name]}, {"table": "t", "key": name}):
        with pytest.raises(ValueError, match="plain name"):
            record_changes(**wrong)


def test_preferences_have_no_history() -> None:
    player = ana_confirmed()
    before = Alteration.objects.count()
    chosen = asdict(Preferences.from_user(player))
    other: dict[str, Any] = {name: not was for name, was in chosen.items() if isinstance(was, bool)}
    other |= {"language": "en", "display_currency": "USD"}
    assert set(other) == set(chosen)
    for name, value in other.items():
        set_preferences(player, replace(Preferences.from_user(player), **{name: value}))
        assert Alteration.objects.count() == before, name
    set_sounds(player, heard=False)
    assert Alteration.objects.count() == before
