"""Restrictions of players: imposed by staff, lifted by proposal and approval, ended by time; guarded in SQL too."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from psycopg import Connection

from accounts.models.letters import Letter
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.users import State, StateChange, User
from accounts.restrictions.refusals import (
    EndNotPossible,
    NotLiftable,
    NotRestrictable,
    RestrictedAlready,
)
from accounts.restrictions.selectors import active_restrictions
from accounts.restrictions.selectors.active_restrictions import find_active, rank_state
from accounts.restrictions.selectors.eligibility import may_withdraw
from accounts.restrictions.services import restrictions
from accounts.restrictions.services.restrictions import (
    RestrictionRequest,
    decide_lifting,
    impose_restriction,
    propose_lifting,
)
from accounts.restrictions.services.states import change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing, Refusal
from tests.accounts.people import ana_confirmed, ana_signs_up, demo
from tests.accounts.staff import lifted, staff

pytestmark = pytest.mark.database

Kind = Restriction.Kind
Owner = Connection[Any]


def analyst(name: str = "") -> User:
    return staff(Role.COMPLIANCE_ANALYST, name)


def manager(name: str = "") -> User:
    return staff(Role.COMPLIANCE_MANAGER, name)


def restricted(
    player: User,
    kind: str = Kind.SUSPENDED,
    *,
    until: datetime | None = None,
    acting_user: User | None = None,
) -> Restriction:
    measure = RestrictionRequest(kind, "odd play", until)
    return impose_restriction(player.pk, measure, key=uuid4(), acting_user=acting_user or analyst())


def state_of(player: User) -> str:
    return User.objects.get(pk=player.pk).state


def passed(owner: Owner, row: Restriction) -> None:
    """Backdate a restriction by a day, because PostgreSQL's clock decides whether it is active."""
    owner.execute("ALTER TABLE accounts_restriction DISABLE TRIGGER USER")
    owner.execute(
        "UPDATE accounts_restriction SET at = at - interval '1 day', until = until - interval '1 day'"
        " WHERE id = %s",
        [row.pk],
    )
    owner.execute("ALTER TABLE accounts_restriction ENABLE TRIGGER USER")
    row.refresh_from_db()


def everything() -> list[int]:
    """Return the row counts of restrictions, liftings, states, letters and events, without views of players."""
    models = (Restriction, Lifting, LiftingDecision, StateChange, Letter)
    events = Event.objects.exclude(kind="player_viewed")
    return [*(model.objects.count() for model in models), events.count()]


def test_a_restriction_is_a_state_a_letter_and_an_event() -> None:
    ana = ana_confirmed()
    row = impose_restriction(
        ana.pk,
        RestrictionRequest(Kind.SUSPENDED, " odd play ", words="We will write to you."),
        key=uuid4(),
        acting_user=analyst(),
    )
    assert state_of(ana) == State.SUSPENDED
    letter = Letter.objects.get(player=ana)
    assert (letter.kind, letter.restriction_id, letter.words) == (
        "suspended",
        row.pk,
        "We will write to you.",
    )
    event = Event.objects.get(kind="player_restricted")
    assert (event.actor_id, event.subject) == (analyst().pk, f"user {ana.pk}")
    assert event.data == {"kind": "suspended", "until": None, "reason": "odd play"}


def test_the_same_form_twice_restricts_once() -> None:
    ana, key = ana_confirmed(), uuid4()
    measure = RestrictionRequest(Kind.SUSPENDED, "odd play")
    first = impose_restriction(ana.pk, measure, key=key, acting_user=analyst())
    before = everything()
    assert impose_restriction(ana.pk, measure, key=key, acting_user=analyst()) == first
    with pytest.raises(ChangedMeanwhile):
        impose_restriction(demo().pk, measure, key=key, acting_user=analyst())
    with pytest.raises(ChangedMeanwhile):
        impose_restriction(ana.pk, measure, key=key, acting_user=manager())
    after = everything()
    assert after[:3] == before[:3]


@pytest.mark.parametrize(
    ("measure", "refusal"),
    [
        (RestrictionRequest(Kind.SUSPENDED, "  "), ReasonMissing),
        (RestrictionRequest(Kind.SELF_EXCLUDED, "asked"), NotRestrictable),
        (RestrictionRequest("closed", "asked"), NotRestrictable),
        (
            RestrictionRequest(Kind.OPERATOR_EXCLUDED, "x", timezone.now() - timedelta(days=1)),
            EndNotPossible,
        ),
        (
            RestrictionRequest(Kind.SUSPENDED, "x", timezone.now() + timedelta(days=9)),
            EndNotPossible,
        ),
    ],
)
def test_an_invalid_restriction_changes_nothing(
    measure: RestrictionRequest, refusal: type[Refusal]
) -> None:
    ana, by = ana_confirmed(), analyst()
    before = everything()
    with pytest.raises(refusal):
        impose_restriction(ana.pk, measure, key=uuid4(), acting_user=by)
    assert (everything(), state_of(ana)) == (before, State.ACTIVE)


