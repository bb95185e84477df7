"""Forms that were too old to be taken: kept for their page, without passwords."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.roles.values import Role
from accounts.visits.views.kept_forms import KEPT
from compliance.models import Dispute
from tests.accounts.staff import inside, staff
from tests.config.test_error_pages import is_in_the_frame, reader, words

pytestmark = pytest.mark.database


def sent_with_old_token(client: Client, page: str, form: dict[str, str], **headers: str) -> Any:
    """Post a form with a CSRF token from before the sign-in; the answer is 403 `old_form`."""
    client.handler.enforce_csrf_checks = True
    answer: Any = client.post(page, form, headers=headers)
    client.handler.enforce_csrf_checks = False
    assert (answer.status_code, answer["Refusal-Code"]) == (403, "old_form")
    return answer


def test_a_form_that_was_too_old_is_kept_for_its_page_once() -> None:
    client = reader("players", "en")
    page = reverse("contact:contact")
    form = {"subject": "other", "text": "The page stopped", "password": "open sesame"}
    answer = sent_with_old_token(client, page, form, Referer=f"http://testserver{page}")
    assert "what you typed is still there, except passwords" in words(answer)
    assert f'button--primary" href="{page}">Back to the form' in words(answer)
    assert not Dispute.objects.exists()
    assert "The page stopped" in words(client.get(page))
    assert KEPT not in client.session
    assert "The page stopped" not in words(client.get(page))


def test_no_password_and_no_code_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytes] = []

    def seal(_owner: str, content: bytes) -> bytes:
        kept.append(content)
        return content

    monkeypatch.setattr("accounts.visits.views.kept_forms.seal", seal)
    client, page = reader("players", "en"), reverse("wallet:deposit")
    secrets = ("password", "password1", "oldpassword", "new_password2", "code", "credential")
    form = {"amount": "5", **dict.fromkeys(secrets, "secret")}
    sent_with_old_token(client, page, form, Referer=f"http://testserver{page}")
    assert kept == [b'{"amount": "5"}']


@pytest.mark.parametrize("headers", [{}, {"Referer": "https://elsewhere.example/bank/deposit/"}])
def test_nothing_is_kept_of_a_form_of_no_page_of_ours(headers: dict[str, str]) -> None:
    client = reader("players", "en")
    answer = sent_with_old_token(client, reverse("wallet:deposit"), {"amount": "17.25"}, **headers)
    assert "Go back to the form and send it again." in words(answer)
    assert KEPT not in client.session


def test_a_form_of_staff_that_was_too_old_is_kept_too() -> None:
    client = inside(staff(Role.OPERATOR))
    page = reverse("rates:enter")
    form = {"currency": "COP", "rate": "0.00025", "source": "the central bank"}
    answer = sent_with_old_token(client, page, form, Referer=f"http://testserver{page}")
    assert is_in_the_frame(answer, 403, "Back to the form")
    assert "the central bank" in words(client.get(page))
    assert "the central bank" not in words(client.get(page))


def test_a_visitors_form_is_not_kept() -> None:
    client, page = Client(headers={"accept-language": "en"}), reverse("account_login")
    answer = sent_with_old_token(
        client, page, {"login": "ana@example.test"}, Referer=f"http://testserver{page}"
    )
    assert f'href="{page}">Back to the form' in words(answer)
    assert "ana@" not in words(client.get(page))
