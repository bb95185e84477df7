"""Visits of players: recorded once a minute, listed to their player only, ended from another device."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.roles.values import Role
from accounts.values.polling import POLL
from accounts.visits.views import presence
from journal.models import Event
from tests.accounts.people import PASSWORD, ana_confirmed, demo, log_in
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database

SESSIONS, END = "/account/sessions/", "/account/sessions/end/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


@pytest.fixture
def phone() -> Client:
    return Client(headers={"User-Agent": FIREFOX})


def comes_in(client: Client, player: User) -> Visit:
    log_in(client, player.email)
    return Visit.objects.get(pk=client.session[presence.VISIT])


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def in_minutes(minutes: float) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def test_a_sign_in_begins_a_visit(phone: Client) -> None:
    player = demo()
    visit = comes_in(phone, player)
    assert (visit.player, visit.address, visit.agent) == (player, "127.0.0.1", FIREFOX)
    assert visit.session_key == phone.session.session_key
    assert visit.ended_at is None
    player.refresh_from_db()
    assert player.session_began == visit.begun_at


def test_staff_have_no_visits(client: Client) -> None:
    inside(staff(Role.OPERATOR))
    assert inside(staff(Role.OPERATOR)).get(SESSIONS).status_code == 403
    assert not Visit.objects.exists()


def test_signing_out_ends_it_and_forgets_its_key(client: Client) -> None:
    visit = comes_in(client, demo())
    client.post("/account/logout/")
    visit.refresh_from_db()
    assert (visit.ended, visit.session_key) == ("signed_out", None)
    assert visit.ended_at is not None


def test_last_seen_is_written_once_a_minute(client: Client) -> None:
    visit = comes_in(client, demo())
    client.get("/bank/")
    with CaptureQueriesContext(connection) as known:
        client.get("/bank/")
    assert not [one for one in known if "accounts_visit" in one["sql"]]
    assert not [one for one in known if one["sql"].startswith('UPDATE "django_session"')]
    later = in_minutes(1.1)
    with at(later):
        client.get("/bank/")
    visit.refresh_from_db()
    assert visit.seen_at == later


def test_polling_is_not_activity(client: Client) -> None:
    visit = comes_in(client, demo())
    with at(in_minutes(5)):
        client.get("/bank/", headers={POLL: "1"})
    assert Visit.objects.get() == visit
    assert Visit.objects.get().seen_at == visit.seen_at


def test_a_posted_form_is_always_activity(client: Client) -> None:
    visit, later = comes_in(client, demo()), in_minutes(5)
    with at(later):
        client.post("/bank/deposit/", {}, headers={POLL: "1"})
    visit.refresh_from_db()
    assert visit.seen_at == later


def test_the_list_shows_only_own_sessions(client: Client, phone: Client) -> None:
    player = demo()
    mine, other = comes_in(client, player), comes_in(phone, player)
    comes_in(Client(), ana_confirmed())
    page = client.get(SESSIONS)
    assert page.status_code == 200
    assert page.context["running"] == [mine, other]
    assert (page.context["present"], page.context["others"]) == (mine.pk, [other])
    assert "Firefox, Linux" in page.text


def test_another_session_is_ended_at_once(client: Client, phone: Client) -> None:
    player = demo()
    comes_in(client, player)
    other = comes_in(phone, player)
    assert client.post(END, {"visit": other.pk}).status_code == 303
    other.refresh_from_db()
    assert (other.ended, other.session_key) == ("elsewhere", None)
    assert SESSION_KEY not in phone.session
    assert phone.get("/bank/").status_code == 302
    assert client.get("/bank/").status_code == 200
    assert Event.objects.get(kind="visits_ended").data == {"ended": 1}
    assert client.post(END, {"visit": other.pk}).status_code == 303  # sent twice
    assert Event.objects.filter(kind="visits_ended").count() == 1


def test_all_others_are_ended_together(client: Client, phone: Client) -> None:
    player = demo()
    mine = comes_in(client, player)
    comes_in(phone, player)
    comes_in(Client(), player)
    stranger = comes_in(Client(), ana_confirmed())
    client.post(END, {"visit": "others"})
    running = Visit.objects.filter(ended_at__isnull=True)
    assert set(running) == {mine, stranger}
    assert client.get("/bank/").status_code == 200


@pytest.mark.parametrize("asked", ["", "x", "0", "-1"])
def test_sessions_of_others_cannot_be_ended(client: Client, asked: str) -> None:
    stranger = comes_in(Client(), ana_confirmed())
    comes_in(client, demo())
    assert client.post(END, {"visit": asked}).status_code == 404
    assert client.post(END, {"visit": stranger.pk}).status_code == 404
    stranger.refresh_from_db()
    assert stranger.ended_at is None


def test_ended_sessions_are_not_listed(client: Client, phone: Client) -> None:
    player = demo()
    gone, mine = comes_in(phone, player), comes_in(client, player)
    phone.session.flush()
    page = client.get(SESSIONS)
    assert (page.context["running"], list(page.context["past"])) == ([mine], [gone])
    comes_in(Client(), player)
    gone.refresh_from_db()
    assert (gone.ended, gone.ended_at) == ("gone", gone.seen_at)


def test_a_new_password_ends_other_sessions(client: Client, phone: Client) -> None:
    player = demo()
    comes_in(phone, player)
    player.set_password(PASSWORD)
    player.save()
    mine = comes_in(client, player)
    assert client.get(SESSIONS).context["running"] == [mine]


def test_a_sign_in_shows_the_previous_one(client: Client, phone: Client) -> None:
    player = demo()
    comes_in(phone, player)
    first = client.get("/account/login/")
    assert "Firefox" not in first.text
    log_in(client, player.email)
    assert "Firefox, Linux" in client.get("/bank/").text
    assert "Firefox, Linux" not in client.get("/bank/").text


def test_a_session_of_play_goes_on_over_devices_and_sign_ins(client: Client, phone: Client) -> None:
    player = demo()
    comes_in(client, player)
    player.refresh_from_db()
    began = player.session_began
    assert began is not None
    with at(began + timedelta(minutes=29)):
        comes_in(phone, player)
    client.post("/account/logout/")
    with at(began + timedelta(minutes=58)):
        comes_in(client, player)
    player.refresh_from_db()
    assert player.session_began == began
    client.post("/account/logout/")
    back = began + timedelta(minutes=89)
    with at(back):
        comes_in(client, player)
    player.refresh_from_db()
    assert player.session_began == back


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_visit SET begun_at = now() - interval '1 day'",
        "UPDATE accounts_visit SET seen_at = seen_at - interval '1 second'",
        "UPDATE accounts_visit SET address = '10.0.0.1'",
        "UPDATE accounts_visit SET ended = 'idle'",
        "DELETE FROM accounts_visit",
        "TRUNCATE accounts_visit",
    ],
)
def test_the_application_role_cannot_rewrite_a_visit(client: Client, statement: str) -> None:
    comes_in(client, demo())
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_an_ended_visit_stays_as_it_is(client: Client) -> None:
    comes_in(client, demo())
    client.post("/account/logout/")
    with pytest.raises(DatabaseError, match="not changed"), transaction.atomic():
        Visit.objects.update(seen_at=timezone.now())


def test_a_visit_leaves_no_history_of_configured_rows(client: Client) -> None:
    player = demo()
    comes_in(client, player)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM journal_alteration WHERE before ? 'session_began' OR after ? 'session_began'"
        )
        assert cursor.fetchone() == (0,)
