"""Configured providers: settings that cannot work are refused by name, and the pages say what is configured."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse
from pytest_django import Settings

from accounts.roles.values import Role
from config.casts import parse_providers
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from wallet.providers.services import registry

HOSTED = "wallet.providers.services.hosted.HostedProvider"
GOOD = {"SECRET": "only for tests: the hosted provider's", "URL": "http://127.0.0.1:1"}


@pytest.mark.parametrize(
    "text", ["bank", "=x", "Bank=a.B", "demo=a.B", "manual=a.B", "bank=a.B,bank=a.C", "b_k=a.B"]
)
def test_unclear_list_of_providers_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must"):
        parse_providers(text)


def test_list_of_providers_is_read() -> None:
    assert parse_providers(f"bank={HOSTED}, other=a.B") == {"bank": HOSTED, "other": "a.B"}


@pytest.mark.parametrize(
    ("path", "options", "named"),
    [
        ("wallet.nothing.Adapter", GOOD, "wallet.nothing.Adapter"),
        ("wallet.providers.values.PaymentStatus", GOOD, "not a Provider"),
        (HOSTED, {"URL": "http://127.0.0.1:1"}, "PAYMENT_BANK_SECRET is missing"),
        (HOSTED, {**GOOD, "COLOUR": "red"}, "PAYMENT_BANK_COLOUR is unknown"),
    ],
)
def test_provider_that_cannot_work_is_refused_by_name(
    settings: Settings, path: str, options: dict[str, str], named: str
) -> None:
    settings.PAYMENT_PROVIDERS = {"bank": path}
    settings.PAYMENT_OPTIONS = {**settings.PAYMENT_OPTIONS, "bank": options}

    with pytest.raises(ImproperlyConfigured, match=named):
        registry.load_providers()


@pytest.mark.database
def test_pages_say_that_no_provider_is_configured(settings: Settings) -> None:
    settings.DEMO_PROVIDER_ENABLED = False
    client = inside(staff(Role.CASHIER))
    read_in(client, "en")

    desk = client.get(reverse("cash:desk")).content.decode()
    page = client.get(reverse("cash:providers")).content.decode()

    assert "players cannot deposit or withdraw online" in desk
    assert "No payment provider is configured." in page
    assert 'name="provider"' not in page
