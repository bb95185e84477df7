"""Back-office pages about rates."""

from datetime import timedelta
from math import inf

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.roles.values import Role
from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, GamingDayRule
from tests.accounts.staff import inside, staff
from tests.exhaustive import slow_but_every
from tests.wallet.ledger import rows
from tests.wallet.rate_pages import page_of, text
from tests.wallet.rates import approved, enter, hours_ago
from wallet.rates.models import Rate
from wallet.rates.selectors import rates

PAGES = ("overview", "waiting", "rules")
EDITING = ("enter", "import")

pytestmark = pytest.mark.database


def form(**changes: str) -> dict[str, str]:
    return {
        "currency": "COP",
        "value": "4000",
        "direction": "per_usd",
        "as_of": hours_ago(1).strftime("%Y-%m-%dT%H:%M"),
        "source": "central bank",
        **changes,
    }


@pytest.mark.parametrize("language", slow_but_every(3, ["es", "en"]))
@pytest.mark.parametrize("name", [*PAGES, *EDITING])
def test_every_page_is_there_with_and_without_rates(name: str, language: str) -> None:
    client = page_of(Role.OPERATOR, language)
    assert client.get(reverse(f"rates:{name}")).status_code == 200
    approved("EUR", "1.10", hours=2)
    enter("COP", "0.00025")
    assert client.get(reverse(f"rates:{name}")).status_code == 200


@pytest.mark.slow
def test_the_matrix_of_rates() -> None:
    seen = {
        role: {
            name
            for name in (*PAGES, *EDITING)
            if page_of(role).get(reverse(f"rates:{name}")).status_code == 200
        }
        for role in Role
    }
    assert seen == {
        Role.OPERATOR: {*PAGES, *EDITING},
        Role.COMPLIANCE_ANALYST: {*PAGES},
        Role.COMPLIANCE_MANAGER: {*PAGES},
        Role.AUDITOR: {*PAGES},
        Role.CASHIER: set(),
        Role.ADMINISTRATOR: set(),
    }


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OPERATOR])
def test_changing_rates_needs_the_right(role: Role) -> None:
    client, before = page_of(role), rows()
    for name in ("enter", "import", "confirm_import", "propose_max_age", "propose_spread"):
        assert client.post(reverse(f"rates:{name}"), form()).status_code == 403
    assert rows() == before


def test_a_rate_is_entered_as_people_say_it_and_decided_by_another() -> None:
    answer = page_of(Role.OPERATOR).post(reverse("rates:enter"), form())
    assert (answer.status_code, answer["Location"]) == (303, reverse("rates:history", args=["COP"]))
    row = Rate.objects.get()
    assert str(row.rate) == "0.000250000000"
    manager = page_of(Role.COMPLIANCE_MANAGER)
    assert "4,000 COP" in text(manager.get(reverse("rates:waiting")))
    decision = {"verdict": "approve", "reason": "seen"}
    assert manager.post(reverse("rates:decide", args=[row.pk]), decision).status_code == 303
    assert rates.usable_rate("COP").rate_id == row.pk
    shown = text(manager.get(reverse("rates:history", args=["COP"])))
    assert "central bank" in shown
    assert "approved Compliance_Manager" in shown


def test_the_proposer_is_not_offered_the_decision() -> None:
    person = staff(Role.OPERATOR)
    person.groups.add(*staff(Role.COMPLIANCE_MANAGER).groups.all())
    entered = enter("EUR", "1.1")
    client = inside(person)
    page = client.get(reverse("rates:waiting"))
    assert b'value="approve"' not in page.content
    before = rows()
    answer = client.post(
        reverse("rates:decide", args=[entered.row.pk]), {"verdict": "approve", "reason": "x"}
    )
    assert answer.status_code == 403
    assert rows() == before
    assert "Another person" in text(answer)


