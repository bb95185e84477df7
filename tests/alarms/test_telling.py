"""Alarms reach people on duty: in order, by e-mail and webhook, escalated without an answer, bundled, with their outcome."""

from datetime import datetime, time, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from alarms.models import AlarmNotice, DutyTurn
from alarms.refusals import NotForDuty, TurnEnded
from alarms.services.duty import TurnPlan, add_turn, end_turn
from alarms.services.telling import tell_people
from alarms.values.hours import is_in_hours
from api.models import WebhookDelivery
from compliance.events.services import mark_alarm_seen
from journal.models import Event, EventKind
from journal.services.recording import record
from tests.accounts.staff import inside, staff
from tests.api.webhooks import endpoint
from tests.wallet.ledger import refused

pytestmark = pytest.mark.database
MINUTE = timedelta(minutes=1)
ALL_DAY = time(0)


@pytest.fixture(autouse=True)
def delivery(settings: Any) -> None:
    settings.MAIL_DELIVERY = "django.core.mail.backends.locmem.EmailBackend"


def on_duty(role: Role, name: str, place: int = 1, **more: Any) -> User:
    """Return a person who is on duty always."""
    person = staff(role, name)
    given = {"days": "1234567", "begins": ALL_DAY, "ends": ALL_DAY, "zone": "UTC", **more}
    add_turn(
        TurnPlan(person.pk, place=place, **given),
        acting_user=staff(Role.COMPLIANCE_MANAGER, "planner"),
    )
    return person


def alarm(kind: EventKind = EventKind.LEDGER_BROKEN) -> Event:
    return record(kind, subject="user 7", data={"name": "Ana Luna"})


def told(at: datetime) -> list[list[str]]:
    """Run the task, and return the recipients of the mails that left."""
    mail.outbox.clear()
    tell_people(at)
    return [one.to for one in mail.outbox]


def test_the_first_on_duty_is_told_then_the_next_then_everybody() -> None:
    eva = on_duty(Role.OPERATOR, "eva")
    ivan = on_duty(Role.COMPLIANCE_ANALYST, "ivan", 2)
    away = on_duty(
        Role.OPERATOR,
        "away",
        3,
        days=str((timezone.now().weekday() + 3) % 7 + 1),
        begins=time(1),
        ends=time(2),
    )
    start = alarm().at
    assert told(start) == [[eva.email]]
    assert told(start + 2 * MINUTE) == []
    assert told(start + 16 * MINUTE) == [[ivan.email]]
    assert sorted(told(start + 31 * MINUTE)) == sorted([[eva.email], [ivan.email], [away.email]])
    assert told(start + 60 * MINUTE) == []
    assert set(AlarmNotice.objects.values_list("state", flat=True)) == {"sent"}


def test_an_answer_ends_the_escalation() -> None:
    eva = on_duty(Role.OPERATOR, "eva")
    on_duty(Role.OPERATOR, "ivan", 2)
    event = alarm()
    told(event.at)
    mark_alarm_seen(event.pk, "I am on it", acting_user=eva)

    assert told(event.at + 40 * MINUTE) == []
    assert AlarmNotice.objects.count() == 1


def test_a_mail_says_what_happened_and_nothing_about_whom() -> None:
    on_duty(Role.OPERATOR, "eva")
    event = alarm()
    told(event.at)
    (sent,) = mail.outbox
    assert f"/staff/events/{event.pk}/" in sent.body
    assert "Ana" not in sent.body
    assert "user 7" not in sent.body


def test_a_storm_is_one_mail_a_minute() -> None:
    on_duty(Role.OPERATOR, "eva")
    first = alarm()
    assert len(told(first.at)) == 1
    for _n in range(30):
        alarm()
    assert told(first.at + timedelta(seconds=30)) == []
    assert len(told(first.at + timedelta(seconds=61))) == 1
    assert "30" in mail.outbox[0].subject
    assert AlarmNotice.objects.filter(state="sent").count() == 31


def test_with_nobody_on_duty_everybody_is_told_at_once() -> None:
    other_day = str((timezone.now().weekday() + 3) % 7 + 1)
    hours: dict[str, Any] = {"days": other_day, "begins": time(8), "ends": time(9)}
    people = [on_duty(Role.OPERATOR, name, **hours) for name in ("eva", "ivan")]
    assert sorted(told(alarm().at)) == sorted([one.email] for one in people)


