"""Sessions read by a prepared statement are Django's."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from internals.stored_sessions import SessionStore

pytestmark = pytest.mark.database


def stored() -> str:
    """Store a session as Django does; return its key."""
    session = db.SessionStore()
    session["here"] = "yes"
    session.create()
    assert session.session_key is not None
    return session.session_key


def test_a_session_of_django_is_read() -> None:
    session = SessionStore(stored())

    assert session["here"] == "yes"
    session["here"] = "still"
    session.save()
    assert db.SessionStore(session.session_key)["here"] == "still"


def test_an_expired_session_is_forgotten() -> None:
    key = stored()
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    session = SessionStore(key)

    assert session.get("here") is None
    assert session.session_key is None


def test_an_unknown_key_is_no_session() -> None:
    session = SessionStore("of-nobody-at-all")

    assert session.get("here") is None
    assert session.session_key is None
