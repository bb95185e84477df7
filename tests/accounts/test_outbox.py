"""Mail outbox: a worker sends the rows, so an unavailable mail server breaks no page and loses no mail."""

import re
from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import ClassVar

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage, send_mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import tasks
from accounts.mail import selectors, services
from accounts.models.letters import Letter
from accounts.models.mail import Mail
from accounts.models.users import User
from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.notices.services import notice_mail
from compliance.players.services import letters
from journal.models import Event, EventKind
from tests.accounts.people import PASSWORD, ana, ana_confirmed, form_of, link_in_last_mail
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import restricted
from tests.casino import scenes
from tests.casino.gone import charted, later as absent

pytestmark = pytest.mark.database


class Server(EmailBackend):
    """Mail server that can be down and refuses one recipient."""

    down: ClassVar[bool] = False
    asked: ClassVar[int] = 0

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        Server.asked += 1
        if Server.down:
            raise ConnectionRefusedError
        if messages[0].to == ["refused@example.com"]:
            raise SMTPRecipientsRefused({"refused@example.com": (550, b"no")})
        return int(super().send_messages(messages))


@pytest.fixture(autouse=True)
def _server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.services.Outbox"
    settings.MAIL_DELIVERY = f"{__name__}.Server"
    monkeypatch.setattr(Server, "down", False)
    monkeypatch.setattr(Server, "asked", 0)
    monkeypatch.setattr(services, "get_connection", lambda _name: Server())


def later(**by: float) -> int:
    with time_machine.travel(timezone.now() + timedelta(**by)):
        return services.send_due(timezone.now())


def test_requests_succeed_while_the_mail_server_is_down(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "down", True)

    answer = client.post(reverse("account_signup"), form_of(ana()), follow=True)

    assert answer.status_code == 200
    assert "Puede tardar unos minutos" in answer.text
    assert User.objects.filter(email="ana@example.com").exists()
    assert services.send_due(timezone.now()) == 0
    assert (Mail.objects.get().tried, len(mail.outbox)) == (1, 0)
    assert not Event.objects.filter(kind=EventKind.PROGRAM_ERROR).exists()

    monkeypatch.setattr(Server, "down", False)
    assert later(seconds=1) == 0  # not due yet
    assert later(minutes=1) == 1
    assert not Mail.objects.exists()
    assert client.get(link_in_last_mail()).status_code == 200


def test_a_reset_is_answered_and_another_mail_can_be_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = ana_confirmed()
    monkeypatch.setattr(Server, "down", True)

    page = client.post(reverse("account_reset_password"), {"email": user.email}, follow=True)

    assert page.status_code == 200
    assert reverse("account_reset_password") in page.text
    assert Mail.objects.count() == 1


def test_staff_are_invited_while_the_mail_server_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "down", True)
    sara = {
        "full_name": "Sara Luna",
        "email": "sara.luna@house.example",
        "language": "en",
        "roles": ["cashier"],
        "reason": "till two",
    }

    assert inside(staff(Role.ADMINISTRATOR)).post("/staff/people/new/", sara).status_code == 303

    assert Mail.objects.count() == 1


def test_the_stored_mail_does_not_reveal_the_link(client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": ana_confirmed().email})
    with connection.cursor() as cursor:
        cursor.execute("SELECT convert_from(sealed, 'UTF8') FROM accounts_mail")
        (stored,) = cursor.fetchone()
    tasks.send_mails()
    body = str(mail.outbox[-1].body)
    link = re.search(r"https?://testserver(/\S+)", body)
    assert link
    assert link[1] not in stored
    assert "example.com" not in stored


def test_a_mail_is_stored_in_the_transaction_of_its_subject() -> None:
    with transaction.atomic():
        send_mail("a", "b", None, ["ana@example.com"])
        transaction.set_rollback(True)
    assert not Mail.objects.exists()


def test_a_refused_address_does_not_delay_other_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for address in ("refused@example.com", "ana@example.com", "luis@example.com"):
        send_mail("a", "b", None, [address])
    monkeypatch.setattr(Server, "down", True)
    services.send_due(timezone.now())
    assert Server.asked == 1

    monkeypatch.setattr(Server, "down", False)
    assert later(minutes=1) == 2
    assert {one.to[0] for one in mail.outbox} == {"ana@example.com", "luis@example.com"}
    assert Mail.objects.get().tried == 2


def test_undeliverable_mail_is_given_up_with_an_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    send_mail("a", "b", None, ["ana@example.com"])
    monkeypatch.setattr(Server, "down", True)
    for day in range(1, 5):
        later(days=day)

    row = Mail.objects.get()
    assert (row.sealed, row.given_up_at is None) == (None, False)
    event = Event.objects.get(kind=EventKind.MAIL_GIVEN_UP)
    assert event.subject == f"mail {row.pk}"
    asked = Server.asked
    later(days=6)
    assert Server.asked == asked


def test_the_overview_says_that_mails_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "down", True)
    client = inside(staff(Role.AUDITOR))
    send_mail("a", "b", None, ["ana@example.com"])
    assert "could not be sent yet" not in client.get("/staff/").text
    Mail.objects.update(at=timezone.now() - selectors.LATE_AFTER * 2)

    assert "1 mail could not be sent yet" in client.get("/staff/").text


def test_a_mail_with_anything_but_text_is_refused() -> None:
    message = EmailMessage("a", "b", None, ["ana@example.com"], bcc=["x@example.com"])
    with pytest.raises(ValueError, match="plain text"):
        message.send()
    assert not Mail.objects.exists()


def test_the_page_leads_to_a_new_mail(client: Client) -> None:
    page = client.post(reverse("account_signup"), form_of(ana(language="en")), follow=True).text
    address = re.search(r'<a class="button" href="([^"]+)">[^<]*(?:email|correo)', page)
    assert address
    assert Mail.objects.count() == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        assert client.get(address[1]).status_code == 200
        client.post(address[1], {"login": "ana@example.com", "password": PASSWORD})
    assert Mail.objects.count() == 2


def test_the_overview_says_since_when_mails_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "down", True)
    send_mail("s", "b", None, ["a@example.com"])
    since = Mail.objects.get().at
    with time_machine.travel(timezone.now() + timedelta(minutes=20)):
        services.send_due(timezone.now())
        page = inside(staff(Role.AUDITOR)).get("/staff/").text
    assert f"since {since:%-d %b %Y, %H:%M} UTC" in " ".join(page.split())


def test_letters_and_notices_wait_in_the_outbox_and_ask_the_mail_server_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Server, "down", True)
    restricted(ana_confirmed())
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    house_play.play_due_rounds(absent())
    told = Mail.objects.count()

    assert (letters.mail_letters(timezone.now()), notice_mail.mail_due_notices(timezone.now())) == (
        1,
        1,
    )
    assert (Mail.objects.count() - told, Server.asked) == (2, 0)
    assert (letters.mail_letters(timezone.now()), notice_mail.mail_due_notices(timezone.now())) == (
        0,
        0,
    )
    assert Letter.objects.get().mailed_at is None  # follow-ups wait until the mail has been sent

    monkeypatch.setattr(Server, "down", False)
    assert later(minutes=1) == told + 2
    assert Letter.objects.get().mailed_at is not None


def test_a_mail_that_cannot_be_read_holds_up_no_other() -> None:
    send_mail("a", "b", None, ["luis@example.com"])
    Mail.objects.update(sealed=b"written with another key")
    send_mail("a", "b", None, ["ana@example.com"])
    assert later(minutes=1) == 1
    assert [one.to for one in mail.outbox] == [["ana@example.com"]]
    assert Mail.objects.get().tried == 1