@pytest.mark.committed
def test_without_a_list_nobody_is_told_and_older_alarms_stay_untold() -> None:
    event = alarm()
    assert told(event.at) == []
    on_duty(Role.OPERATOR, "eva")
    assert told(timezone.now()) == []
    assert len(told(alarm().at)) == 1


def test_a_mail_that_fails_is_kept_with_its_reason_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on_duty(Role.OPERATOR, "eva")
    event = alarm()

    def fail(_message: Any) -> int:
        raise SMTPServerDisconnected("no")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", fail)
        assert tell_people(event.at) == 0
    kept = AlarmNotice.objects.get()
    assert (kept.state, kept.attempts, kept.error) == ("waiting", 1, "SMTPServerDisconnected")
    assert len(told(event.at + 2 * MINUTE)) == 1
    kept.refresh_from_db()
    assert (kept.state, kept.attempts, kept.error) == ("sent", 2, "")


def test_a_webhook_is_queued_in_the_machine_that_signs_and_repeats() -> None:
    receiver, _key = endpoint(EventKind.WITHDRAWAL_PAID)
    on_duty(Role.OPERATOR, "eva", endpoint=receiver)
    event = alarm()
    told(event.at)
    assert WebhookDelivery.objects.filter(event=event, endpoint=receiver).count() == 1
    assert set(AlarmNotice.objects.values_list("channel", "state")) == {
        ("mail", "sent"),
        ("webhook", "sent"),
    }


def test_who_lost_the_right_or_whose_turn_ended_is_told_no_more() -> None:
    eva = on_duty(Role.OPERATOR, "eva")
    on_duty(Role.OPERATOR, "ivan", 2)
    eva.groups.clear()
    turn = DutyTurn.objects.get(place=2)
    end_turn(turn.pk, acting_user=staff(Role.COMPLIANCE_MANAGER))
    assert told(alarm().at) == []
    with refused(TurnEnded):
        end_turn(turn.pk, acting_user=staff(Role.COMPLIANCE_MANAGER))


def test_only_people_who_answer_alarms_are_put_on_the_list_by_managers() -> None:
    plan = TurnPlan(staff(Role.CASHIER).pk, "1", ALL_DAY, ALL_DAY, "UTC", 1)
    with refused(NotForDuty):
        add_turn(plan, acting_user=staff(Role.COMPLIANCE_MANAGER))
    with pytest.raises(NotPermitted):
        add_turn(plan, acting_user=staff(Role.OPERATOR))
    assert not DutyTurn.objects.exists()


def test_the_page_adds_and_ends_turns() -> None:
    manager, eva = staff(Role.COMPLIANCE_MANAGER), staff(Role.OPERATOR, "eva")
    client = inside(manager, "en")
    given = {"person": eva.pk, "days": ["1", "5"], "begins": "22:00", "ends": "06:00", "place": 1}
    wrong = client.post("/staff/alarms/duty/", {**given, "zone": "Mars/Base"})
    assert wrong.status_code == 422
    assert (
        client.post("/staff/alarms/duty/", {**given, "zone": "America/Bogota"}).status_code == 303
    )
    turn = DutyTurn.objects.get()
    assert (turn.days, turn.set_by, turn.zone) == ("15", manager, "America/Bogota")
    tell_people(alarm().at)
    assert (
        "Monday, Friday: 22:00\N{EN DASH}06:00"
        in client.get("/staff/alarms/duty/").content.decode()
    )
    assert client.post(f"/staff/alarms/duty/{turn.pk}/end/").status_code == 303
    turn.refresh_from_db()
    assert turn.ended_by == manager


@pytest.mark.parametrize(
    ("moment", "is_on"),
    [
        ("2026-12-01T02:59:00Z", False),  # Monday 21:59 in Bogotá
        ("2026-12-01T03:00:00Z", True),
        ("2026-12-01T10:59:00Z", True),  # Tuesday 05:59, of the night that began on Monday
        ("2026-12-01T11:00:00Z", False),
        ("2026-12-02T04:00:00Z", False),  # Tuesday 23:00
    ],
)
def test_hours_over_midnight_belong_to_the_day_on_which_they_begin(
    moment: str,
    is_on: bool,  # noqa: FBT001  # parametrised
) -> None:
    now = datetime.fromisoformat(moment)
    assert is_in_hours(now, "1", time(22), time(6), "America/Bogota") is is_on
