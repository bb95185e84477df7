"""A provider with its own payment page: choice, description, redirect."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from journal.refusals import SentBefore
from tests.fixtures.reading import read_in
from tests.wallet.cash import person
from tests.wallet.ledger import player, refused, usd
from wallet.cash.models import Deposit
from wallet.cash.services import deposits
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services import registry
from wallet.providers.services.provider import Provider
from wallet.providers.values import PostCallback, ProviderPayment

pytestmark = pytest.mark.database
DEPOSIT = reverse("wallet:deposit")


class Hosted(Provider):
    """A provider whose players pay on its own page."""

    self_service = True
    label = "Banco Uno"
    note = "Cards and transfers of Banco Uno."
    host = "https://pay.example"

    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str | None:  # noqa: ARG002  the interface
        return f"{self.host}/{payment.reference}"


@pytest.fixture(autouse=True)
def hosted(monkeypatch: pytest.MonkeyPatch) -> Hosted:
    service = Hosted("hosted", {})
    enable(monkeypatch, {**registry.load_providers(), "hosted": service})
    return service


def enable(monkeypatch: pytest.MonkeyPatch, providers: Mapping[str, Provider]) -> None:
    monkeypatch.setattr(registry, "load_providers", lambda: providers)


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(User.objects.get(pk=player()))
    read_in(client, "en")
    return client


def form(**changes: Any) -> dict[str, Any]:
    given = {"amount": "25.00", "currency": "USD", "key": str(uuid4()), "provider": "hosted"}
    return {**given, **changes}


def test_the_player_chooses_and_reads_what_each_says_of_itself(page: Client) -> None:
    shown = page.get(DEPOSIT).content.decode()

    assert '<option value="hosted">Banco Uno</option>' in shown
    assert "Cards and transfers of Banco Uno." in shown
    assert "the money is invented" in shown


def test_with_one_provider_there_is_nothing_to_choose(
    page: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = registry.load_providers()
    enable(monkeypatch, {name: every[name] for name in ("manual", "hosted")})

    shown = page.get(DEPOSIT).content.decode()

    assert 'name="provider"' not in shown
    assert "the money is invented" not in shown
    assert page.post(DEPOSIT, form(provider="")).status_code == 200
    assert Deposit.objects.get().provider == "hosted"


def test_a_link_leads_to_the_providers_page_and_again_when_it_is_sent_again(page: Client) -> None:
    given = form()

    answers = [page.post(DEPOSIT, given) for _ in range(2)]

    begun = Deposit.objects.get()
    assert (begun.provider, begun.state) == ("hosted", "requested")
    for answer in answers:
        assert answer.status_code == 200
        link = f'href="https://pay.example/{begun.reference}" rel="noreferrer"'
        assert link in " ".join(answer.content.decode().split())
        assert "form-action 'self'" in answer["Content-Security-Policy"]


def test_a_choice_is_made_and_it_is_one_of_those(page: Client) -> None:
    for choice in ("", "manual", "nobody"):
        assert page.post(DEPOSIT, form(provider=choice)).status_code == 422
    assert not Deposit.objects.exists()


def test_one_form_begins_one_deposit_with_one_provider() -> None:
    key = uuid4()
    deposits.begin_deposit(person(), usd("25.00"), key=key, provider="hosted")

    with refused(SentBefore):
        deposits.begin_deposit(person(), usd("25.00"), key=key, provider="demo")


@pytest.mark.parametrize("host", ["http://pay.example", "javascript:alert(1)", "https://"])
def test_only_valid_provider_pages_are_linked(hosted: Hosted, host: str) -> None:
    hosted.host = host

    with pytest.raises(ProviderUnavailable):
        deposits.begin_deposit(person(), usd("25.00"), key=uuid4(), provider="hosted")
