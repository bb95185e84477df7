"""Where events lead: subjects and names beside them, to the pages of accounts, rules, rows and rounds."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import MATRIX, Right, Role
from compliance.events import forms
from compliance.events.selectors.subjects import load_subject_context
from compliance.events.words import subjects
from compliance.events.words.columns import COLUMNS
from compliance.events.words.subjects import describe_subject
from journal.models import Event, EventKind
from journal.services.recording import record
from pages.filters import page_url, unbroken
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.test_events import ROUND, found, listed

pytestmark = pytest.mark.database


def read(user: User, event: Event) -> str:
    page = inside(user).get(reverse("events:event", args=[event.pk])).content.decode()
    return re.sub(r"<[^>]+>", " ", page)


def test_each_page_of_a_subject_has_its_right() -> None:
    pages = {page for _label, page in (*subjects._NAMED.values(), *subjects._PAGES.values())}
    assert {page.partition(":")[0] for page in pages if page} <= set(subjects._OPENED_WITH)


def test_a_subject_leads_to_its_page() -> None:
    places = load_subject_context(["user 3", "table none"], frozenset(Right))
    led = {
        f"round {ROUND}": reverse("hands:hand", args=[ROUND]),
        f"shoe {ROUND}": reverse("shoes:shoe", args=[ROUND]),
        "deposit D-000012": reverse("cash:deposit", args=[12]),
        "withdrawal W-000012": reverse("cash:withdrawal", args=[12]),
        "ledger": reverse("cash:findings"),
        "spread of all": reverse("rates:rules"),
        "spread USD → EUR": reverse("rates:rules"),
        "oldest rate of EUR": reverse("rates:rules"),
        "table none": "",
        "shoe none": "",
        "user x": "",
        "": "",
        "what nobody knows": "",
    }
    assert {one: page_url(describe_subject(one, places).page) for one in led} == led
    assert page_url(describe_subject("user 3", places).page).endswith("/3/")


def test_an_event_of_staff_leads_to_their_account_and_nobody_to_a_page_that_is_refused() -> None:
    olga = staff(Role.OPERATOR)
    subject = f"user {olga.pk}"
    auditor, manager = (
        load_subject_context([subject, "deposit D-000012"], MATRIX[role])
        for role in (Role.AUDITOR, Role.COMPLIANCE_MANAGER)
    )
    assert describe_subject(subject, auditor).words == olga.full_name
    assert page_url(describe_subject(subject, auditor).page) == reverse(
        "people:person", args=[olga.pk]
    )
    assert page_url(describe_subject(subject, manager).page) == ""
    operator = load_subject_context(["deposit D-000012"], MATRIX[Role.OPERATOR])
    assert page_url(describe_subject("deposit D-000012", manager).page)
    assert page_url(describe_subject("deposit D-000012", operator).page) == ""
    record(EventKind.STAFF_INVITED, subject=subject)
    page = inside(staff(Role.AUDITOR)).get(reverse("events:list")).content.decode()
    assert f'href="{reverse("people:person", args=[olga.pk])}"' in page


def test_rules_lead_to_their_version_and_rule_sets_to_theirs() -> None:
    table = scenes.ligalo()
    version, family = table.version, table.version.rule_set
    subjects = [f"rules {version}", f"rules {version}, library 1.0", f"rule set {family}"]
    places = load_subject_context([*subjects, "rules of nobody 7"], MATRIX[Role.AUDITOR])
    page = reverse("tables:version", args=[version.pk])
    assert [page_url(describe_subject(one, places).page) for one in subjects] == [
        page,
        page,
        reverse("tables:family", args=[family.pk]),
    ]
    assert page_url(describe_subject("rules of nobody 7", places).page) == ""
    assert (
        page_url(describe_subject(subjects[0], load_subject_context(subjects, frozenset())).page)
        == ""
    )


def test_a_configured_row_leads_to_its_history_and_each_page_opens() -> None:
    auditor = inside(staff(Role.AUDITOR))
    places = load_subject_context([], MATRIX[Role.AUDITOR])
    for subject in (
        "tables_table 3",
        "tables_table",
        "ledger",
        "journal",
        "build",
        "house",
        "players",
        "limits of the house",
        "review 4",
    ):
        address = page_url(describe_subject(subject, places).page)
        assert auditor.get(address).status_code == 200, subject
    assert page_url(describe_subject("tables_table 3", places).page).endswith(
        "?table=tables_table&row=3"
    )


def test_other_people_of_an_event_are_named_and_linked() -> None:
    nora, player = staff(Role.COMPLIANCE_ANALYST, "nora"), ana_confirmed()
    decided = record(
        EventKind.CORRECTION_APPROVED,
        subject="correction C-000001",
        data={"player": player.pk, "proposed_by": nora.pk, "amount": "5.00 USD"},
    )
    rate = record(
        EventKind.RATE_APPROVED, subject="rate 1", data={"entered_by": nora.pk, "asked_by": nora.pk}
    )
    text = listed(staff(Role.AUDITOR))
    named = f"{player.full_name} ({player.pk})"
    assert f"A correction was approved: correction C-000001 , {named}, $5.00" in text
    assert f"Player {named} Proposed by {nora.full_name}" in text
    assert f"Asked by {nora.full_name} Entered by {nora.full_name}" in text
    assert player.pk in Event.objects.get(kind="players_listed").data["players"]

    auditor, manager = (inside(staff(one)) for one in (Role.AUDITOR, Role.COMPLIANCE_MANAGER))
    page = auditor.get(reverse("events:event", args=[decided.pk]))
    facts = {fact.name: fact for fact in page.context["description"].facts}
    assert page_url(facts["Player"].page) == reverse("players:player", args=[player.pk])
    assert page_url(facts["Proposed by"].page) == reverse("people:person", args=[nora.pk])
    for fact in (facts["Player"], facts["Proposed by"]):
        assert re.search(rf'href="{page_url(fact.page)}">\s*{re.escape(fact.value)}</a>', page.text)
    page = manager.get(reverse("events:event", args=[rate.pk]))
    assert nora.full_name in page.text
    assert reverse("people:person", args=[nora.pk]) not in page.text


def test_names_of_a_page_of_events_are_one_query() -> None:
    auditor, people = inside(staff(Role.AUDITOR)), [staff(role) for role in Role]

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert auditor.get(reverse("events:list")).status_code == 200
        return len(queries)

    record(EventKind.RATE_APPROVED, subject="rate 0", data={"entered_by": people[0].pk})
    asked()
    few = asked()
    for number, person in enumerate(people, 1):
        record(EventKind.RATE_APPROVED, subject=f"rate {number}", data={"entered_by": person.pk})
    assert asked() == few


def test_rounds_are_named_by_their_number_on_pages_and_in_files_and_found_by_it() -> None:
    round_ = scenes.deal(scenes.ordinary)
    named = str(round_.public_id)
    waits = record(EventKind.ROUND_WAITS, subject=f"round {named}")
    stopped = record(EventKind.ROUND_FROZEN, subject=named)
    failed = record(EventKind.VOID_FAILED, subject="void V-000001 hand 1", data={"hand": named})
    record(EventKind.ROUND_WAITS, subject=f"round {ROUND}")
    auditor = staff(Role.AUDITOR)
    for text in (listed(auditor), *(read(auditor, one) for one in (waits, stopped, failed))):
        assert named not in text
        assert round_.number in text
    page = inside(auditor).get(reverse("events:event", args=[stopped.pk])).content.decode()
    assert (
        f'href="{reverse("hands:hand", args=[round_.public_id])}">round {unbroken(round_.number)}<'
        in page
    )

    told = {one.key: one for one in COLUMNS}
    rows = {row.pk: row for row in forms.find_events({})}
    for row in (waits, stopped):
        assert told["subject"].value(rows[row.pk]) == f"round {round_.number}"
    assert told["subject"].code
    assert told["subject"].code(rows[waits.pk]) == f"round {named}"
    assert str(told["told"].value(rows[failed.pk])).endswith(round_.number)
    assert found(words=round_.number) == [waits.pk, stopped.pk, failed.pk]
    assert found(words=round_.number.lower().replace("-", " ")) == found(words=round_.number)
    assert found(words="R-00000-00000") == []
