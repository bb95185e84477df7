"""Pages of cases: the queue, a case, its forms, voids from it."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.audit_views import Look
from accounts.models.users import User
from accounts.roles.values import Role
from cases.models import Case, CaseOutcome, CaseTopic, CaseVoid
from cases.refusals import CountingIsLegal
from cases.services import records, work
from cases.services.scanning import open_cases
from cases.words.findings import describe_figures, signal_name
from compliance.models import VoidCase
from compliance.voids.services.approval import approve_case, refuse_case
from detection.models import BlindSample, Flag, LatestOutcome
from journal.models import Event, EventKind
from signals.catalogue import SIGNALS
from tests.accounts.staff import inside, staff
from tests.cases.flagged import (
    analyst,
    figures_of,
    flag,
    guardian,
    manager,
    officer,
    opened,
    player,
)
from tests.cases.papers import text_of_file
from tests.compliance.cases import finished

pytestmark = pytest.mark.database
QUEUE = "/staff/cases/"


def page_of(case: Case) -> str:
    return reverse("cases:case", args=[case.public_id])


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def post(client: Client, address: str, status: int = 303, /, **data: Any) -> str:
    answer = client.post(address, data)
    assert answer.status_code == status, answer.content.decode()
    return answer.headers.get("Location") or answer.content.decode()


def test_the_queue_says_in_one_sentence_why_and_shows_no_score() -> None:
    case = opened(player(), "CC1", score=87)
    page = text_of(inside(analyst()), QUEUE)
    assert str(case.public_id) in page
    assert "Over 412 rounds the bet rose with the count: correlation 0.41" in page
    assert "87, when opened" not in text_of(inside(analyst()), page_of(case))


def test_each_role_sees_its_kinds_of_case() -> None:
    fraud = opened(player(), "CC1")
    laundering = opened(player("bea"), "AML1", kind=CaseTopic.LAUNDERING)
    protection = opened(player("cid"), "HARM1", kind=CaseTopic.PROTECTION)
    for person, seen in (
        (analyst(), {fraud}),
        (staff(Role.AUDITOR), {fraud}),
        (officer(), {fraud, laundering}),
        (guardian(), {protection}),
        (manager(), {fraud, laundering, protection}),
    ):
        client = inside(person)
        page = client.get(QUEUE).content.decode()
        for case in (fraud, laundering, protection):
            assert (str(case.public_id) in page) == (case in seen), (person, case.kind)
            status = client.get(page_of(case)).status_code
            assert status == (200 if case in seen else 404)


def judged(player: User, signal: str, status: str = "flagged") -> None:
    """Store the player's last outcome of a signal."""
    LatestOutcome.objects.create(
        player=player,
        signal=signal,
        version=SIGNALS[signal].version,
        status=status,
        n=412,
        figures=figures_of(signal),
        at=timezone.now(),
    )


def decided(case: Case) -> None:
    nora = analyst()
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    work.decide_case(case.public_id, outcome=CaseOutcome.CONFIRMED, acting_user=nora, reason="log")


def test_before_the_decision_nothing_tells_a_suspicion_from_a_sample() -> None:
    round_ = finished()
    case, client = opened(round_.player, "BOT1", rounds=[round_.pk]), inside(analyst())
    marks = ("behind it", "Counting cards in one")
    file = reverse("cases:file", args=[case.public_id])
    page = text_of(client, f"{page_of(case)}?signal=BOT1")
    assert not [one for one in marks if one in page]
    paper = text_of_file(client.post(file).content)
    assert "version 1" not in paper
    assert "Rounds behind the flags" not in paper
    decided(case)
    assert "1 round behind it" in text_of(client, page_of(case))
    assert "Rounds behind the flags" in text_of_file(client.post(file).content)


def test_a_sample_shows_no_judgement_of_money_laundering() -> None:
    ana = player()
    BlindSample.objects.create(week="2026-11-30", player=ana, why="random")
    for signal in ("AML1", "CC1"):
        judged(ana, signal, "below")
    open_cases(timezone.now())
    for address in (QUEUE, page_of(Case.objects.get())):
        page = text_of(inside(analyst()), address)
        assert "Over 412 rounds" in page
        assert describe_figures("AML1", 1, 412, figures_of("AML1")) not in page


