"""A player's visits for staff: time, address, device; each view is recorded, and the number of queries is constant."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.roles.values import Role
from accounts.visits.services.visits import end_by_sign_out, start_visit
from journal.models import Event
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import remove_tokens

pytestmark = pytest.mark.database
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def address_of(player: User) -> str:
    return reverse("players:visits", args=[player.pk])


def test_staff_read_when_from_where_and_on_what_and_that_is_an_event() -> None:
    ana, eva = ana_confirmed(), ana_confirmed(email="eva@example.com")
    first, _before = start_visit(ana, "a" * 32, "192.0.2.7", FIREFOX)
    end_by_sign_out(first.pk)
    start_visit(ana, "b" * 32, "2001:db8::7", "")
    start_visit(eva, "c" * 32, "198.51.100.9", FIREFOX)
    reader = staff(Role.AUDITOR)
    text = inside(reader).get(address_of(ana)).text
    for told in ("192.0.2.7", "2001:db8::7", "Firefox, Linux", "signed out", ">over<"):
        assert told in text.replace("\n", "").replace("  ", "")
    assert "198.51.100.9" not in text
    assert "a" * 32 not in text
    seen = Event.objects.get(kind="player_viewed", actor_id=reader.pk)
    assert (seen.subject, seen.data) == (f"user {ana.pk}", {"page": "visits"})


def test_the_page_of_the_player_leads_there() -> None:
    ana = ana_confirmed()
    page = inside(staff(Role.COMPLIANCE_ANALYST)).get(reverse("players:player", args=[ana.pk]))
    assert address_of(ana) in page.text


def test_many_visits_come_in_pages_and_ask_no_more_than_few() -> None:
    ana, client = ana_confirmed(), inside(staff(Role.AUDITOR))
    start_visit(ana, "a" * 32, "192.0.2.7", FIREFOX)
    client.get(address_of(ana))
    with CaptureQueriesContext(connection) as few:
        assert "Older" not in remove_tokens(client.get(address_of(ana)).text)
    at = timezone.now() - timedelta(days=9)
    Visit.objects.bulk_create(
        Visit(player=ana, begun_at=at, seen_at=at, ended_at=at, ended="idle") for _ in range(30)
    )
    with CaptureQueriesContext(connection) as many:
        page = client.get(address_of(ana))
    assert len(many) == len(few)
    assert page.text.count('<th scope="row">') == 20
    older = client.get(f"{address_of(ana)}?{page.context['slice'].older}")
    assert older.text.count('<th scope="row">') == 11
