"""The minute's scan: one at a time, flags loaded once, decided cases come back, and what joins an open case is kept."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models.identity import Double
from cases.models import Case, CaseHold, CaseOutcome, CaseSource, CaseTopic, StatusStep
from cases.selectors import scores
from cases.selectors.case_page import load_case_timeline
from cases.selectors.precision import load_decided_samples
from cases.services import scanning, work
from cases.services.scanning import open_cases, scan_flags
from cases.services.site_holds import hold_withdrawals
from detection.models import BlindSample, Flag
from journal.models import Event, EventKind
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, flag, manager, officer, opened, player
from tests.threads import Running
from tests.wallet.paying_out import asked, state

pytestmark = pytest.mark.database


def decided(case: Case, outcome: CaseOutcome = CaseOutcome.CLEARED) -> Case:
    marta = manager()
    work.assign_case(case.public_id, assignee=marta.pk, acting_user=marta)
    return work.decide_case(case.public_id, outcome=outcome, acting_user=marta, reason="explained")


def test_a_scan_loads_all_flags_once_and_repeats_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    withdrawal = asked()
    for signal in ("AML1", "AML3"):
        flag(withdrawal.player, signal)
    loaded: list[Any] = []
    load = scores.load_current_flags

    def count(*players: Any) -> Any:
        loaded.append(players)
        return load(*players)

    monkeypatch.setattr(scanning, "load_current_flags", count)
    assert scan_flags(timezone.now())
    assert loaded == [()]
    assert state(withdrawal) == "held"
    kept = (Case.objects.count(), CaseHold.objects.count(), Event.objects.count())
    assert scan_flags(timezone.now())
    assert (Case.objects.count(), CaseHold.objects.count(), Event.objects.count()) == kept


@pytest.mark.committed
def test_one_scan_runs_at_a_time(committed_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked()
    answers: list[bool] = []

    def meet(_now: object, _flags: object) -> int:
        answers.append(Running(lambda: scan_flags(timezone.now())).result())
        return 0

    monkeypatch.setattr(scanning, "hold_withdrawals", meet)
    assert scan_flags(timezone.now())
    assert answers == [False]
    monkeypatch.undo()
    assert scan_flags(timezone.now())


def test_a_hold_brings_a_decided_case_back() -> None:
    first = asked()
    for signal in ("AML1", "AML3"):
        flag(first.player, signal)
    case = decided(opened(first.player, kind=CaseTopic.LAUNDERING))
    flags = Flag.objects.filter(player=first.player)
    case.flags.bulk_create([case.flags.model(case=case, flag=one) for one in flags])
    assert hold_withdrawals(timezone.now()) == 1
    case.refresh_from_db()
    assert (case.status, case.assignee, case.outcome) == ("reopened", None, "")
    assert CaseHold.objects.get().case == case
    step = StatusStep.objects.filter(case=case).latest("n")
    assert (step.from_status, step.to_status, step.acting_user) == ("decided", "reopened", None)
    assert Event.objects.filter(kind=EventKind.CASE_REOPENED).count() == 1
    page = inside(officer()).get(f"/staff/cases/{case.public_id}/").content.decode()
    assert "a withdrawal was held after the decision" in page
    assert hold_withdrawals(timezone.now()) == 0
    assert StatusStep.objects.filter(case=case).count() == step.n


def test_new_flags_bring_a_decided_case_back_and_known_ones_do_not() -> None:
    ana = player()
    flag(ana, "CC1")
    flag(ana, "EDGE")
    open_cases(timezone.now())
    case = decided(Case.objects.get(), CaseOutcome.JUSTIFIED)
    open_cases(timezone.now())
    case.refresh_from_db()
    assert case.status == "decided"
    flag(ana, "BOT1")
    assert open_cases(timezone.now()) == 0
    case.refresh_from_db()
    assert (case.status, case.flags.count()) == ("reopened", 3)


def pair_of(newer: Any, other: Any) -> Double:
    return Double.objects.create(newer=newer, other=other)


def test_what_joins_an_open_case_is_kept_once_and_shown() -> None:
    ana = player()
    case = opened(ana, "CC1")
    pair = pair_of(ana, player("bea"))
    events = Event.objects.count()
    for _time in range(2):
        assert open_cases(timezone.now()) == 0
    source = CaseSource.objects.get()
    assert (source.case, source.origin, source.about) == (case, "duplicate", f"double {pair.pk}")
    assert Event.objects.count() == events
    page = inside(analyst()).get(f"/staff/cases/{case.public_id}/").content.decode()
    assert "Joined the case: a possible duplicate account" in page


def test_a_sample_that_joins_is_told_only_after_the_decision_and_counts_in_the_precision() -> None:
    ana = player()
    case = opened(ana, "CC1")
    events = Event.objects.count()
    sample = BlindSample.objects.create(week="2026-11-30", player=ana, why="random")
    for _time in range(2):
        assert open_cases(timezone.now()) == 0
    assert CaseSource.objects.get().about == f"sample {sample.pk}"
    assert Event.objects.count() == events
    told = [one.what for one in load_case_timeline(case, [ana.pk])]
    assert "source" not in told
    assert "sample" not in inside(analyst()).get(f"/staff/cases/{case.public_id}/").content.decode()
    assert load_decided_samples() == []
    case = decided(case)
    assert "source" in [one.what for one in load_case_timeline(case, [ana.pk])]
    assert load_decided_samples() == [(sample, "cleared")]
