"""The event list: search by word, kind, severity, person and time; descriptions; alarms marked as seen once."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from compliance.events import forms
from compliance.events.refusals import AlarmNoteMissing, NotAnAlarm
from compliance.events.selectors import events
from compliance.events.services import mark_alarm_seen
from compliance.events.words.columns import CHANGES, COLUMNS
from compliance.events.words.sentences import describe_change, describe_event
from journal.models import Alteration, Event, EventKind, Seen
from journal.refusals import ChangedMeanwhile
from journal.services.recording import declare_acting_user, record
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tables.services import changes
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database
ROUND = "0b7c1d8e-6f0e-4f3a-9c57-2f0a3f9f0d11"


def listed(user: User, language: str = "en", /, **asked: str) -> str:
    answer = inside(user, language).get(f"{reverse('events:list')}?{urlencode(asked)}")
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def found(**asked: Any) -> list[int]:
    return [row.pk for row in forms.find_events(asked).order_by("pk")]


def test_the_list_says_each_event_in_the_readers_language_with_before_and_after() -> None:
    operator = staff(Role.OPERATOR)
    record(
        EventKind.CASH_LIMIT_DECIDED,
        actor=operator.pk,
        subject="limit 4",
        data={"before": "100.00 USD", "after": "50.00 USD", "reason": "too much"},
    )
    text = listed(staff(Role.AUDITOR))
    assert "A proposed cash limit was decided: limit 4, $100.00 → $50.00 too much" in text
    assert operator.full_name in text
    spanish = inside(staff(Role.AUDITOR), "es").get(reverse("events:list")).content.decode()
    assert 'lang="es"' in spanish


def test_times_are_shown_to_the_second() -> None:
    data = {
        "since": "2026-05-03T21:07:09.123456-04:00",
        "until": "2026-13-01T00:00:00Z",
        "note": "2026",
    }
    record(EventKind.CLOCK_JUMPED, subject="clock", data=data)
    with override("en"):
        facts = {one.value for one in describe_event(Event.objects.latest("pk")).facts}
    assert facts == {"4 May 2026, 01:07:09 UTC", "2026-13-01T00:00:00Z", "2026"}


def test_empty_values_are_no_change() -> None:
    record(EventKind.CLOCK_JUMPED, subject="clock", data={"before": None, "after": "", "note": "x"})
    assert describe_event(Event.objects.latest("pk")).changes == ()


def test_words_numbers_and_the_beginnings_of_words_find_events() -> None:
    one = record(EventKind.ROUND_CANCELLED, subject=f"round {ROUND}", data={"reason": "Año raro"})
    two = record(EventKind.LOGIN_FAILED, subject="user 12", data={"ip": "10.1.2.3"})
    assert found(words=ROUND) == found(words=ROUND[:13]) == [one.pk]
    assert found(words="año") == found(words="AÑ") == found(words="raro año") == [one.pk]
    assert found(words="10.1.2.3") == found(words="user 12") == [two.pk]
    assert found(words=str(two.pk)).count(two.pk) == 1
    assert found(words="nothing of it") == found(words="' & !") == found(words="año user") == []


def test_kind_severity_person_and_time_find_events() -> None:
    olga, player = staff(Role.OPERATOR), ana_confirmed()
    Event.objects.exists()
    one = record(EventKind.TABLE_OPENED, actor=olga.pk)
    two = record(EventKind.LEDGER_BROKEN)
    three = record(EventKind.WITHDRAWAL_REQUESTED, actor=player.pk)
    assert found(kind="table_opened") == [one.pk]
    assert found(severity="alarm", kind="ledger_broken") == [two.pk]
    for who in (olga.email, olga.full_name[:4], str(olga.pk)):
        assert one.pk in found(who=who)
        assert two.pk not in found(who=who)
    assert found(who=player.email, kind="withdrawal_requested") == [three.pk]
    # players are not searched by name here
    assert found(who=player.full_name, kind="withdrawal_requested") == []
    now = datetime.now(UTC)
    hour = timedelta(hours=1)
    assert two.pk in found(since=str(now - hour), until=str(now + hour))
    assert found(since=str(now + hour)) == []
    # only other kinds have older events
    assert found(kind="ledger_broken", until=str(now - hour)) == []
    # reversed range: the page shows an error
    assert found(since=str(now), until=str(now - hour)) == []
    assert "This is not after the beginning" in listed(
        olga, since="2026-11-02T00:00", until="2026-11-01T00:00"
    )


def test_nonsense_in_the_address_is_refused_in_words() -> None:
    record(EventKind.LEDGER_BROKEN)
    auditor = staff(Role.AUDITOR)
    for asked in ({"kind": "nothing"}, {"since": "yesterday"}, {"severity": "'"}):
        assert "No event matches" not in listed(auditor, **asked)
    assert "Select a valid choice" in listed(auditor, kind="nothing")
    listed(auditor, before="x", after="9" * 40, words="x" * 200)


@pytest.mark.empty
def test_the_list_asks_the_same_of_the_database_however_long_it_is() -> None:
    auditor = staff(Role.AUDITOR)
    client, counts = inside(auditor), []
    for more in (1, 120):
        for _ in range(more):
            record(EventKind.ROUND_WAITS, actor=auditor.pk, subject="table ligalo")
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(reverse("events:list"))
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 16
    assert len(answer.context["lines"]) == 20


def test_an_alarm_is_acknowledged_once_with_a_note() -> None:
    operator, manager = staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)
    alarm = record(EventKind.ROUND_FROZEN, subject=f"round {ROUND}")
    assert events.count_open_alarms() == 1
    address = reverse("events:event", args=[alarm.pk])
    client = inside(operator)
    assert "Open the round and compare its record with its cards" in client.get(address).text
    assert client.post(address, {"word": "  "}).status_code == 422
    assert not Seen.objects.exists()
    assert client.post(address, {"word": "looked: a test round"}).status_code == 303
    seen = Seen.objects.get()
    assert (seen.event_id, seen.by_id, seen.word) == (alarm.pk, operator.pk, "looked: a test round")
    assert events.count_open_alarms() == 0
    assert found(alarms="open") == []
    assert found(alarms="seen") == [alarm.pk]
    page = client.get(address).content.decode()
    assert "looked: a test round" in page
    assert operator.full_name in page

    # a repeated form
    assert mark_alarm_seen(alarm.pk, "looked: a test round", acting_user=operator) == seen
    late = inside(manager).post(address, {"word": "another"})
    assert late.status_code == 409
    assert "Somebody has already marked this alarm as seen" in late.content.decode()
    assert Seen.objects.get().word == "looked: a test round"


def test_acknowledging_needs_the_right_and_an_alarm() -> None:
    alarm, info = record(EventKind.ROUND_FROZEN), record(EventKind.TABLE_OPENED)
    with pytest.raises(NotPermitted):
        mark_alarm_seen(alarm.pk, "a word", acting_user=staff(Role.AUDITOR))
    auditor = inside(staff(Role.AUDITOR))
    address = reverse("events:event", args=[alarm.pk])
    assert auditor.post(address, {"word": "a word"}).status_code == 403
    assert "Mark as seen" not in auditor.get(address).content.decode()
    with pytest.raises(NotAnAlarm):
        mark_alarm_seen(info.pk, "a word", acting_user=staff(Role.OPERATOR))
    with pytest.raises(AlarmNoteMissing):
        mark_alarm_seen(alarm.pk, " ", acting_user=staff(Role.OPERATOR))
    assert not Seen.objects.exists()
    assert issubclass(ChangedMeanwhile, Exception)


def test_the_history_of_a_row_is_found_and_read() -> None:
    manager = staff(Role.COMPLIANCE_MANAGER)
    declare_acting_user(manager.pk)
    group = Group.objects.create(name="night shift")
    Group.objects.filter(pk=group.pk).update(name="late shift")
    client = inside(staff(Role.AUDITOR))
    asked = {"table": "auth_group", "row": str(group.pk)}
    page = client.get(f"{reverse('events:changes')}?{urlencode(asked)}")
    assert len(page.context["lines"]) == 2
    text = page.content.decode()
    assert "night shift" in text
    assert "<strong>late shift</strong>" in text
    assert manager.full_name in text
    newest = Alteration.objects.filter(table_name="auth_group").latest("pk")
    one = client.get(reverse("events:change", args=[newest.pk])).content.decode()
    assert "It is not chained yet" in one
    assert [row.pk for row in forms.find_changes({**asked, "operation": "update"})] == [newest.pk]
    assert not forms.find_changes({"declared": "nonsense"}).exists()


def test_both_lists_write_every_cell() -> None:
    staff(Role.AUDITOR)
    record(
        EventKind.TABLE_CHANGE_PROPOSED, subject="table x", data={"after": {"max_bet_usd": 500000}}
    )
    record(
        EventKind.TABLE_OPENED, data={"from": "closed", "to": "open", "odd": [None, {"a": True}]}
    )
    for columns, rows in (
        (COLUMNS, forms.find_events({})),
        (CHANGES, forms.find_changes({})),
    ):
        assert rows.count() > 0
        for row in rows:
            assert all(column.value(row) is not None for column in columns)  # type: ignore[arg-type]  # the columns belong to two row types
    (limit,) = forms.find_events({"kind": "table_change_proposed"})
    values = {column.key: column.value(limit) for column in COLUMNS}
    assert "→ US$\N{NO-BREAK SPACE}50" in str(values["changed"])


def told_of_change(table: Table, max_bet: int, language: str) -> list[tuple[str, str]]:
    """Return the columns of a proposed change of this table as the history of changes describes them."""
    values = {"max_bet_usd": max_bet, "chips": [20_000, 40_000, 60_000, 80_000, 100_000]}
    change = changes.propose_change(
        table.pk, values, reason="x", acting_user=staff(Role.OPERATOR), accepted=True
    )
    row = Alteration.objects.get(table_name="tables_tablechange", row_key=str(change.pk))
    with override(language):
        return [(one.name, one.after) for one in describe_change(row)]


def test_a_proposed_change_of_a_table_says_its_settings_and_amounts_in_the_readers_language() -> (
    None
):
    told = dict(told_of_change(scenes.ligalo(), 600_000, "es"))["Valores nuevos"]
    assert "Max bet" not in told
    assert "Primera apuesta máxima en un puesto" in told
    assert "US$\N{NO-BREAK SPACE}60,00" in told
    assert "US$\N{NO-BREAK SPACE}2,00 · US$\N{NO-BREAK SPACE}4,00" in told
    friendly = dict(told_of_change(an_open_table(FRIENDLY), 7_000_000, "en"))["New values"]
    assert "700.00\N{NO-BREAK SPACE}play\N{NO-BREAK SPACE}money" in friendly


def test_the_rules_of_a_version_are_said_in_the_readers_language() -> None:
    scenes.ligalo()
    row = Alteration.objects.filter(table_name="tables_rulesetversion", operation="insert").latest(
        "pk"
    )
    with override("es"):
        rules = {one.name: one.after for one in describe_change(row)}["Reglas"]
    assert "Split by" not in rules
    assert "Se dobla con: cualesquiera dos cartas" in rules
