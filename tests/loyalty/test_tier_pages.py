"""Back-office pages of tiers: the editor keeps its input, previews the effect, and another person decides."""

import re
from datetime import timedelta
from math import inf
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Right, Role
from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, GamingDayRule
from loyalty.models.previews import TierPreview
from loyalty.models.tiers import Tier, TierSet, TierSetDecision
from loyalty.selectors.tiers import find_tier_set_in_force
from loyalty.services import previews, tier_changes, tier_refresh
from loyalty.values.new_tier import NewTier
from loyalty.words.status import load_status
from pages.filters import page_url
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.staff import inside, staff
from tests.exhaustive import slow_but_every
from tests.loyalty.test_points import earned
from tests.loyalty.test_points_page import words
from tests.loyalty.test_tiers import in_force, proposed
from tests.wallet.ledger import funded, player

pytestmark = pytest.mark.database
NEW = "/staff/tiers/new/"
TYPED = {
    "tier-0-name": "Uno",
    "tier-0-threshold": "0",
    "tier-0-multiplier": "1",
    "tier-0-redemption": "0.01",
    "tier-0-withdrawal": "1",
    "tier-2-name": "Dos",
    "tier-2-threshold": "200",
    "tier-2-multiplier": "1.25",
    "tier-2-redemption": "0.0125",
    "tier-2-withdrawal": "1.5",
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
    page = client.get(NEW).text
    assert 'value="Bronce"' in page
    assert 'aria-describedby="withdrawal-help"' in page
    assert "for one withdrawal (now $10,000.00, likewise" in words(page)
    made = proposed()
    assert 'value="Two"' in client.get(f"{NEW}?from={made.pk}").text
    assert client.get(f"{NEW}?from=999999").status_code == 404


def test_typed_tiers_are_proposed_for_approval() -> None:
    answer = sent("propose")
    made = TierSet.objects.latest("id")
    assert (answer.status_code, answer["Location"]) == (303, f"/staff/tiers/{made.pk}/")
    told = ("name", "threshold", "multiplier", "redemption", "withdrawal")
    assert list(made.tiers.values_list(*told)) == [
        ("Uno", 0, 100, 100, 100),
        ("Dos", 20_000, 125, 125, 150),
    ]
    assert (made.window_days, made.redeem_from) == (90, 250)
    assert made.effective_at.isoformat() == "2026-12-24T08:30:00+00:00"
    waits = count_queues({Right.VIEW_TIERS})
    assert [(one.count, page_url(one.page)) for one in waits] == [(1, "/staff/tiers/")]
    assert "waits for another person" in words(at(Role.AUDITOR).get("/staff/tiers/").text)


@pytest.mark.parametrize(
    ("changes", "told"),
    slow_but_every(
        4,
        [
            ({"tier-0-threshold": "5"}, "The first tier must start at 0 points."),
            ({"tier-2-name": "Uno"}, "Each tier needs its own name and threshold."),
            ({"tier-2-multiplier": "0.5"}, "greater than or equal to 1"),
            ({"tier-2-redemption": "0.001"}, "A higher tier cannot give less than a lower one."),
            ({"tier-0-withdrawal": "2"}, "A higher tier cannot give less than a lower one."),
            ({"tier-2-withdrawal": "0.99"}, "greater than or equal to 1"),
            ({"tier-2-withdrawal": "10.01"}, "less than or equal to 10"),
            ({"tier-2-withdrawal": ""}, "This field is required."),
            ({"tier-2-threshold": "much"}, "much"),
            ({"tier-2-name": ""}, "This field is required."),
            ({"window_days": "0"}, "greater than or equal to 1"),
            ({"effective_at": "1999-01-01T00:00"}, "would never come into force"),
            ({"reason": ""}, "This field is required."),
        ],
    ),
)
def test_invalid_tiers_are_refused_and_kept_in_the_form(changes: dict[str, str], told: str) -> None:
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
    before = stored()
    tier_refresh.refresh_tiers()
    answer = sent("preview", reason="")
    page = words(answer.text)
    assert answer.status_code == 200
    assert "This field is required." not in page
    assert re.search(r"data-up>1<", answer.text)
    assert re.search(r"data-more>1<", answer.text)
    assert re.search(r"data-less>0<", answer.text)
    assert "$2.50 → $3.1250" in page
    assert 'value="Dos"' in answer.text
    assert stored() == before


def test_a_count_is_asked_for_again_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    earned(player(), "250")
    monkeypatch.setattr(previews, "AT_ONCE", 0)
    text = sent("preview").text
    row = TierPreview.objects.get()
    part = f"/staff/tiers/counts/{row.pk}/"
    assert f'hx-get="{part}"' in text
    previews.finish_oldest_count()
    done = at(Role.AUDITOR).get(part).text
    assert "hx-get" not in done
    assert re.search(r"data-up>1<", done)


def test_another_person_decides_and_the_page_says_who() -> None:
    made = proposed()
    address = f"/staff/tiers/{made.pk}/"
    manager = at(Role.COMPLIANCE_MANAGER)
    assert "Count the effect today" in manager.get(address).text
    assert "data-up" in manager.post(f"{address}count/").text
    assert "data-up" in manager.get(address).text
    answer = manager.post(f"{address}decide/", {"verdict": "refuse", "reason": " "})
    assert answer.status_code == 422
    assert not TierSetDecision.objects.filter(proposal=made).exists()
    answer = manager.post(f"{address}decide/", {"verdict": "approve", "reason": "good"})
    assert answer.status_code == 303
    assert find_tier_set_in_force() == made
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
    assert not TierSetDecision.objects.filter(proposal=first).exists()


@pytest.mark.parametrize("zone", ["UTC", "America/Caracas", "Europe/Madrid"])
def test_tiers_to_come_are_kept_from_it_by_those_in_force_from_the_same_time_on(zone: str) -> None:
    gaming_days.cache_rules((GamingDayRule(FIRST_DAY, zone, 0),), seconds=inf)
    present = in_force()
    at_last = (timezone.now() + timedelta(days=9)).replace(microsecond=0)
    wrong = in_force([NewTier("Wrong", 0, 100, 1)], effective_at=at_last)
    client, address = inside(staff(Role.OPERATOR), "en"), f"/staff/tiers/{wrong.pk}/"
    (link,) = re.findall(r'href="([^"]*instead=[^"]*)"', client.get(address).text)
    editor = client.get(link).context["editor"]
    fields = [*editor.head, *(field for row in editor.rows for field in row)]
    typed = {field.html_name: field.value() or "" for field in fields}
    sent = client.post(NEW, {**typed, "reason": "a mistake", "act": "propose"})
    assert sent.status_code == 303
    made = TierSet.objects.latest("id")
    assert made.effective_at == wrong.effective_at
    assert [tier.name for tier in made.tiers.all()] == [tier.name for tier in present.tiers.all()]


def test_of_two_sets_with_one_start_the_later_applies() -> None:
    at_last = (timezone.now() + timedelta(days=9)).replace(microsecond=0)
    wrong = in_force([NewTier("Wrong", 0, 100, 1)], effective_at=at_last)
    right = in_force([NewTier("Right", 0, 100, 5)], effective_at=at_last)
    page = words(at(Role.OPERATOR).get("/staff/tiers/").text)
    assert f"Tiers {wrong} never in force: others begin at the same time" in page
    assert f"Tiers {right} upcoming" in page
    assert "instead=" not in at(Role.OPERATOR).get(f"/staff/tiers/{wrong.pk}/").text

    ana = User.objects.get(pk=funded())
    stands = load_status(ana.pk, timezone.now().date())
    assert stands.upcoming == right
    assert find_tier_set_in_force(at_last) == right


def test_a_superseded_tier_set_is_not_approved() -> None:
    at_last = timezone.now() + timedelta(days=9)
    first = proposed(effective_at=at_last)
    in_force(effective_at=at_last)
    answer = at(Role.COMPLIANCE_MANAGER).post(
        f"/staff/tiers/{first.pk}/decide/", {"verdict": "approve", "reason": ""}
    )
    assert answer.status_code == 422
    assert "these would never come into force" in words(answer.text)
    assert not TierSetDecision.objects.filter(proposal=first).exists()


def test_the_list_says_the_state_of_each_set() -> None:
    past, made = find_tier_set_in_force(), in_force()
    later = in_force(effective_at=timezone.now() + timedelta(days=9))
    refused = proposed()
    manager = staff(Role.COMPLIANCE_MANAGER)
    tier_changes.decide_tiers(refused.pk, approved=False, acting_user=manager, reason="too dear")
    page = words(at(Role.AUDITOR).get("/staff/tiers/").text)
    for row, state in (
        (past, "past"),
        (made, "in force"),
        (later, "upcoming"),
        (refused, "refused"),
    ):
        assert f"Tiers {row} {state}" in page
    assert "Write new tiers" not in page


@pytest.mark.parametrize(("language", "shown"), [("es", "50.000,00"), ("en", "50,000.00")])
def test_thresholds_are_filled_in_with_thousands_and_read_again(language: str, shown: str) -> None:
    client = inside(staff(Role.OPERATOR), language)
    page = client.get(NEW)
    assert f'value="{shown}"' in page.text
    editor = page.context["editor"]
    fields = [*editor.head, *(field for row in editor.rows for field in row)]
    typed = {field.html_name: field.value() or "" for field in fields}
    sent = {**typed, "effective_at": "2030-01-01T08:30", "reason": "the same", "act": "propose"}
    assert client.post(NEW, sent).status_code == 303
    known = Tier.objects.filter(tier_set=find_tier_set_in_force()).values_list("name", "threshold")
    made = Tier.objects.filter(tier_set=TierSet.objects.latest("id"))
    assert list(made.values_list("name", "threshold")) == list(known)
