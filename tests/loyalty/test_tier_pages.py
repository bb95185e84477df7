"""The back office's pages of tiers: the editor keeps what was typed, shows what it would do, and another person decides."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.roles import Right, Role
from loyalty import previews, services
from loyalty.models import Tier, TierSet, TierSetDecision
from loyalty.preview_models import TierPreview
from loyalty.selectors import set_in_force
from reports.waiting import waiting
from tests.accounts.staff import inside, staff
from tests.loyalty.test_points import earned
from tests.loyalty.test_points_page import words
from tests.loyalty.test_tiers import in_force, proposed
from tests.wallet.ledger import player

pytestmark = pytest.mark.django_db
NEW = "/staff/tiers/new/"
TYPED = {
    "tier-0-name": "Uno",
    "tier-0-threshold": "0",
    "tier-0-multiplier": "1",
    "tier-0-redemption": "0.01",
    "tier-2-name": "Dos",
    "tier-2-threshold": "200",
    "tier-2-multiplier": "1.25",
    "tier-2-redemption": "0.0125",
    "window_days": "90",
    "redeem_from": "250",
    "effective_at": "2026-12-24T08:30",
    "reason": "a better programme",
}


def at(role: Role) -> Client:
    return inside(staff(role))


def sent(act: str, **changes: str) -> Any:
    return at(Role.OPERATOR).post(NEW, {**TYPED, **changes, "act": act})


def stored() -> tuple[int, int, int]:
    return TierSet.objects.count(), Tier.objects.count(), TierSetDecision.objects.count()


def test_the_editor_begins_with_the_tiers_in_force_or_with_those_that_are_named() -> None:
    client = at(Role.OPERATOR)
    assert 'value="Bronce"' in client.get(NEW).text
    made = proposed()
    assert 'value="Two"' in client.get(f"{NEW}?from={made.pk}").text
    assert client.get(f"{NEW}?from=999999").status_code == 404


def test_what_was_typed_is_proposed_and_waits_for_another_person() -> None:
    answer = sent("propose")
    made = TierSet.objects.latest("id")
    assert (answer.status_code, answer["Location"]) == (303, f"/staff/tiers/{made.pk}/")
    assert list(made.tiers.values_list("name", "threshold", "multiplier", "redemption")) == [
        ("Uno", 0, 100, 100),
        ("Dos", 20_000, 125, 125),
    ]
    assert (made.window_days, made.redeem_from) == (90, 250)
    assert made.effective_at.isoformat() == "2026-12-24T08:30:00+00:00"
    waits = waiting({Right.VIEW_TIERS})
    assert [(one.count, one.address) for one in waits] == [(1, "/staff/tiers/")]
    assert "waits for another person" in words(at(Role.AUDITOR).get("/staff/tiers/").text)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"tier-0-threshold": "5"}, "The first tier begins at no points."),
        ({"tier-2-name": "Uno"}, "Each tier has a name and a threshold of its own."),
        ({"tier-2-multiplier": "0.5"}, "greater than or equal to 1"),
        ({"tier-2-redemption": "0.001"}, "A higher tier gives no less than a lower one."),
        ({"tier-2-threshold": "much"}, "much"),
        ({"tier-2-name": ""}, "This field is required."),
        ({"window_days": "0"}, "greater than or equal to 1"),
        ({"effective_at": "1999-01-01T00:00"}, "would never come into force"),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_what_makes_no_sense_is_refused_with_everything_typed(
    changes: dict[str, str], told: str
) -> None:
    staff(Role.OPERATOR)
    before = stored()
    answer = sent("propose", **changes)
    assert answer.status_code == 422
    assert told in answer.text
    for name, value in {**TYPED, **changes}.items():
        if value:
            assert re.search(rf'name="{name}"[^>]*value="{re.escape(value)}"', answer.text), name
    assert stored() == before


def test_the_editor_shows_what_the_tiers_would_do_and_keeps_what_was_typed() -> None:
    earned(player(), "250")
    services.refresh_tiers()
    answer = sent("preview", reason="")
    page = words(answer.text)
    assert answer.status_code == 200
    assert "This field is required." not in page
    assert re.search(r"data-up>1<", answer.text)
    assert "2.50 USD → 3.1250 USD" in page
    assert 'value="Dos"' in answer.text
    assert TierSet.objects.count() == 1


def test_a_count_is_asked_for_again_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    earned(player(), "250")
    monkeypatch.setattr(previews, "AT_ONCE", 0)
    text = sent("preview").text
    row = TierPreview.objects.get()
    part = f"/staff/tiers/counts/{row.pk}/"
    assert f'hx-get="{part}"' in text
    previews.count_due()
    done = at(Role.AUDITOR).get(part).text
    assert "hx-get" not in done
    assert re.search(r"data-up>1<", done)


def test_another_person_decides_and_the_page_says_who() -> None:
    made = proposed()
    address = f"/staff/tiers/{made.pk}/"
    manager = at(Role.COMPLIANCE_MANAGER)
    assert "Count what it would do today" in manager.get(address).text
    assert "data-up" in manager.post(f"{address}count/").text
    assert "data-up" in manager.get(address).text
    answer = manager.post(f"{address}decide/", {"verdict": "refuse", "reason": " "})
    assert answer.status_code == 422
    assert not TierSetDecision.objects.filter(tier_set=made).exists()
    answer = manager.post(f"{address}decide/", {"verdict": "approve", "reason": "good"})
    assert answer.status_code == 303
    assert set_in_force() == made
    page = words(at(Role.AUDITOR).get(address).text)
    assert "in force" in page
    assert "Approved · Compliance_Manager" in page
    late = manager.post(f"{address}decide/", {"verdict": "refuse", "reason": "after all"})
    assert late.status_code == 409
    assert "after all" in late.text


def test_tiers_that_a_later_set_has_overtaken_are_not_approved() -> None:
    first = proposed(effective_at=timezone.now() - timedelta(hours=1))
    in_force()
    answer = at(Role.COMPLIANCE_MANAGER).post(
        f"/staff/tiers/{first.pk}/decide/", {"verdict": "approve", "reason": ""}
    )
    assert answer.status_code == 422
    assert not TierSetDecision.objects.filter(tier_set=first).exists()


def test_the_list_says_the_state_of_each_set() -> None:
    past, made = set_in_force(), in_force()
    later = in_force(effective_at=timezone.now() + timedelta(days=9))
    refused = proposed()
    manager = staff(Role.COMPLIANCE_MANAGER)
    services.decide_tiers(refused.pk, approved=False, by=manager, note="too dear")
    page = words(at(Role.AUDITOR).get("/staff/tiers/").text)
    for row, state in (
        (past, "past"),
        (made, "in force"),
        (later, "to come"),
        (refused, "refused"),
    ):
        assert f"Tiers {row} {state}" in page
    assert "Write new tiers" not in page
