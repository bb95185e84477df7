"""The back office's pages about rates."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.roles import Role
from journal.models import Event
from tests.accounts.staff import inside, staff
from tests.wallet.ledger import rows
from tests.wallet.rates import approved, enter, hours_ago
from wallet import rates
from wallet.rate_models import Rate

PAGES = ("overview", "waiting", "rules")
EDITING = ("enter", "import")
HEAD = "currency,rate,as_of,source\n"

pytestmark = pytest.mark.django_db


def page_of(role: Role, language: str = "en") -> Client:
    return inside(staff(role), language)


def text(response: Any) -> str:
    words = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return " ".join(words.split())


def form(**changes: str) -> dict[str, str]:
    return {
        "currency": "COP",
        "value": "4000",
        "direction": "per_usd",
        "as_of": hours_ago(1).strftime("%Y-%m-%dT%H:%M"),
        "source": "central bank",
        **changes,
    }


def upload(content: str | bytes) -> dict[str, Any]:
    body = content.encode() if isinstance(content, str) else content
    return {"file": SimpleUploadedFile("rates.csv", body)}


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("name", [*PAGES, *EDITING])
def test_every_page_is_there_with_and_without_rates(name: str, language: str) -> None:
    client = page_of(Role.OPERATOR, language)
    assert client.get(reverse(f"rates:{name}")).status_code == 200
    approved("EUR", "1.10", hours=2)
    enter("COP", "0.00025")
    assert client.get(reverse(f"rates:{name}")).status_code == 200


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
def test_others_change_nothing(role: Role) -> None:
    client, before = page_of(role), rows()
    for name in ("enter", "import", "confirm_import", "set_limit", "set_spread"):
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


def test_who_entered_is_not_offered_the_decision() -> None:
    person = staff(Role.OPERATOR)
    person.groups.add(*staff(Role.COMPLIANCE_MANAGER).groups.all())
    entered = enter("EUR", "1.1")
    client = inside(person)
    page = client.get(reverse("rates:waiting"))
    assert b'value="approve"' not in page.content
    before = rows()
    client.post(
        reverse("rates:decide", args=[entered.row.pk]), {"verdict": "approve", "reason": "x"}
    )
    assert rows() == before
    assert "Another person" in text(client.get(reverse("rates:waiting")))


@pytest.mark.parametrize(
    "wrong",
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
)
def test_a_wrong_form_is_explained_and_stores_nothing(wrong: dict[str, str]) -> None:
    client = page_of(Role.OPERATOR)
    before = rows()
    answer = client.post(reverse("rates:enter"), form(**wrong))
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    assert rows() == before


def test_the_chart_says_its_figures_in_words() -> None:
    approved("EUR", "1.10", hours=30)
    approved("EUR", "1.12", hours=2)
    page = page_of(Role.AUDITOR).get(reverse("rates:history", args=["EUR"]))
    assert b"<polyline points=" in page.content
    assert "first 1.1, last 1.12, lowest 1.1, highest 1.12" in text(page)


def test_another_currency_has_no_page() -> None:
    assert page_of(Role.AUDITOR).get(reverse("rates:history", args=["USD"])).status_code == 404


def test_limits_and_spreads_are_set_with_a_reason() -> None:
    client = page_of(Role.OPERATOR)
    limit = {"currency": "EUR", "hours": "24", "reason": "quick markets"}
    assert client.post(reverse("rates:set_limit"), limit).status_code == 303
    spread = {"given": "USD", "received": "EUR", "percent": "1.25", "reason": "costs"}
    assert client.post(reverse("rates:set_spread"), spread).status_code == 303
    assert str(rates.spread_of("USD", "EUR").share) == "0.012500"
    before = rows()
    for name, wrong in (
        ("set_limit", {**limit, "hours": "0"}),
        ("set_limit", {**limit, "reason": ""}),
        ("set_spread", {**spread, "received": ""}),
        ("set_spread", {**spread, "received": "USD"}),
        ("set_spread", {**spread, "percent": "21"}),
    ):
        assert client.post(reverse(f"rates:{name}"), wrong).status_code == 422, wrong
    assert rows() == before


class TestImport:
    def file(self, *lines: str) -> str:
        return HEAD + "".join(f"{line}\n" for line in lines)

    def test_nothing_is_stored_until_it_is_confirmed_as_it_was_shown(self) -> None:
        client = page_of(Role.OPERATOR)
        before = rows()
        content = self.file(
            "EUR,1.10,2026-01-02T14:00Z,ECB",
            "EUR,1.11,2026-01-03,ECB",
            'COP,0.00025,2026-01-02,"BR, a"',
        )
        page = client.post(reverse("rates:import"), upload(content))
        assert page.status_code == 200
        assert rows() == before
        sealed = page.context["preview"].sealed
        answer = client.post(reverse("rates:confirm_import"), {"sealed": sealed})
        assert answer.status_code == 303
        stored = Rate.objects.order_by("id").values_list("currency_id", "rate", "source")
        assert [(code, str(rate.normalize()), source) for code, rate, source in stored] == [
            ("COP", "0.00025", "BR, a"),
            ("EUR", "1.1", "ECB"),
            ("EUR", "1.11", "ECB"),
        ]
        assert Event.objects.filter(kind="rate_entered").count() == 3
        assert "3 of them wait" in text(client.get(reverse("rates:overview")))

    def test_errors_are_told_by_line(self) -> None:
        approved("DOP", "0.017", hours=1)
        client = page_of(Role.OPERATOR)
        before = rows()
        content = self.file(
            "EUR,1.10,2026-01-02,ECB",
            "USD,1,2026-01-02,ECB",
            "EUR,1.1e3,2026-01-03,ECB",
            "EUR,0,2026-01-03,ECB",
            "EUR,1.1,tomorrow,ECB",
            "EUR,1.1,2026-01-03T10:00,ECB",
            "EUR,1.1,2099-01-01,ECB",
            "EUR,1.1,2026-01-04,",
            "EUR,1.1,2026-01-02,ECB",
            "EUR,1.1",
            "DOP,0.017,2026-01-02,BC",
            "EUR,1.1,2026-13-45,ECB",
            "EUR,٣,2026-01-05,ECB",
        )
        page = client.post(reverse("rates:import"), upload(content))
        assert page.status_code == 422
        preview = page.context["preview"]
        assert [line.number for line in preview.lines if line.error] == list(range(3, 15))
        assert preview.sealed == ""
        assert "12 lines are wrong. Nothing was stored." in text(page)
        assert rows() == before

    @pytest.mark.parametrize(
        "content",
        [
            "",
            HEAD,
            "a,b\n1,2\n",
            b"\xff\xfe\x00",
            HEAD + '"EUR,1',
            HEAD + "EUR,1.1,2026-01-02,ECB\n" * 1002,
            HEAD + "x" * 140_000,
        ],
    )
    def test_what_is_no_such_file_is_refused(self, content: str | bytes) -> None:
        client = page_of(Role.OPERATOR)
        before = rows()
        assert client.post(reverse("rates:import"), upload(content)).status_code == 422
        assert rows() == before

    def test_a_seal_is_ones_own_and_unbroken(self) -> None:
        client = page_of(Role.OPERATOR)
        page = client.post(reverse("rates:import"), upload(self.file("EUR,1.10,2026-01-02,ECB")))
        sealed = page.context["preview"].sealed
        other = inside(staff(Role.OPERATOR, "another"))
        before = rows()
        for who, what in ((other, sealed), (client, sealed[:-1] + "~"), (client, "")):
            who.post(reverse("rates:confirm_import"), {"sealed": what})
            assert rows() == before

    def test_what_no_longer_fits_is_not_stored_at_all(self) -> None:
        client = page_of(Role.OPERATOR)
        content = self.file("COP,0.00025,2026-01-02,BR", "EUR,1.10,2026-01-02,ECB")
        sealed = client.post(reverse("rates:import"), upload(content)).context["preview"].sealed
        approved("EUR", "1.10")
        before = rows()
        client.post(reverse("rates:confirm_import"), {"sealed": sealed})
        assert rows() == before
        assert "no longer fits" in text(client.get(reverse("rates:overview")))
