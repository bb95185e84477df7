"""The page of a signal: useful cases with intervals, and what the blind sample showed was missed."""

import pytest
from django.utils import timezone

from accounts.roles.values import MATRIX, Role
from cases.models import Case, CaseOutcome, CaseTopic
from cases.selectors.precision import OutcomeShare, load_precision
from cases.services import work
from cases.services.scanning import open_cases
from detection.models import BlindSample
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, officer, opened, player

pytestmark = pytest.mark.database
RIGHTS = MATRIX[Role.COMPLIANCE_ANALYST]


def decided(case: Case, outcome: CaseOutcome) -> None:
    nora = officer() if case.kind == CaseTopic.LAUNDERING else analyst()
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    work.decide_case(case.public_id, outcome=outcome, acting_user=nora, reason="seen")


def test_useful_is_confirmed_and_justified_of_all_decided() -> None:
    outcomes = ["confirmed", "justified", "justified", "cleared", "inconclusive"]
    for number, outcome in enumerate(outcomes):
        decided(opened(player(f"p{number}"), "CC1", "EDGE"), CaseOutcome(outcome))
    opened(player("open"), "CC1")
    decided(opened(player("aml"), "AML1", kind=CaseTopic.LAUNDERING), CaseOutcome.CONFIRMED)
    found = {one.signal: one for one in load_precision(RIGHTS)}
    assert found["CC1"].useful == found["EDGE"].useful == OutcomeShare(3, 5)
    assert {one.value: share.count for one, share in found["CC1"].outcomes.items()} == {
        "confirmed": 1,
        "justified": 2,
        "cleared": 1,
        "inconclusive": 1,
    }
    assert (found["CC1"].open_cases, found["AML1"].useful.n) == (1, 0)
    low, high = found["CC1"].useful.interval or (0.0, 0.0)
    assert (round(low, 3), round(high, 3)) == (0.231, 0.882)


def test_the_blind_sample_shows_what_was_missed() -> None:
    for number, (signal, outcome) in enumerate(
        [("CC1", "justified"), ("CC1", "cleared"), ("", "cleared")]
    ):
        why = "near" if signal else "random"
        ana = player(f"p{number}")
        BlindSample.objects.create(week="2026-11-30", player=ana, why=why, signal=signal)
        open_cases(timezone.now())
        decided(Case.objects.get(players__player=ana), CaseOutcome(outcome))
    found = {one.signal: one for one in load_precision(RIGHTS)}
    assert (found["CC1"].missed, found["CC1"].useful.n) == (OutcomeShare(1, 2), 0)
    client = inside(analyst())
    page = client.get("/staff/cases/signals/").content.decode()
    assert "50.0% (1 of 2; 95% interval 9.5% to 90.5%)" in page
    assert client.get("/staff/cases/signals/CC1/").status_code == 200
    assert client.get("/staff/cases/signals/NONE/").status_code == 404
