"""Registry of payment providers, by name."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services.demo import DemoProvider
from wallet.providers.services.manual import ManualProvider
from wallet.providers.services.provider import Provider

DEMO: Final = DemoProvider.name
MANUAL: Final = ManualProvider.name
_ALL: Final[Mapping[str, Provider]] = {MANUAL: ManualProvider(), DEMO: DemoProvider()}


def enabled_providers() -> tuple[str, ...]:
    """Return the names of the enabled providers."""
    return (MANUAL, DEMO) if settings.DEMO_PROVIDER_ENABLED else (MANUAL,)


def self_service_providers() -> tuple[str, ...]:
    """Return the names of enabled providers with which players can begin a deposit."""
    return tuple(name for name in enabled_providers() if _ALL[name].self_service)


def payout_providers() -> tuple[str, ...]:
    """Return the names of enabled providers that pay players: the desk first, then automatic ones."""
    return tuple(name for name in enabled_providers() if name == MANUAL or _ALL[name].pays_out)


def require_provider(name: str) -> Provider:
    """Return the provider. Raises ProviderUnavailable unless it is enabled."""
    if name not in enabled_providers():
        raise ProviderUnavailable(detail=name)
    return _ALL[name]


def require_reporting_provider(name: str) -> Provider:
    """Return the provider, if it reports payments. Raises ProviderUnavailable, also for the desk: staff confirm there."""
    if name == MANUAL:
        raise ProviderUnavailable(detail=name)
    return require_provider(name)


def provider_label(name: str) -> str:
    """Return a provider's display name, enabled or not; the name itself if it is unknown."""
    return str(_ALL[name].label) if name in _ALL else name


def provider_note(name: str) -> str:
    """Return a provider's note for players; "" without one."""
    return str(_ALL[name].note) if name in _ALL else ""
