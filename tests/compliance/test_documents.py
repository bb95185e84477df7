"""Expired identity documents: player and staff are notified once for each; staff find them and verify another."""

from datetime import date, timedelta
from functools import partial

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from compliance.players.selectors.listing import find_players
from compliance.players.services import expired_documents, letters
from compliance.tasks import notify_players_of_expired_documents
from journal.models import Event
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside
from tests.accounts.test_restrictions import analyst, manager
from tests.threads import Running

pytestmark = pytest.mark.database


def today() -> date:
    return timezone.now().date()


def verified(email: str = "ana@example.com", days: int = -1) -> User:
    """Return a verified player whose document expires in this many days."""
    player = ana_confirmed(email=email, language="en")
    verify_identity(player, SeenDocument("passport seen"))
    User.objects.filter(pk=player.pk).update(document_until=today() + timedelta(days=days))
    player.refresh_from_db()
    return player


def told() -> list[tuple[str, str]]:
    events = Event.objects.filter(kind="document_expired").order_by("id")
    return [(event.subject, event.data["document_until"]) for event in events]


@pytest.mark.empty
def test_each_expiring_document_is_announced_once() -> None:
    player = verified()
    verified("bea@example.com", days=0)
    gone = verified("eva@example.com")
    change_state(gone, State.CLOSED, "asked", acting_user=None)

    notify_players_of_expired_documents()
    notify_players_of_expired_documents()

    over = (today() - timedelta(days=1)).isoformat()
    assert told() == [(f"user {player.pk}", over)]
    assert letters.mail_letters(timezone.now()) == 1
    assert mail.outbox[-1].to == [player.email]
    assert "has expired" in mail.outbox[-1].subject
    assert "still bet and deposit for 30 days" in mail.outbox[-1].body
    assert "withdrawals stay open" in mail.outbox[-1].body

    verify_identity(player, SeenDocument("another passport", until=today()), acting_user=analyst())
    notify_players_of_expired_documents()
    assert len(told()) == 1
    # Bea's has expired by then too
    assert (
        expired_documents.notify_players_of_expired_documents(timezone.now() + timedelta(days=1))
        == 2
    )
    people = User.objects.exclude(pk=gone.pk).filter(is_staff=False)
    assert {subject for subject, _ in told()[1:]} == {f"user {one.pk}" for one in people}
    assert {until for _, until in told()[1:]} == {today().isoformat()}


@pytest.mark.committed
def test_concurrent_workers_announce_once() -> None:
    verified()

    with transaction.atomic():
        assert expired_documents.notify_players_of_expired_documents(timezone.now()) == 1
        other = Running(
            partial(expired_documents.notify_players_of_expired_documents, timezone.now())
        )
        assert other.result() == 0
    assert len(told()) == Letter.objects.count() == 1


@pytest.mark.committed
def test_staff_find_expiring_documents_and_can_verify_again() -> None:
    over, good = verified(), verified("bea@example.com", days=100)
    assert list(find_players({"verified": "expired"})) == [over]
    client = inside(manager())
    page = client.get(f"/staff/players/{over.pk}/").text
    assert "document expired" in page
    assert "Verify again" in page
    assert "Verify again" not in client.get(f"/staff/players/{good.pk}/").text
