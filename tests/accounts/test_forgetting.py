"""Deletion of old visits, in batches and only by the database function, and of expired sessions."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.visits.services import retention
from compliance.tasks import delete_old_visits
from tests.accounts.people import ana_confirmed, demo, log_in
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database


def visited(player: User, days: float, *, ended: bool = True, key: str = "") -> Visit:
    """Return a visit that began `days` ago and, if `ended`, was signed out at the same time."""
    at = timezone.now() - timedelta(days=days)
    return Visit.objects.create(
        player=player,
        session_key=None if ended else key or f"gone {days}",
        begun_at=at,
        seen_at=at,
        ended_at=at if ended else None,
        ended=Visit.End.SIGNED_OUT if ended else "",
        address="192.0.2.7",
        agent="Firefox",
    )


def left() -> set[int]:
    return set(Visit.objects.values_list("pk", flat=True))


def test_visits_older_than_a_year_are_deleted_except_the_newest() -> None:
    ana, bea = ana_confirmed(), demo()
    visited(ana, 400)
    visited(ana, 366)
    kept = {visited(ana, 364).pk, visited(ana, 1).pk, visited(bea, 900).pk}
    delete_old_visits()
    assert left() == kept


def test_deletion_runs_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    ana = ana_confirmed()
    for days in range(400, 405):
        visited(ana, days)
    newest = visited(ana, 1)
    monkeypatch.setattr(retention, "BATCH", 2)
    assert [retention.delete_old_visits() for _ in range(4)] == [2, 2, 1, 0]
    assert left() == {newest.pk}


def test_open_visits_are_kept_and_abandoned_ones_end(client: Client) -> None:
    ana = ana_confirmed()
    log_in(client, ana.email)
    here = Visit.objects.get()
    gone = visited(ana, 500, ended=False)
    lately = visited(ana, 20, ended=False)
    delete_old_visits()
    assert left() == {here.pk, lately.pk}
    assert not Visit.objects.filter(pk=gone.pk).exists()
    here.refresh_from_db()
    lately.refresh_from_db()
    assert (here.ended, lately.ended, lately.ended_at) == ("", "gone", lately.seen_at)


def test_the_retention_period_is_of_the_profile(profile: ProfileChange) -> None:
    ana = ana_confirmed()
    visited(ana, 200)
    newest = visited(ana, 1)
    profile(visits_kept_days=150)
    delete_old_visits()
    assert left() == {newest.pk}


@pytest.mark.parametrize(("days", "most"), [(89, 10), (-1, 10), (400, 0), (400, 10**6), (None, 1)])
def test_the_function_always_keeps_ninety_days(days: int | None, most: int) -> None:
    ana = ana_confirmed()
    kept = {visited(ana, 80).pk, visited(ana, 1).pk}
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT public.accounts_delete_old_visits(%s, %s)", [days, most])
    assert left() == kept


def test_the_application_role_cannot_delete_visits() -> None:
    ana = ana_confirmed()
    old = visited(ana, 400)
    visited(ana, 1)
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        old.delete()
    assert old.pk in left()


def session(key: str, hours: float) -> str:
    """Create a session that expires in `hours` and return its key."""
    ends = timezone.now() + timedelta(hours=hours)
    Session.objects.create(session_key=key, session_data="", expire_date=ends)
    return key


def test_only_expired_sessions_are_deleted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for number in range(5):
        session(f"over {number}", -number - 0.01)
    runs = session("runs", 0.01)
    delete_old_visits()
    assert list(Session.objects.values_list("pk", flat=True)) == [runs]


def test_signed_in_users_stay_signed_in(client: Client) -> None:
    ana = ana_confirmed()
    log_in(client, ana.email)
    delete_old_visits()
    assert client.get("/account/").status_code == 200
    assert Visit.objects.get(player=ana).ended_at is None
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    delete_old_visits()
    assert not Session.objects.exists()
    assert Visit.objects.get(player=ana).ended == Visit.End.GONE
    assert client.get("/account/").status_code == 302