@pytest.mark.parametrize(
    "wrong",
    slow_but_every(
        3,
        [
            {"value": ""},
            {"value": "0"},
            {"value": "four thousand"},
            {"value": "-1"},
            {"currency": "USD"},
            {"currency": "PLY"},
            {"direction": "up"},
            {"as_of": "soon"},
            {"as_of": hours_ago(-24).strftime("%Y-%m-%dT%H:%M")},
            {"source": ""},
        ],
    ),
)
def test_a_wrong_form_is_explained_and_stores_nothing(wrong: dict[str, str]) -> None:
    client = page_of(Role.OPERATOR)
    before = rows()
    answer = client.post(reverse("rates:enter"), form(**wrong))
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    assert rows() == before


@pytest.mark.parametrize(("language", "typed"), [("es", "4.000"), ("en", "4,000")])
def test_a_rate_that_may_be_a_thousandfold_is_refused(language: str, typed: str) -> None:
    client = page_of(Role.OPERATOR, language)
    before = rows()
    answer = client.post(reverse("rates:enter"), form(value=typed))
    assert answer.status_code == 422
    assert "4000" in answer.context["form"].errors["value"][0]
    spread = {"given": "", "received": "", "percent": typed.replace("4", "1"), "reason": "x"}
    assert client.post(reverse("rates:propose_spread"), spread).status_code == 422
    assert rows() == before


def test_the_page_says_the_last_rates_in_both_directions() -> None:
    approved("COP", "0.00025")
    shown = text(page_of(Role.OPERATOR).get(reverse("rates:enter")))
    assert "1 USD = 4,000 COP · 1 COP = 0.00025 USD" in shown
    assert "EUR: No rate is in effect." in shown


def test_a_far_rate_is_shown_in_both_directions_before_it_is_stored() -> None:
    approved("COP", "0.00025", hours=3)
    client = page_of(Role.OPERATOR)
    before = rows()
    answer = client.post(reverse("rates:enter"), form(direction="in_usd"))
    assert answer.status_code == 200
    shown = text(answer)
    assert "1 USD = 0.00025 COP · 1 COP = 4,000 USD" in shown
    assert "1,599,999,900.00%" in shown
    assert "In the other direction it would be close" in shown
    assert rows() == before
    other = {"confirmed": answer.context["reading"].token}
    again = client.post(reverse("rates:enter"), form(value="4600", **other))
    assert again.status_code == 200  # the confirmed reading was another one
    assert "In the other direction it would" not in text(again)
    assert rows() == before
    seen = {"confirmed": again.context["reading"].token}
    assert client.post(reverse("rates:enter"), form(value="4600", **seen)).status_code == 303
    assert rates.pending_rates("COP").count() == 1


def test_a_near_rate_is_stored_at_once() -> None:
    approved("COP", "0.00025", hours=3)
    client = page_of(Role.OPERATOR)
    assert client.post(reverse("rates:enter"), form(value="4100")).status_code == 303


@pytest.mark.parametrize("zone", ["America/Caracas", "UTC", "Asia/Kolkata"])
def test_the_time_that_the_form_begins_with_is_now_in_the_operators_zone(zone: str) -> None:
    gaming_days.cache_rules((GamingDayRule(FIRST_DAY, zone, 0),), seconds=inf)
    client = page_of(Role.OPERATOR)
    filled = client.get(reverse("rates:enter")).context["form"]["as_of"].value()
    now = timezone.now()
    assert client.post(reverse("rates:enter"), form(as_of=filled)).status_code == 303
    assert timedelta(0) <= now - Rate.objects.get().as_of < timedelta(minutes=2)


def test_the_chart_says_its_figures_in_words() -> None:
    approved("EUR", "1.10", hours=30)
    approved("EUR", "1.12", hours=2)
    page = page_of(Role.AUDITOR).get(reverse("rates:history", args=["EUR"]))
    assert b"<polyline" in page.content
    assert "EUR: first 1.1, last 1.12, lowest 1.1 (" in text(page)


def test_another_currency_has_no_page() -> None:
    assert page_of(Role.AUDITOR).get(reverse("rates:history", args=["USD"])).status_code == 404