def test_a_case_shows_the_signals_of_its_kind_alone() -> None:
    ana = player()
    cases = {
        kind: opened(ana, signal, kind=kind)
        for signal, kind in (
            ("CC1", CaseTopic.FRAUD),
            ("AML1", CaseTopic.LAUNDERING),
            ("HARM1", CaseTopic.PROTECTION),
        )
    }
    for signal in ("CC1", "AML1", "HARM1"):
        judged(ana, signal)
    decided(cases[CaseTopic.FRAUD])
    for person, kind, shown in (
        (analyst(), CaseTopic.FRAUD, {"CC1"}),
        (staff(Role.AUDITOR), CaseTopic.FRAUD, {"CC1"}),
        (officer(), CaseTopic.FRAUD, {"CC1"}),
        (manager(), CaseTopic.FRAUD, {"CC1"}),
        (officer(), CaseTopic.LAUNDERING, {"CC1", "AML1"}),
        (guardian(), CaseTopic.PROTECTION, {"HARM1"}),
    ):
        client, case = inside(person), cases[kind]
        page = text_of(client, page_of(case))
        file = text_of_file(client.post(reverse("cases:file", args=[case.public_id])).content)
        for signal in ("CC1", "AML1", "HARM1"):
            chart = reverse("cases:evidence", args=[case.public_id, signal])
            assert client.get(chart).status_code == (200 if signal in shown else 404)
            for read in (page, file):
                assert (signal_name(signal) in read) == (signal in shown), (person, kind, signal)


def test_a_look_at_a_case_is_noted() -> None:
    case = opened(player(), "CC1")
    nora = analyst()
    inside(nora).get(page_of(case))
    look = Look.objects.get(kind=Look.Kind.CASEWORK)
    assert (look.object, look.staff) == (str(case.public_id), nora)


def test_who_looked_and_events_name_no_subject_of_a_restricted_case() -> None:
    ana = player()
    fraud, laundering = opened(ana, "CC1"), opened(ana, "AML1", kind=CaseTopic.LAUNDERING)
    lena = officer()
    inside(lena).get(page_of(laundering))
    assert Event.objects.get(kind=EventKind.PLAYER_VIEWED).data == {"page": "account"}
    inside(analyst()).get(page_of(fraud))
    assert Event.objects.filter(kind=EventKind.PLAYER_VIEWED, data={"page": "case"}).count() == 1
    for person, seen in (
        (staff(Role.AUDITOR), {fraud}),
        (analyst(), {fraud}),
        (manager(), {fraud, laundering}),
    ):
        log = text_of(inside(person), reverse("looks:list") + "?kind=casework")
        for case in (fraud, laundering):
            assert (str(case.public_id) in log) == (case in seen), person
    records.link_cases(fraud.public_id, laundering.pk, acting_user=lena, reason="one person")
    assert "version" not in Event.objects.get(kind=EventKind.CASE_LINKED).data


def test_a_blind_sample_looks_like_the_others_until_it_is_decided() -> None:
    ana, nora = player(), analyst()
    BlindSample.objects.create(week="2026-11-30", player=ana, why="random")
    figures = {"level": 0.05, "diff": 0.01, "t": 0.3, "pairs": 300.0}
    LatestOutcome.objects.create(
        player=ana,
        signal="CC1",
        version=1,
        status="below",
        n=412,
        figures=figures,
        at=timezone.now(),
    )
    open_cases(timezone.now())
    case, client = Case.objects.get(), inside(nora)
    for page in (text_of(client, QUEUE), text_of(client, page_of(case))):
        assert "Over 412 rounds" in page
        assert "blind" not in page.lower()
        assert "below the threshold" not in page
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    post(client, reverse("cases:decide", args=[case.public_id]), outcome="cleared", reason="luck")
    page = text_of(client, page_of(case))
    assert "chosen at random" in page
    assert "below the threshold" in page


def test_forms_of_a_case() -> None:
    case, client, nora = opened(player(), "BOT1", "BOT3"), inside(analyst()), analyst()
    assert post(client, reverse("cases:next")) == page_of(case)

    def send(name: str, status: int = 303, **data: Any) -> str:
        return post(client, reverse(f"cases:{name}", args=[case.public_id]), status, **data)

    assert send("note", text="looked at the times", key=str(uuid4())) == page_of(case)
    assert "required" in send("note", 422, text="", key=str(uuid4()))
    send("assign", assignee=nora.pk, reason="")
    send("documents", what="identity", key=str(uuid4()))
    send("wait", diary_at="2099-01-01T10:00", then="remind", reason="asked", status=422)
    send("decide", outcome="confirmed", reason="a script")
    send("close", reason="")
    assert "Give a reason" in send("reopen", 422, reason="")
    send("reopen", reason="a new script")
    case.refresh_from_db()
    assert case.status == "reopened"
    page = text_of(client, page_of(case))
    assert "looked at the times" in page


def test_filters_and_saved_views() -> None:
    case, client = opened(player(), "CC1"), inside(analyst())
    opened(player("bea"), "BOT1")
    assert "No case matches" in text_of(client, f"{QUEUE}?signal=CC1")  # undecided
    decided(case)
    page = text_of(client, f"{QUEUE}?signal=CC1")
    assert str(case.public_id) in page
    assert page.count("/staff/cases/", page.index("<tbody>"), page.index("</tbody>")) == 1
    post(client, reverse("cases:save_view"), name="counters", query="signal=CC1")
    assert 'href="/staff/cases/?signal=CC1"' in text_of(client, QUEUE)
    for wrong in ("status=odd", "kind=odd", "assignee=odd", "since=odd", "number=odd"):
        assert "No case matches" in text_of(client, f"{QUEUE}?{wrong}")
    answer = client.get(f"{reverse('reports:export', args=['cases'])}?signal=CC1")
    assert answer.status_code == 200


