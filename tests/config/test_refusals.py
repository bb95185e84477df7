"""Refusals that no view catches: shown with their message, status and code, whichever app raised them."""

from typing import Any, NoReturn

import pytest
from django.test import Client
from django.urls import reverse

from accounts.restrictions.refusals import NotRestrictable
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import ChangedMeanwhile, Refusal
from tables.refusals import MathematicsMissing
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from wallet.cash.refusals import WithdrawalsClosed
from wallet.ledger.refusals import InsufficientFunds, StakesDiffer

pytestmark = pytest.mark.database
HTMX = {"HX-Request": "true"}
REFUSED = [
    (InsufficientFunds, 422, "Tu saldo no alcanza para este monto."),
    (WithdrawalsClosed, 503, "Los retiros están cerrados por el momento"),
    (MathematicsMissing, 422, "Los cálculos de estas reglas aún no están listos."),
    (NotRestrictable, 422, "Esta cuenta no se puede restringir."),
    (ChangedMeanwhile, 409, "Esto cambió mientras tanto"),
]


def refuse(monkeypatch: pytest.MonkeyPatch, place: str, error: Exception) -> None:
    def raising(*_args: object, **_more: object) -> NoReturn:
        raise error

    monkeypatch.setattr(place, raising)


def player(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Client:
    """Return a signed-in player whose wallet page raises this error."""
    refuse(monkeypatch, "wallet.cash.selectors.activity.load_payments", error)
    client = Client(headers={"accept-language": "es"}, raise_request_exception=False)
    client.force_login(ana_confirmed())
    return client


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize(("refusal", "status", "sentence"), REFUSED)
def test_a_page(
    monkeypatch: pytest.MonkeyPatch, refusal: type[Refusal], status: int, sentence: str
) -> None:
    answer = player(monkeypatch, refusal(detail="row 17")).get(reverse("wallet:bank"))
    page = words(answer)
    assert (answer.status_code, answer["Refusal-Code"]) == (status, refusal.code)
    assert f"<h1>{sentence}" in page
    assert "<html" in page
    assert "row 17" not in page


@pytest.mark.parametrize(("refusal", "status", "sentence"), REFUSED)
def test_a_fragment(
    monkeypatch: pytest.MonkeyPatch, refusal: type[Refusal], status: int, sentence: str
) -> None:
    answer = player(monkeypatch, refusal()).get(reverse("wallet:bank"), headers=HTMX)
    page = words(answer)
    assert (answer.status_code, answer["Refusal-Code"]) == (status, refusal.code)
    assert f"<h1>{sentence}" in page
    assert "<html" not in page


def test_a_page_that_htmx_restores_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {**HTMX, "HX-History-Restore-Request": "true"}
    client = player(monkeypatch, InsufficientFunds())
    assert "<html" in words(client.get(reverse("wallet:bank"), headers=headers))


def test_staff_read_it_in_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, "tables.views.switches.load_switches", MathematicsMissing())
    answer = inside(staff(Role.OPERATOR), "es").get(reverse("switches:overview"))
    assert (answer.status_code, answer["Refusal-Code"]) == (422, "mathematics_missing")
    assert 'id="staff-main"' in words(answer)
    assert "Los cálculos de estas reglas aún no están listos." in words(answer)


def test_a_refusal_is_no_error_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    player(monkeypatch, InsufficientFunds()).get(reverse("wallet:bank"))
    assert not Event.objects.filter(kind="program_error").exists()


def test_a_fault_of_the_ledger_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = player(monkeypatch, StakesDiffer("round 17")).get(reverse("wallet:bank"))
    assert (answer.status_code, answer.has_header("Refusal-Code")) == (500, False)
    assert Event.objects.get(kind="program_error").data["error"] == "StakesDiffer"