@pytest.mark.parametrize("role", [Role.OPERATOR, Role.CASHIER, Role.AUDITOR, Role.ADMINISTRATOR])
def test_other_roles_restrict_and_lift_nothing(role: Role) -> None:
    ana = ana_confirmed()
    row, somebody = restricted(ana), staff(role)
    lifting = propose_lifting(row.pk, acting_user=analyst(), reason="explained")
    before = everything()
    for attempt in (
        lambda: restricted(demo(), acting_user=somebody),
        lambda: propose_lifting(row.pk, acting_user=somebody, reason="x"),
        lambda: decide_lifting(lifting.pk, approved=True, acting_user=somebody, reason="x"),
    ):
        demo()
        now = everything()
        with pytest.raises(NotPermitted):
            attempt()
        assert everything() == now
    assert everything()[:3] == before[:3]
    with pytest.raises(NotPermitted):
        decide_lifting(lifting.pk, approved=True, acting_user=analyst("second"), reason="x")


def test_staff_and_closed_accounts_are_not_restricted() -> None:
    clerk, ana = staff(Role.CASHIER), ana_confirmed()
    change_state(ana, State.CLOSED, "asked by the player", None)
    for person in (clerk, ana):
        with pytest.raises(NotRestrictable):
            restricted(person)
    assert not Restriction.objects.exists()


def test_an_exclusion_can_be_extended_but_not_repeated() -> None:
    ana, soon = ana_confirmed(), timezone.now() + timedelta(days=10)
    restricted(ana, Kind.OPERATOR_EXCLUDED, until=soon)
    with pytest.raises(RestrictedAlready):
        restricted(ana, Kind.OPERATOR_EXCLUDED, until=soon - timedelta(days=1))
    restricted(ana, Kind.OPERATOR_EXCLUDED)
    with pytest.raises(RestrictedAlready):
        restricted(ana, Kind.OPERATOR_EXCLUDED, until=soon + timedelta(days=100))
    assert find_active(ana.pk).count() == 2


def test_the_strongest_restriction_sets_the_state() -> None:
    ana = ana_confirmed()
    excluded = restricted(ana, Kind.OPERATOR_EXCLUDED)
    restricted(ana, Kind.SUSPENDED)
    assert state_of(ana) == State.OPERATOR_EXCLUDED
    locked = restricted(ana, Kind.LOCKED)
    assert state_of(ana) == State.LOCKED
    for row, left in ((locked, "operator_excluded"), (excluded, "suspended")):
        lifting = propose_lifting(row.pk, acting_user=analyst(), reason="explained")
        decide_lifting(lifting.pk, approved=True, acting_user=manager(), reason="seen")
        assert state_of(ana) == left
    assert lifted(ana).state == State.ACTIVE


def test_lifting_restores_the_pending_state() -> None:
    ana, bea = ana_signs_up(), ana_signs_up(email="bea@example.com")
    restricted(ana), restricted(bea)
    EmailAddress.objects.filter(user=bea).update(verified=True)
    assert lifted(ana).state == State.PENDING
    assert lifted(bea).state == State.ACTIVE


def test_withdrawals_stay_open_to_the_excluded() -> None:
    player = demo()
    restricted(player, Kind.OPERATOR_EXCLUDED)
    player.refresh_from_db()
    assert may_withdraw(player) is None


@pytest.mark.parametrize("approved", [True, False])
@pytest.mark.parametrize(("imposes", "proposes"), [("manager", "analyst"), ("analyst", "manager")])
def test_the_imposer_and_the_proposer_cannot_decide_a_lifting(
    imposes: str,
    proposes: str,
    approved: bool,  # noqa: FBT001  # pytest passes it by name
) -> None:
    people = {"manager": manager(), "analyst": analyst()}
    ana = ana_confirmed()
    row = restricted(ana, acting_user=people[imposes])
    lifting = propose_lifting(row.pk, acting_user=people[proposes], reason="explained")
    before = everything()
    with pytest.raises(AnotherPersonNeeded):
        decide_lifting(lifting.pk, approved=approved, acting_user=manager(), reason="seen")
    for person in people.values():
        with pytest.raises(DatabaseError, match="another person"), transaction.atomic():
            LiftingDecision.objects.create(
                proposal=lifting, approved=approved, reason="x", decided_by=person
            )
    with pytest.raises(DatabaseError, match="not staff"), transaction.atomic():
        LiftingDecision.objects.create(
            proposal=lifting, approved=True, reason="x", decided_by=demo()
        )
    assert everything()[:3] == before[:3]
    assert state_of(ana) == State.SUSPENDED
    decide_lifting(lifting.pk, approved=True, acting_user=manager("third"), reason="seen")
    assert state_of(ana) == State.ACTIVE


