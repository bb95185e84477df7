"""How self-exclusions end early or at all, as the profile said when they began: by nobody, by staff, by the player."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone
from psycopg import Connection

from accounts.models.restrictions import ExclusionReturn, Lifting, Restriction
from accounts.models.users import State, User
from accounts.protection.refusals import BreakAlreadyActive, ReturnNotPossible
from accounts.protection.selectors.breaks import load_current_break
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.protection.services.returning import ask_return
from accounts.protection.values import Months
from accounts.restrictions.refusals import LiftingNotDue, NotLiftable
from accounts.restrictions.services.restrictions import (
    decide_lifting,
    end_restriction,
    propose_lifting,
)
from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.people import PASSWORD, demo
from tests.accounts.staff import staff
from tests.accounts.test_break_pages import EXCLUDE, HUB, asked, coming_in
from tests.accounts.test_restrictions import everything, state_of
from tests.api.calls import Caller, assert_problem
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in

RETURN = "/responsible/exclusion/return/"


def out() -> tuple[Any, ...]:
    return (everything(), ExclusionReturn.objects.count(), state_of(demo()))


def move_back(owner: Connection[Any], days: float) -> None:
    """Move the exclusions and returns into the past, as only the owner can."""
    for table, columns in {
        "accounts_restriction": ("at", "returns_from"),
        "accounts_exclusionreturn": ("asked_at", "ends_at"),
        "accounts_lifting": ("proposed_at",),
    }.items():
        moved = ", ".join(f"{one} = {one} - %(ago)s" for one in columns)
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        owner.execute(f"UPDATE {table} SET {moved}", {"ago": timedelta(days=days)})  # noqa: S608  # constants
        owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.mark.database
def test_by_nobody_an_exclusion_with_an_end_does_not_end_early(profile: ProfileChange) -> None:
    profile(exclusion_lifted_by="nobody")
    row = start_self_exclusion(demo(), Months(6), key=uuid4())
    assert (row.by_staff, row.returns_from) == (False, None)
    before = out()
    with pytest.raises(ReturnNotPossible) as refused:
        ask_return(demo())
    assert refused.value.code == "return_not_possible"
    with pytest.raises(NotLiftable):
        propose_lifting(row.pk, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="asked for")
    assert out() == before


@pytest.mark.database
def test_a_time_out_never_ends_early(profile: ProfileChange) -> None:
    for lifted_by in ("player", "staff"):
        profile(exclusion_lifted_by=lifted_by)
        row = start_time_out(demo(), 3 if lifted_by == "player" else 4, key=uuid4())
        with pytest.raises(ReturnNotPossible):
            ask_return(demo())
        with pytest.raises(NotLiftable):
            propose_lifting(row.pk, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="asked for")
    assert not ExclusionReturn.objects.exists()
    assert not Lifting.objects.exists()


@pytest.mark.committed
def test_without_an_end_the_player_comes_back_after_the_term_and_the_wait(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    profile(exclusion_lifted_by="nobody", exclusion_shortest_months=6, exclusion_return_hours=168)
    row = start_self_exclusion(demo(), None, key=uuid4())
    with pytest.raises(ReturnNotPossible):
        ask_return(demo())
    with pytest.raises(DatabaseError, match="does not end by the wish"), transaction.atomic():
        ExclusionReturn.objects.create(restriction=row)
    move_back(owner_connection, 185)
    (made,) = ask_return(demo())
    assert made.ends_at - made.asked_at == timedelta(hours=168)
    assert ask_return(demo()) == [made]
    assert Event.objects.filter(kind="exclusion_return_asked").count() == 1
    now = load_current_break(demo())
    assert now is not None
    assert (now.until, now.is_returning, now.may_return) == (made.ends_at, True, False)
    assert not end_restriction(row.pk, timezone.now())
    assert state_of(demo()) == State.SELF_EXCLUDED
    move_back(owner_connection, 7)
    assert load_current_break(demo()) is None
    assert end_restriction(row.pk, timezone.now())
    assert state_of(demo()) == State.ACTIVE


@pytest.mark.database
def test_who_wants_to_come_back_may_exclude_themselves_again(profile: ProfileChange) -> None:
    profile(exclusion_lifted_by="player", exclusion_return_hours=168)
    start_self_exclusion(demo(), None, key=uuid4())
    with pytest.raises(BreakAlreadyActive):
        start_self_exclusion(demo(), Months(6), key=uuid4())
    ask_return(demo())
    start_self_exclusion(demo(), None, key=uuid4())
    now = load_current_break(demo())
    assert now is not None
    assert (now.until, now.is_returning) == (None, False)


@pytest.mark.database
def test_the_terms_are_those_of_the_beginning(profile: ProfileChange) -> None:
    profile(exclusion_lifted_by="nobody")
    row = start_self_exclusion(demo(), Months(6), key=uuid4())
    profile(exclusion_lifted_by="player")
    with pytest.raises(ReturnNotPossible):
        ask_return(demo())
    old = Restriction.objects.create(
        player=demo(), kind="self_excluded", until=None, reason="before", imposed_by=demo()
    )
    with pytest.raises(ReturnNotPossible):
        ask_return(demo())
    assert (row.by_staff, old.by_staff, old.returns_from) == (False, False, None)


@pytest.mark.committed
def test_by_staff_two_people_lift_it_after_the_wait(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    profile(exclusion_lifted_by="staff", exclusion_return_hours=48)
    row = start_self_exclusion(demo(), None, key=uuid4())
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)
    lifting = propose_lifting(row.pk, acting_user=analyst, reason="the player asked")
    with pytest.raises(LiftingNotDue) as refused:
        decide_lifting(lifting.pk, approved=True, acting_user=manager, reason="agreed")
    assert refused.value.code == "lifting_not_due"
    assert state_of(demo()) == State.SELF_EXCLUDED
    move_back(owner_connection, 2)
    decide_lifting(lifting.pk, approved=True, acting_user=manager, reason="agreed")
    assert state_of(demo()) == State.ACTIVE


@pytest.mark.database
def test_the_pages_say_how_it_ends_and_take_the_wish(
    client: Client, profile: ProfileChange
) -> None:
    coming_in(client)
    read_in(client, "en")
    assert "Nobody can end it before its time" in client.get(EXCLUDE).text
    assert client.post(RETURN, {"password": PASSWORD, "key": str(uuid4())}).status_code == 422
    profile(exclusion_lifted_by="staff")
    assert "two members of our staff together can" in client.get(EXCLUDE).text
    profile(exclusion_lifted_by="player", exclusion_return_hours=168)
    page = client.get(EXCLUDE).text
    assert "7 days later if it has no end date" in page
    assert "I can come back only after a wait" in page
    client.post(EXCLUDE, asked(term="for_good"))
    assert RETURN in client.get(HUB).text
    assert "7 days later, not at once" in client.get(RETURN).text
    wrong = {"password": "not the password", "key": str(uuid4())}
    assert client.post(RETURN, wrong).status_code == 422
    assert not ExclusionReturn.objects.exists()
    form = {"password": PASSWORD, "key": str(uuid4())}
    assert client.post(RETURN, form).status_code == 303
    assert "You asked to come back." in client.get(HUB).text
    assert state_of(demo()) == State.SELF_EXCLUDED


@pytest.mark.database
def test_the_api_takes_the_wish_too(profile: ProfileChange) -> None:
    caller = Caller(demo())
    body = {"password": PASSWORD}
    assert_problem(caller.post("/self-exclusion/return", body), 422, "return_not_possible")
    profile(exclusion_lifted_by="player", exclusion_return_hours=168)
    start_self_exclusion(User.objects.get(pk=demo().pk), None, key=uuid4())
    answer = caller.post("/self-exclusion/return", body)
    assert answer.status_code == 201
    assert answer.json()["ends_at"] > answer.json()["asked_at"]
    assert state_of(demo()) == State.SELF_EXCLUDED
