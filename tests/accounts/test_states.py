from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import DatabaseError, connection, transaction

from accounts.models.users import Consent, State, StateChange, User
from accounts.restrictions.refusals import StateChangeRefusedError
from accounts.restrictions.selectors.active_restrictions import state_history
from accounts.restrictions.services.states import activate_confirmed, change_state
from accounts.sign_up.refusals import EmailTakenError
from accounts.sign_up.services.demo import register_demo_player
from journal.models import Event, EventKind
from tests.accounts.people import PASSWORD, ana_confirmed, ana_signs_up, demo

pytestmark = pytest.mark.database


def staff() -> User:
    return User.objects.create_superuser("staff@example.com", PASSWORD, full_name="Staff")


def test_a_state_change_records_reason_and_acting_user() -> None:
    ana, clerk = ana_signs_up(), staff()
    change_state(ana, State.ACTIVE, " seen at the desk ", clerk)
    change_state(ana, State.SUSPENDED, "odd play", clerk)
    history = [(c.from_state, c.to_state, c.reason, c.acting_user) for c in state_history(ana)]
    assert history == [
        ("pending", "active", "seen at the desk", clerk),
        ("active", "suspended", "odd play", clerk),
    ]
    assert User.objects.get(pk=ana.pk).state == ana.state == State.SUSPENDED


def test_a_restricted_state_is_left_by_lifting_only() -> None:
    ana, clerk = ana_confirmed(), staff()
    change_state(ana, State.OPERATOR_EXCLUDED, "fraud", clerk)
    before = StateChange.objects.count(), Event.objects.count()
    for state in (State.ACTIVE, State.PENDING, State.SUSPENDED):
        with pytest.raises(StateChangeRefusedError):
            change_state(ana, state, "explained", clerk)
        with pytest.raises(DatabaseError, match="restricted"), transaction.atomic():
            User.objects.filter(pk=ana.pk).update(state=state)
    assert User.objects.get(pk=ana.pk).state == State.OPERATOR_EXCLUDED
    assert (StateChange.objects.count(), Event.objects.count()) == before


@pytest.mark.empty
def test_a_change_is_an_event() -> None:
    ana, clerk = ana_confirmed(), staff()
    change_state(ana, State.SUSPENDED, "odd play", clerk)
    event = Event.objects.get(kind=EventKind.ACCOUNT_STATE_CHANGED)
    assert (event.actor_id, event.subject) == (clerk.pk, f"user {ana.pk}")
    assert event.data == {"from": "active", "to": "suspended", "reason": "odd play"}


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (State.ACTIVE, "the same state"),
        ("dancing", "no such state"),
        (State.SUSPENDED, ""),
        (State.SUSPENDED, "   "),
    ],
)
def test_an_unchanged_state_is_refused(state: str, reason: str) -> None:
    ana = ana_confirmed()
    events = Event.objects.count()
    with pytest.raises(StateChangeRefusedError):
        change_state(ana, state, reason, acting_user=None)
    assert User.objects.get(pk=ana.pk).state == ana.state == State.ACTIVE
    assert not state_history(ana).exists()
    assert Event.objects.count() == events


def test_closed_is_for_good() -> None:
    ana = ana_confirmed()
    change_state(ana, State.CLOSED, "asked by the player", acting_user=None)
    with pytest.raises(StateChangeRefusedError):
        change_state(ana, State.ACTIVE, "changed her mind", acting_user=None)
    for state in (State.ACTIVE, State.PENDING, State.LOCKED):
        with pytest.raises(DatabaseError, match="is closed"), transaction.atomic():
            User.objects.filter(pk=ana.pk).update(state=state)
    assert User.objects.get(pk=ana.pk).state == State.CLOSED


@pytest.mark.parametrize("state", [State.SUSPENDED, State.OPERATOR_EXCLUDED, State.CLOSED])
def test_an_address_is_confirmed_while_staff_restrict_the_account(state: State) -> None:
    ana = ana_signs_up()
    EmailAddress.objects.filter(user=ana).update(verified=True)
    confirming = User.objects.get(pk=ana.pk)
    change_state(ana, state, "seen at the desk", acting_user=None)
    history = StateChange.objects.count()

    activate_confirmed(confirming)

    assert User.objects.get(pk=ana.pk).state == confirming.state == state
    assert StateChange.objects.count() == history


def test_a_stale_account_object_does_not_change_the_state() -> None:
    ana = ana_confirmed()
    stale = User.objects.get(pk=ana.pk)
    change_state(ana, State.CLOSED, "asked by the player", acting_user=None)
    with pytest.raises(StateChangeRefusedError):
        change_state(stale, State.SUSPENDED, "odd play", acting_user=None)


@pytest.mark.parametrize("table", ["accounts_statechange", "accounts_consent"])
@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET user_id = user_id", "DELETE FROM {}", "TRUNCATE {}"]
)
@pytest.mark.empty
def test_history_and_consents_cannot_be_changed(table: str, statement: str) -> None:
    demo()
    before = StateChange.objects.count(), Consent.objects.count()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))
    assert (StateChange.objects.count(), Consent.objects.count()) == before == (1, 7)


@pytest.mark.parametrize("table", ["accounts_statechange", "accounts_consent"])
@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET user_id = user_id", "DELETE FROM {}", "TRUNCATE {}"]
)
def test_not_even_the_owner_of_the_tables_can_change_them(
    owner_connection: Any, table: str, statement: str
) -> None:
    with pytest.raises(Exception, match="append"):
        owner_connection.execute(statement.format(table))


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "dancing"},
        {"birth_date": None},
        {"country": ""},
        {"email": "Ana@Example.com"},
        {"verification_method": "demo"},
    ],
)
def test_the_database_refuses_an_impossible_player(columns: dict[str, Any]) -> None:
    ana = ana_confirmed()
    with pytest.raises(DatabaseError), transaction.atomic():
        User.objects.filter(pk=ana.pk).update(**columns)


def test_a_demo_player_is_ready_to_play_and_made_once() -> None:
    first, second = demo(), demo()
    assert first == second
    assert (first.state, first.is_verified, first.is_test_account) == (State.ACTIVE, True, True)
    assert state_history(first).count() == 1


def test_a_demo_player_never_takes_over_a_real_account() -> None:
    ana = ana_signs_up()
    with pytest.raises(EmailTakenError):
        register_demo_player(ana.email, PASSWORD, "Demo")
    ana.refresh_from_db()
    assert not ana.is_test_account
    assert not ana.is_verified