def test_a_refused_lifting_can_be_proposed_again() -> None:
    ana = ana_confirmed()
    row = restricted(ana)
    lifting = propose_lifting(row.pk, acting_user=analyst(), reason="explained")
    assert propose_lifting(row.pk, acting_user=analyst(), reason="explained") == lifting
    with pytest.raises(ChangedMeanwhile):
        propose_lifting(row.pk, acting_user=manager(), reason="another")
    first = decide_lifting(lifting.pk, approved=False, acting_user=manager(), reason="not yet")
    before = everything()
    assert (
        decide_lifting(lifting.pk, approved=False, acting_user=manager(), reason="not yet") == first
    )
    with pytest.raises(ChangedMeanwhile):
        decide_lifting(lifting.pk, approved=True, acting_user=manager(), reason="yes after all")
    assert (everything(), state_of(ana)) == (before, State.SUSPENDED)
    assert lifted(ana).state == State.ACTIVE
    with pytest.raises(NotLiftable):
        propose_lifting(row.pk, acting_user=analyst(), reason="again")


def test_a_self_exclusion_is_not_lifted_by_staff() -> None:
    ana = ana_confirmed()
    change_state(ana, State.SELF_EXCLUDED, "asked by the player", acting_user=ana)
    row = Restriction.objects.get(player=ana)
    with pytest.raises(NotLiftable):
        propose_lifting(row.pk, acting_user=analyst(), reason="asked by the player")
    with pytest.raises(DatabaseError, match="self-exclusion"), transaction.atomic():
        Lifting.objects.create(restriction=row, reason="x", proposed_by=analyst())
    restricted(ana)
    suspension = Restriction.objects.get(kind="suspended")
    lifting = propose_lifting(suspension.pk, acting_user=analyst(), reason="explained")
    decide_lifting(lifting.pk, approved=True, acting_user=manager(), reason="seen")
    assert state_of(ana) == State.SELF_EXCLUDED


@pytest.mark.committed
def test_an_exclusion_ends_on_time_and_the_player_is_notified(owner_connection: Owner) -> None:
    ana, by = ana_confirmed(), analyst()
    until = timezone.now() + timedelta(hours=1)
    row = restricted(ana, Kind.OPERATOR_EXCLUDED, until=until, acting_user=by)
    assert not restrictions.end_restriction(row.pk, timezone.now())
    passed(owner_connection, row)
    assert row.until is not None
    assert not restrictions.end_restriction(row.pk, row.until - timedelta(microseconds=1))
    assert list(active_restrictions.find_due_restrictions(row.until)) == [row]
    assert restrictions.end_restriction(row.pk, row.until)
    assert not restrictions.end_restriction(row.pk, row.until)
    assert state_of(ana) == State.ACTIVE
    letters = Letter.objects.filter(player=ana).order_by("id")
    assert list(letters.values_list("kind", flat=True)) == ["excluded", "over"]


@pytest.mark.parametrize(
    "table",
    ["restriction", "lifting", "liftingdecision", "note", "seen", "letter"],
)
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {}"])
def test_the_application_changes_no_row(table: str, statement: str) -> None:
    ana = ana_confirmed()
    restricted(ana)
    name = f"accounts_{table}"
    text = statement.format(name)
    if table == "liftingdecision":
        text = text.replace("id = id", "note = note")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(text)


def test_a_letter_is_mailed_once_and_keeps_its_text() -> None:
    ana = ana_confirmed()
    restricted(ana)
    Letter.objects.update(mailed_at=timezone.now())
    with pytest.raises(DatabaseError, match="not changed"), transaction.atomic():
        Letter.objects.update(mailed_at=None)


def test_strength_is_counted_alike_in_the_database(owner_connection: Connection[Any]) -> None:
    for state in State.values:
        row = owner_connection.execute("SELECT accounts_state_strength(%s)", [state]).fetchone()
        assert row == (rank_state(state),)