def test_a_case_is_opened_by_hand() -> None:
    ana, client = player(), inside(analyst())
    form = {"player": ana.email, "kind": "fraud", "severity": "high", "reason": "a letter"}
    location = post(client, reverse("cases:new"), **form)
    assert location == page_of(Case.objects.get())
    assert "already" in post(client, reverse("cases:new"), 409, **form)
    assert "No player matches" in post(
        client, reverse("cases:new"), 422, **{**form, "player": "nobody@x.test"}
    )


def hidden(text: str, name: str) -> str:
    found = re.findall(rf'name="{name}"[^>]*value="([^"]*)"', text)
    assert found, name
    return str(found[-1])


def void_form(number: str) -> dict[str, Any]:
    given = {"hands": number, "reason": "software", "evidence": "the script's log"}
    return {**given, "key": str(uuid4()), "step": "look"}


def test_a_void_is_proposed_from_a_case_with_its_rounds() -> None:
    round_ = finished()
    case = opened(round_.player, "BOT1", rounds=[round_.pk])
    client, nora = inside(analyst()), analyst()
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    assert "void the chosen rounds" in text_of(client, page_of(case))
    address = reverse("cases:void", args=[case.public_id])
    assert round_.number in text_of(client, f"{address}?round={round_.number}")
    form = void_form(round_.number)
    shown = post(client, address, 200, **form)
    form |= {"step": "propose", "seen": hidden(shown, "seen")}
    assert post(client, address, **form) == page_of(case)
    void = CaseVoid.objects.get().void
    assert (void.state, void.proposed_by) == ("proposed", nora)
    page = text_of(client, page_of(case))
    assert str(void.public_id) in page
    post(client, reverse("cases:decide", args=[case.public_id]), outcome="confirmed", reason="log")
    post(client, reverse("cases:close", args=[case.public_id]), 409, reason="")
    refuse_case(void.pk, acting_user=manager(), note="no")
    post(client, reverse("cases:close", args=[case.public_id]), reason="")


@pytest.mark.parametrize("signals", [("CC1", "EDGE"), ("CC1", "CC2", "CC3", "CC4")])
def test_counting_never_leads_to_a_void(signals: tuple[str, ...]) -> None:
    round_ = finished()
    case, client = opened(round_.player, *signals), inside(analyst())
    address = reverse("cases:void", args=[case.public_id])
    assert "legal play" in post(client, address, 422, **void_form(round_.number))
    assert not VoidCase.objects.exists()


def test_a_round_behind_no_flag_beside_counting_is_not_voided_for_its_play() -> None:
    round_ = finished()
    case, client = opened(round_.player, "BOT1", "CC1", rounds=[round_.pk]), inside(analyst())
    address, form = reverse("cases:void", args=[case.public_id]), void_form(round_.number)
    form |= {"step": "propose", "seen": hidden(post(client, address, 200, **form), "seen")}
    assert "not of counting" in post(client, address, 422, **form)
    assert not VoidCase.objects.exists()


def test_the_approval_of_a_void_looks_at_the_flags_again() -> None:
    round_ = finished()
    case = opened(round_.player, "CC1", "BOT1", rounds=[round_.pk])
    client, address = inside(analyst()), reverse("cases:void", args=[case.public_id])
    form = void_form(round_.number)
    form |= {"step": "propose", "seen": hidden(post(client, address, 200, **form), "seen")}
    post(client, address, **form)
    void = CaseVoid.objects.get().void
    ended = {"state": Flag.State.WITHDRAWN, "ended_at": timezone.now()}
    Flag.objects.filter(signal="BOT1").update(**ended)
    with pytest.raises(CountingIsLegal):
        approve_case(void.pk, seen=void.seen, acting_user=manager())
    void.refresh_from_db()
    assert void.state == "proposed"


def test_the_reason_of_a_case_stays_when_its_flags_have_ended() -> None:
    case = opened(player(), "CC1")
    ended = {"state": Flag.State.WITHDRAWN, "ended_at": timezone.now()}
    Flag.objects.update(**ended)
    for address in (QUEUE, page_of(case)):
        assert "Over 412 rounds the bet rose with the count" in text_of(inside(analyst()), address)


def test_rounds_of_others_are_not_voided_from_a_case() -> None:
    round_ = finished()
    case, client = opened(player("bea"), "BOT1"), inside(analyst())
    address = reverse("cases:void", args=[case.public_id])
    assert "not of the players" in post(client, address, 422, **void_form(round_.number))
    flag(round_.player, "BOT1")
    assert not CaseVoid.objects.exists()
